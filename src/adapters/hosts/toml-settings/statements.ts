/**
 * Where the statements of a TOML text stand: headers of tables, and keys with their values. Strings
 * and arrays over several lines may hold lines that look like headers; they are passed over.
 */
import { parse } from 'smol-toml'
import { isTable } from './parse-toml.ts'

export interface TomlStatement {
  readonly isHeader: boolean
  /** From the root: `['mcp_servers', 'docs', 'command']`. */
  readonly path: readonly string[]
  /** Where it begins in its line. */
  readonly offset: number
  /** Its lines, the last line break included. */
  readonly start: number
  readonly end: number
}

/** @param text valid TOML */
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
