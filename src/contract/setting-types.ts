/** Value types that several settings share. */
import { z } from 'zod'

export const webAddress = z
  .url({ protocol: /^https?:?$/ })
  .refine((url) => !url.includes('@'), 'must not contain a password')

export const variableName = z
  .string()
  .regex(/^([A-Za-z_][A-Za-z0-9_]*)?$/, 'must be the name of an environment variable')
