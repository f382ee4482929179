/** Kinds of values that several settings have. */
import { z } from 'zod'

export const webAddress = z
  .url({ protocol: /^https?:?$/ })
  .refine((url) => !url.includes('@'), 'must hold no password')

export const variableName = z
  .string()
  .regex(/^([A-Za-z_][A-Za-z0-9_]*)?$/, 'must be the name of an environment variable')
