/** Rows in aligned columns that fit a width. */
import { visibleText } from '../../../core/text/visible-text.ts'
import { displayWidth, wrap, wrapBriefly } from './fit-text.ts'
import { paint, type Style } from './terminal.ts'

export interface StyledCell {
  readonly text: string
  readonly style?: Style | undefined
  /** An id or a command to copy: never cut. */
  readonly isWhole?: true
}

type Cell = string | StyledCell
export type TableRow = readonly Cell[]

interface Look {
  /** Undefined if there is no limit. */
  readonly columns?: number | undefined
  readonly hasColour?: boolean
}

const gap = '  '
/** The least width for the text at the end of a row; with less, the text goes below the row. */
const leastRoom = 20
/** Indent of a text below its row. */
const mostLines = 2

/**
 * The lines of each row. Without `columns` every row is one line. Otherwise the last cell takes what room is left: the
 * values of a list of facts (two columns) wrap, longer rows stay one line. If little is left, it
 * goes below its row.
 */
export function tableRows(
  given: readonly TableRow[],
  { columns = Number.POSITIVE_INFINITY, hasColour = false }: Look = {},
): string[][] {
  const rows = withoutEmptyEnd(given.map((row) => row.map(clean)))
  const widths = widthsOf(rows)
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + gap.length, 0)
  const room = columns - before
  const layout: Layout = {
    ...{ widths, before, room, columns },
    write: ({ text, style }) => (style && hasColour ? paint(text, style) : text),
  }
  const isAligned = room >= Math.min(widths.at(-1) ?? 0, leastRoom)
  return rows.map((row) => (isAligned ? align(row, layout) : stack(row, layout)))
}

export function table(rows: readonly TableRow[], look?: Look): string[] {
  return tableRows(rows, look).flat()
}

interface Layout {
  readonly widths: readonly number[]
  /** Columns before the last cell, and those left for it. */
  readonly before: number
  readonly room: number
  readonly columns: number
  readonly write: (cell: StyledCell) => string
}

function align(row: readonly StyledCell[], { widths, before, room, write }: Layout): string[] {
  const head = row
    .slice(0, widths.length - 1)
    .map(
      (cell, column) => write(cell) + ' '.repeat((widths[column] ?? 0) - displayWidth(cell.text)),
    )
    .map((cell) => cell + gap)
    .join('')
  const last = row[widths.length - 1]
  if (!last) return [head.trimEnd()]
  const isFact = widths.length === 2
  const lines = isFact ? wrap(last.text, room) : wrapBriefly(last.text, room, 1)
  return (last.isWhole ? [last.text] : lines).map((text, index) =>
    ((index === 0 ? head : ' '.repeat(before)) + write({ ...last, text })).trimEnd(),
  )
}

/** Cells side by side if they fit, with the text below them. */
function stack(row: readonly StyledCell[], { widths, columns, write }: Layout): string[] {
  const last = row[widths.length - 1]
  const below = last && displayWidth(last.text) > leastRoom / 2 ? last : undefined
  const cells = (below ? row.slice(0, -1) : row).filter(({ text }) => text !== '')
  const width = columns - gap.length
  const lines: string[] = []
  let used = columns
  for (const cell of cells) {
    const size = displayWidth(cell.text)
    if (used + gap.length + size <= columns) {
      lines.push(`${lines.pop() ?? ''}${gap}${write(cell)}`)
      used += gap.length + size
      continue
    }
    const parts = wrap(cell.text, width)
    for (const text of parts) lines.push((lines.length === 0 ? '' : gap) + write({ ...cell, text }))
    used = gap.length + displayWidth(parts.at(-1) ?? '')
  }
  if (!below) return lines
  const isFact = widths.length === 2 || below.isWhole
  const texts = isFact ? wrap(below.text, width) : wrapBriefly(below.text, width, mostLines)
  return [...lines, ...texts.map((text) => gap + write({ ...below, text }))]
}

function clean(cell: Cell): StyledCell {
  const { text, ...rest } = typeof cell === 'string' ? { text: cell } : cell
  return { ...rest, text: visibleText(text).replace(/[\n\t]/g, ' ') }
}

/** Without last columns that are empty in every row. */
function withoutEmptyEnd(rows: readonly StyledCell[][]): StyledCell[][] {
  const used = rows.map((row) => row.findLastIndex(({ text }) => text !== '') + 1)
  const most = Math.max(0, ...used)
  return rows.map((row) => row.slice(0, most))
}

function widthsOf(rows: readonly (readonly StyledCell[])[]): number[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach(({ text }, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(text))
    })
  }
  return widths
}
