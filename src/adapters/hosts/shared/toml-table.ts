/** Sets and removes one table of a TOML text and changes nothing else. */
import { parse, TomlError, type TomlTable } from 'smol-toml'
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../core/model/json.ts'
import { malformed, malformedAt } from './malformed-settings.ts'

type TablePath = readonly [string, ...string[]]

/**
 * Keeps other keys of the table, such as a time limit or the approval of a tool.
 * @throws ThroughlineError `malformed-settings` if the table cannot be added
 */
export function setTable(file: string, text: string, path: TablePath, table: JsonObject): string {
  const existing = tomlValueAt(parseToml(file, text), path)
  if (isTable(existing) && holds(existing, table)) return text
  refuseInlineHolder(file, text, path)

  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n'
  const lines = Object.entries(table).map(([key, value]) => `${key} = ${renderValue(value)}`)
  const body = lines.map((line) => line + lineBreak).join('')
  if (!headerOf(text, path)) {
    const others = withFinalBreak(removeTable(file, text, path), lineBreak)
    const gap = others === '' ? '' : lineBreak
    return `${others}${gap}[${path.map(renderKey).join('.')}]${lineBreak}${body}`
  }
  const keys = Object.keys(table).map((key) => [...path, key])
  const isOurs = (at: readonly string[]) => keys.some((key) => isWithin(at, key))
  const emptied = withFinalBreak(cutOut(text, isOurs), lineBreak)
  const place = headerOf(emptied, path)?.end ?? emptied.length
  return emptied.slice(0, place) + body + emptied.slice(place)
}

export function removeTable(file: string, text: string, path: TablePath): string {
  if (tomlValueAt(parseToml(file, text), path) === undefined) return text
  refuseInlineHolder(file, text, path)
  return cutOut(text, (at) => isWithin(at, path))
}

function holds(existing: object, wanted: JsonObject): boolean {
  const found = JSON.parse(JSON.stringify(existing)) as JsonObject
  return Object.entries(wanted).every(
    ([key, value]) => key in found && canonicalJson(found[key] ?? null) === canonicalJson(value),
  )
}

function headerOf(text: string, path: TablePath): TomlStatement | undefined {
  return statementsIn(text).find(
    (statement) => statement.isHeader && statement.path.join('\n') === path.join('\n'),
  )
}

function refuseInlineHolder(file: string, text: string, path: TablePath): void {
  const holder = statementsIn(text).find(
    (statement) =>
      !statement.isHeader && statement.path.length < path.length && isWithin(path, statement.path),
  )
  if (!holder) return
  const name = holder.path.join('.')
  const problem = `must have "${name}" as tables such as [${path.join('.')}], not on one line`
  throw malformedAt(file, text, holder.offset, problem)
}

/** Cuts whole lines: a table from its header to its last value, or single values elsewhere. */
function cutOut(text: string, isOurs: (path: readonly string[]) => boolean): string {
  const cuts: { start: number; end: number; isTable: boolean }[] = []
  let isInTable = false
  for (const { isHeader, path, start, end } of statementsIn(text)) {
    const last = cuts.at(-1)
    if (isHeader) isInTable = isOurs(path)
    if (!isHeader && isInTable && last) last.end = end
    else if (isOurs(path)) cuts.push({ start, end, isTable: isHeader })
  }
  return cuts.reduceRight((left, { start, end, isTable }) => {
    const [before, after] = [left.slice(0, start), left.slice(end)]
    if (!isTable) return before + after
    return before === '' ? after.replace(/^\r?\n/, '') : before.replace(/(\n)\r?\n$/, '$1') + after
  }, text)
}

function withFinalBreak(text: string, lineBreak: string): string {
  return text === '' || text.endsWith('\n') ? text : text + lineBreak
}

const isWithin = (path: readonly string[], holder: readonly string[]) =>
  holder.every((key, index) => path[index] === key)

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

/** Drops the excerpt on the following lines. */
function problemOf({ message }: TomlError): string {
  return (message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
}

function renderKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : renderString(key)
}

/** Renders a value on one line; smol-toml's `stringify` gives every table a header. */
function renderValue(value: Json): string {
  if (typeof value === 'string') return renderString(value)
  if (Array.isArray(value)) return `[${value.map(renderValue).join(', ')}]`
  if (!isJsonObject(value)) return String(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${renderKey(key)} = ${renderValue(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A JSON string is also a TOML string, except for one character that TOML requires escaped. */
function renderString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}

interface TomlStatement {
  readonly isHeader: boolean
  /** The full path of keys, such as `['mcp_servers', 'docs', 'command']`. */
  readonly path: readonly string[]
  /** Where the statement starts, after the indentation. */
  readonly offset: number
  /** Start and end of its whole lines, with the last line break. */
  readonly start: number
  readonly end: number
}

/**
 * Lists table headers, and keys with their values. Skips lines inside multi-line strings and arrays
 * that only look like headers.
 * @param text valid TOML
 */
function statementsIn(text: string): readonly TomlStatement[] {
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

/** Accepts `[[a."b c"` as well as `a . "b c" `. */
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
