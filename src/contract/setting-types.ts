/**
 * Value types that several settings share. `terminalOnly` marks a value with which an attacker who
 * reaches our HTTP API could run a program or send data away. A setting with such a value anywhere
 * inside can only be changed in the terminal.
 */
import { z } from 'zod'
import { lifecycleTypes } from './vocabulary.ts'

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

const words =
  'must be a list of words, such as ["notify-send", "memory"]; for a shell line: ["sh", "-c", "…"]'

/** Receives lifecycle events. */
export const subscriber = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9][\w.-]{0,59}$/, 'must be a short name: letters, digits, dots and dashes'),
    events: z
      .array(z.enum(lifecycleTypes))
      .min(1, 'must list at least one event; omit it for all')
      .default([...lifecycleTypes]),
    command: z
      .array(z.string({ error: words }).min(1), { error: words })
      .min(1, words)
      .meta(namesCommand)
      .exactOptional(),
    url: webAddress.exactOptional(),
    secretVariable: variableName.default(''),
    projects: z.array(z.string().min(1).max(1_000)).default([]),
    timeoutSeconds: z.number().positive().max(300).default(10),
    attempts: z.int().min(1).max(20).default(5),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    error: 'must have either a command or a url',
  })
  .refine(({ url, secretVariable }) => secretVariable === '' || url !== undefined, {
    error: 'applies only to a url; a command needs no signature',
    path: ['secretVariable'],
  })

export type Subscriber = z.infer<typeof subscriber>

export const subscribers = z
  .array(subscriber)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    error: 'two subscribers have the same name',
  })
