/** Values as text for a terminal. */
import { sep } from 'node:path'
import { count } from '../../contract/wording.ts'
import { shortId } from '../../core/model/memory.ts'
import { describeClaim, trustCommand } from '../../core/project/settle-claim.ts'
import { visibleText } from '../../core/text/visible-text.ts'
import type { CliContext } from './context.ts'
import { cutToWidth, wrap, wrapBriefly } from './present/fit-text.ts'
import type { StyledCell, TableRow } from './present/table.ts'
import type { Style } from './present/terminal.ts'

export { ago, bytes, count, dollars, wholeNumber } from '../../contract/wording.ts'
export { wrap } from './present/fit-text.ts'
export { table } from './present/table.ts'

export function memoryCount(number: number): string {
  return count(number, 'memory', 'memories')
}

/** `3 memories and 1 candidate` */
export function memoriesInWords(memories: number, candidates: number): string {
  const parts = [
    ...(memories > 0 ? [memoryCount(memories)] : []),
    ...(candidates > 0 ? [count(candidates, 'candidate')] : []),
  ]
  return parts.length === 0 ? 'nothing' : parts.join(' and ')
}

/** @param identity of the project that the folder claims to be */
export function claimLine(identity: string): string {
  return `${describeClaim({ identity })} (${trustCommand})`
}

/** A file as people name it. */
export function inHome({ userHome }: Pick<CliContext, 'userHome'>, file: string): string {
  return file.startsWith(userHome + sep) ? `~${file.slice(userHome.length)}` : file
}

const isWholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id from elsewhere, such as a host's, stays as it is. */
export function brief(id: string): string {
  return isWholeId.test(id) ? shortId(id) : id
}

/** Never cut. */
export function idCell(id: string): StyledCell {
  return { text: brief(id), style: 'id', isWhole: true }
}

const two = (number: number) => String(number).padStart(2, '0')

/** `2026-01-31` on this machine's calendar. */
export function readableDate(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `2026-01-31 14:05` by this machine's clock. */
export function readableTime(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  return `${readableDate(time)} ${two(date.getHours())}:${two(date.getMinutes())}`
}

export function toFact(name: string, value: string, style?: Style): TableRow {
  return [
    { text: name, style: 'quiet' },
    { text: value, style },
  ]
}

/** The line below one page of a list; none below the whole list. */
export function pageLine(
  offset: number,
  shown: number,
  total: number,
  inWords: (number: number) => string,
): string | undefined {
  const reached = offset + shown
  if (shown === 0) return `There are only ${inWords(total)}.`
  if (reached < total) return `${inWords(total)} in all; --offset ${reached} shows the next ones`
  return undefined
}

/** One line of at most `width` columns. */
export function excerpt(text: string, width: number): string {
  return cutToWidth(visibleText(text).replace(/\s+/g, ' ').trim(), width)
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** The largest value fills the width; every value above 0 is visible. */
export function bars(values: readonly number[], width: number): string[] {
  const largest = Math.max(...values)
  return values.map((value) => {
    if (value <= 0 || width < 1) return ''
    const steps = Math.max(1, Math.round((value / largest) * width * 8))
    return '█'.repeat(Math.floor(steps / 8)) + eighths[steps % 8]
  })
}

interface Printer {
  print(text: string, style?: Style): void
  readonly columns?: number | undefined
}

interface TextItem {
  readonly facts: TableRow
  readonly text: string
}

const mostWide = 200

/** A list of texts: on a terminal each below its facts, elsewhere one line each. */
export function printTexts(
  { printTable, print, columns }: Pick<CliContext, 'printTable' | 'print' | 'columns'>,
  items: readonly TextItem[],
): void {
  if (columns === undefined) {
    printTable(items.map(({ facts, text }) => [...facts, excerpt(text, mostWide)]))
    return
  }
  const headings = items.map(({ facts }) => facts)
  printTable(headings, '', (row) => {
    const text = excerpt(items[row]?.text ?? '', 2 * columns)
    for (const line of wrapBriefly(text, columns - 2, 2)) print(`  ${line}`)
  })
}

/** Everything printed begins with `indent`. */
export function indented({ print, columns }: Printer, indent: string): Printer {
  return {
    print: (text, style) => print(indent + text, style),
    columns: columns === undefined ? undefined : columns - indent.length,
  }
}

/** Wraps on a terminal; elsewhere each text stays one line. Later lines are indented. */
export function printWrapped(
  { print, columns = Number.POSITIVE_INFINITY }: Printer,
  text: string,
  indent = '',
  style?: Style,
): void {
  for (const [index, line] of wrap(text, columns - indent.length).entries()) {
    print(index === 0 ? line : indent + line, style)
  }
}

/** Keys that may be pressed now. A line never breaks within one. */
export function printKeys(
  { print, columns = Number.POSITIVE_INFINITY }: Printer,
  keys: readonly string[],
): void {
  const unbroken = keys.map((key) => key.replaceAll(' ', '\u00a0')).join('  ')
  for (const line of wrap(unbroken, columns)) print(line.trim().replaceAll('\u00a0', ' '))
}
