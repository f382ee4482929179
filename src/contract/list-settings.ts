/** The settings as a flat list, read from the schema. */
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
  /** The input control that suits it. */
  readonly form: (typeof settingForms)[number]
  readonly description: string
  readonly default: unknown
  /** The allowed values of the setting, or of a list item. */
  readonly choices: readonly string[] | undefined
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  /** Few people need it: lists fold it away unless it was changed. */
  readonly isAdvanced: boolean
  /** A running daemon keeps the old value until it restarts. */
  readonly needsRestart: boolean
  /** Why only the terminal may change it: "names a command to run". See `setting-types.ts`. */
  readonly terminalOnly: string | undefined
}

const everyday: ReadonlySet<string> = new Set([
  ...['enabled', 'disabledProjects', 'projectNames', 'subscribers', 'daemon.port'],
  ...[
    'learning.reader',
    'learning.rules',
    'learning.ask',
    'learning.proof',
    'budget.dailyTokens',
    'budget.dailyUsd',
  ],
  ...['models.anthropic.model', 'models.ollama.model', 'models.openaiCompatible.model'],
  ...['models.openaiCompatible.url', 'models.openaiCompatible.apiKeyVariable'],
  ...['context.enabled', 'context.atStart', 'context.atPrompt', 'context.startTokens'],
  ...['context.promptTokens', 'embeddings.provider', 'embeddings.model', 'mcp.agentChanges'],
  ...['wiki.enabled', 'wiki.writer', 'retention.candidateDays', 'retention.historyDays'],
  ...['retention.historyGigabytes', 'backups.keep'],
])

/** Cached, because reading the schema takes 10 ms. */
let settings: readonly Setting[] | undefined

/** Every setting, in the order of the schema. */
export function listSettings(): readonly Setting[] {
  const schema = () => z.toJSONSchema(configSchema, { io: 'input' }) as SchemaNode
  settings ??= flatten(schema(), '', configSchema.parse({}))
  return settings
}

interface SchemaNode {
  type?: string
  description?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  needsRestart?: boolean
  items?: SchemaNode
  properties?: Record<string, SchemaNode>
}

type Values = Readonly<Record<string, unknown>>

function flatten({ properties = {} }: SchemaNode, prefix: string, defaults: Values): Setting[] {
  return Object.entries(properties).flatMap(([name, child]) => {
    const [key, value] = [prefix + name, defaults[name]]
    // An object with a description is one setting.
    const isGroup = child.properties && child.description === undefined
    return isGroup ? flatten(child, `${key}.`, value as Values) : [toSetting(key, child, value)]
  })
}

function toSetting(key: string, node: SchemaNode, byDefault: unknown): Setting {
  const { description = '', minimum, maximum } = node
  const { needsRestart = false } = node
  return {
    key,
    type: node.enum ? node.enum.join(' | ') : (node.type ?? 'text'),
    form: formOf(node),
    description,
    default: byDefault,
    choices: node.enum ?? node.items?.enum,
    minimum,
    maximum: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
    isAdvanced: !everyday.has(key),
    needsRestart,
    terminalOnly: terminalOnlyOf(node),
  }
}

/** The first reason in the schema of a value or of any of its parts. */
function terminalOnlyOf(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if ('terminalOnly' in node) return String(node.terminalOnly)
  return Object.values(node).map(terminalOnlyOf).find(Boolean)
}

function formOf({ type, enum: choices, items }: SchemaNode): Setting['form'] {
  if (choices) return 'choice'
  if (type === 'array') return items?.type === 'string' ? 'list' : 'json'
  if (type === 'object') return 'json'
  return type === 'boolean' || type === 'integer' || type === 'number' ? type : 'text'
}
