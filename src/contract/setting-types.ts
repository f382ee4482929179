/**
 * Value types that several settings share. `terminalOnly` marks a value with which an attacker who
 * reaches our HTTP API could run a program or send data away. A setting with such a value anywhere
 * inside can only be changed in the terminal.
 */
import { z } from 'zod'

export const namesCommand = { terminalOnly: 'names a command to run' }

export const downloadedModel = z.string().meta({ terminalOnly: 'names a model to download' })

export const webAddress = z
  .url({ protocol: /^https?:?$/ })
  .refine((url) => !url.includes('@'), 'must not contain a password')
  .meta({ terminalOnly: 'says where data is sent' })

export const variableName = z
  .string()
  .regex(/^([A-Za-z_][A-Za-z0-9_]*)?$/, 'must be the name of an environment variable')
  .meta({ terminalOnly: 'names an environment variable to send' })
