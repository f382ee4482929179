/** Sets and removes one table of a TOML text and leaves everything else as it is. */
import { canonicalJson, type JsonObject } from '../../../core/model/json.ts'
import { malformedAt } from './malformed-settings.ts'
import {
  isTable,
  parseToml,
  renderKey,
  renderValue,
  statementsIn,
  type TomlStatement,
  tomlValueAt,
} from './toml-syntax.ts'

type TablePath = readonly [string, ...string[]]

/**
 * Keeps other keys of the table, such as a time limit or the approval of a tool.
 * @throws ThroughlineError `malformed-settings` where it cannot be added
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

/** Removes the table and everything in it. */
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

/** Whole lines: of a table from its header to its last value, and single values elsewhere. */
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
