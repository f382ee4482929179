/**
 * TOML settings: parsed to values, rendered on one line (smol-toml's `stringify` gives every table a
 * header), and located statement by statement.
 */
import { parse, TomlError, type TomlTable } from 'smol-toml'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { malformed } from './malformed-settings.ts'

/** @throws ThroughlineError `malformed-settings` */
export function parseToml(file: string, text: string): TomlTable {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw malformed(file, error, `is not valid TOML: ${problemOf(error)}`)
  }
}

/** The value at a path of keys. */
export function tomlValueAt(table: TomlTable, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    table,
  )
}

export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without the excerpt that follows on the next lines. */
function problemOf({ message }: TomlError): string {
  return (message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
}

export function renderKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : renderString(key)
}

export function renderValue(value: Json): string {
  if (typeof value === 'string') return renderString(value)
  if (Array.isArray(value)) return `[${value.map(renderValue).join(', ')}]`
  if (!isJsonObject(value)) return String(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${renderKey(key)} = ${renderValue(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A JSON string is a TOML string, except for one character that TOML wants escaped. */
function renderString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}

export interface TomlStatement {
  readonly isHeader: boolean
  /** From the root: `['mcp_servers', 'docs', 'command']`. */
  readonly path: readonly string[]
  /** Where it begins, after the indentation. */
  readonly offset: number
  /** Its whole lines, with the last line break. */
  readonly start: number
  readonly end: number
}

/**
 * Headers of tables, and keys with their values. Lines inside multi-line strings and arrays that look
 * like headers are skipped.
 * @param text valid TOML
 */
export function statementsIn(text: string): readonly TomlStatement[] {
  let table: readonly string[] = []
  return [...spansIn(text)].map(({ offset, key, end }) => {
    const isHeader = text[offset] === '['
    const path = isHeader ? keysIn(key) : [...table, ...keysIn(key)]
    if (isHeader) table = path
    return { isHeader, path, offset, start: text.lastIndexOf('\n', offset - 1) + 1, end }
  })
}

interface Span {
  readonly offset: number
  readonly key: string
  readonly end: number
}

const tokens =
  /"""(?:\\.|(?!""")[^\\])*"{3,5}|'''(?:(?!''').)*'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[\]{}=\n]|[^\s"'#[\]{}=]+/gs

function* spansIn(text: string): Generator<Span> {
  let offset: number | undefined
  let keyEnd: number | undefined
  let depth = 0
  for (const { 0: token, index } of `${text}\n`.matchAll(tokens)) {
    if (token.startsWith('#')) continue
    if (token === '\n') {
      if (offset === undefined || depth > 0) continue
      yield { offset, key: text.slice(offset, keyEnd), end: Math.min(index + 1, text.length) }
      offset = undefined
      keyEnd = undefined
      continue
    }
    offset ??= index
    if (token === '[' || token === '{') depth++
    if (token === ']' || token === '}') depth--
    const isKeyOver = depth === 0 && (token === '=' || token === ']')
    if (isKeyOver) keyEnd ??= index
  }
}

/** `[[a."b c"` and `a . "b c" ` alike. */
function keysIn(key: string): string[] {
  const path: string[] = []
  let value: unknown = parse(`${key.replace(/^[[\s]+|[\]\s]+$/g, '')} = 0`)
  while (isTable(value)) {
    const [name = ''] = Object.keys(value)
    path.push(name)
    value = value[name]
  }
  return path
}
