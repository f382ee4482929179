/** Every setting: its type, its default, what it does. */
import { z } from 'zod'

export const configSchema = z.strictObject({
  enabled: z.boolean().default(true).describe('Capture and recall anything at all'),
  disabledProjects: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Projects left alone: identities (github.com/acme/secret) or path globs (~/private/**)',
    ),
  projectMarker: z
    .boolean()
    .default(true)
    .describe('Keep a marker file in folders without a git remote, to know them after a rename'),
  projectNames: z
    .record(z.string(), z.string().min(1))
    .default({})
    .describe('Path glob to project name: folders that match belong to that project'),
  hook: z
    .strictObject({
      deadlineMs: z
        .int()
        .min(50)
        .max(10_000)
        .default(1_000)
        .describe('Longest time an answering hook may take before it answers nothing'),
    })
    .prefault({}),
  daemon: z
    .strictObject({
      port: z
        .int()
        .min(0)
        .max(65_535)
        .default(0)
        .describe('Loopback port; 0 lets the system choose'),
      idleExitMinutes: z
        .number()
        .min(0)
        .default(120)
        .describe('Exit after this long without an event or a request; 0 never exits'),
    })
    .prefault({}),
  capture: z
    .strictObject({
      silenceHours: z
        .number()
        .positive()
        .default(12)
        .describe('A session silent for this long counts as ended'),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('What is logged'),
      maxMegabytes: z
        .number()
        .positive()
        .default(5)
        .describe('Size at which a log file is rotated'),
      keep: z.int().min(1).default(3).describe('How many rotated log files are kept'),
    })
    .prefault({}),
  embeddings: z
    .strictObject({
      provider: z
        .enum(['off', 'transformers', 'ollama', 'openai-compatible'])
        .default('off')
        .describe('Where vectors for recall are computed; throughline embeddings enable checks it'),
      model: z.string().default('').describe("Its model; empty is the provider's usual one"),
      url: z
        .union([
          z.literal(''),
          z
            .url({ protocol: /^https?:?$/ })
            .refine((url) => !url.includes('@'), 'must hold no password'),
        ])
        .default('')
        .describe("The provider's address; empty is its usual one"),
      apiKeyVariable: z
        .string()
        .regex(/^([A-Za-z_][A-Za-z0-9_]*)?$/, 'must be the name of an environment variable')
        .default('')
        .describe('The environment variable that holds the API key; never the key itself'),
      dimensions: z
        .int()
        .min(0)
        .max(8_192)
        .default(0)
        .describe('Length of the vectors, for models that offer several; 0 is their usual one'),
      batchSize: z
        .int()
        .min(1)
        .max(512)
        .default(32)
        .describe('How many texts are embedded at once'),
    })
    .prefault({}),
  backups: z
    .strictObject({
      keep: z.int().min(1).default(5).describe('How many automatic database backups are kept'),
    })
    .prefault({}),
})

export type Config = z.infer<typeof configSchema>

export interface Setting {
  /** Dotted: `hook.deadlineMs`. */
  readonly key: string
  readonly type: string
  readonly description: string
  readonly default: unknown
}

/** Every setting of the schema, flat, in its order. */
export function listSettings(): Setting[] {
  return flatten(z.toJSONSchema(configSchema, { io: 'input' }) as SchemaNode, '')
}

interface SchemaNode {
  type?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  properties?: Record<string, SchemaNode>
}

function flatten(node: SchemaNode, prefix: string): Setting[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const key = prefix + name
    if (child.properties) return flatten(child, `${key}.`)
    const type = child.enum ? child.enum.join(' | ') : (child.type ?? 'text')
    return [{ key, type, description: child.description ?? '', default: child.default }]
  })
}
