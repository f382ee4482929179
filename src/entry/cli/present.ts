/** Values as text for a terminal. */
import { count } from '../../contract/amount-text.ts'
import { visibleText } from '../../core/text/visible-text.ts'

export { bytes, count, dollars } from '../../contract/amount-text.ts'
export { ago } from '../../contract/time-text.ts'

/** Pads every column but the last to its widest cell. */
export function table(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) => row.map((cell) => visibleText(cell).replace(/[\n\t]/g, ' ')))
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  }
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

export function memoryCount(number: number): string {
  return count(number, 'memory', 'memories')
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

/** One line of at most `length` characters. */
export function excerpt(text: string, length: number): string {
  const line = visibleText(text).replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  // Never half an emoji.
  return `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
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

/** Lines of whole words; a longer word gets a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

interface Printer {
  print(text: string): void
  readonly columns?: number | undefined
}

/** Everything printed begins with `indent`. */
export function indented({ print, columns }: Printer, indent: string): Printer {
  return {
    print: (text) => print(indent + text),
    columns: columns === undefined ? undefined : columns - indent.length,
  }
}

/** Wraps on a terminal; elsewhere each text stays one line. Later lines are indented. */
export function printWrapped(
  { print, columns = Number.POSITIVE_INFINITY }: Printer,
  text: string,
  indent = '',
): void {
  for (const [index, line] of wrap(text, columns - indent.length).entries()) {
    print(index === 0 ? line : indent + line)
  }
}
