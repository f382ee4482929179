/** Values as text for a terminal. */
import { count } from '../../contract/wording.ts'
import { visibleText } from '../../core/text/visible-text.ts'
import { cutToWidth, wrap } from './present/fit-text.ts'
import type { TableRow } from './present/table.ts'
import type { Style } from './present/terminal.ts'

export { bytes, count, dollars, wholeNumber } from '../../contract/wording.ts'
export { wrap } from './present/fit-text.ts'
export { brief, idCell } from './present/ids.ts'
export { table } from './present/table.ts'
export { ago, readableDate, readableTime } from './present/times.ts'

export function memoryCount(number: number): string {
  return count(number, 'memory', 'memories')
}

/** A list of facts: their names stand back. */
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
