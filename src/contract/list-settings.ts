/** The settings one by one: what the schema says of each. */
import { z } from 'zod'
import { configSchema } from './config.ts'

export const settingForms = [
  'boolean',
  'integer',
  'number',
  'text',
  'choice',
  'list',
  'json',
] as const

export interface Setting {
  /** Dotted: `hook.deadlineMs`. */
  readonly key: string
  readonly type: string
  /** How it is best asked for. */
  readonly form: (typeof settingForms)[number]
  readonly description: string
  readonly default: unknown
  /** All that it, or an item of the list, may be. */
  readonly choices: readonly string[] | undefined
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  /** A running daemon goes on with what it was started with. */
  readonly needsRestart: boolean
}

/** Made once: to read the schema takes ten milliseconds. */
let settings: readonly Setting[] | undefined

/** Every setting of the schema, flat, in its order. */
export function listSettings(): readonly Setting[] {
  settings ??= flatten(z.toJSONSchema(configSchema, { io: 'input' }) as SchemaNode, '')
  return settings
}

interface SchemaNode {
  type?: string
  description?: string
  default?: unknown
  enum?: string[]
  minimum?: number
  maximum?: number
  needsRestart?: boolean
  items?: SchemaNode
  properties?: Record<string, SchemaNode>
}

function flatten(node: SchemaNode, prefix: string): Setting[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const key = prefix + name
    return child.properties ? flatten(child, `${key}.`) : [toSetting(key, child)]
  })
}

function toSetting(key: string, node: SchemaNode): Setting {
  const { description = '', default: value, minimum, maximum, needsRestart = false } = node
  return {
    key,
    type: node.enum ? node.enum.join(' | ') : (node.type ?? 'text'),
    form: formOf(node),
    description,
    default: value,
    choices: node.enum ?? node.items?.enum,
    minimum,
    maximum: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
    needsRestart,
  }
}

function formOf({ type, enum: choices, items }: SchemaNode): Setting['form'] {
  if (choices) return 'choice'
  if (type === 'array') return items?.type === 'string' ? 'list' : 'json'
  if (type === 'object') return 'json'
  return type === 'boolean' || type === 'integer' || type === 'number' ? type : 'text'
}
