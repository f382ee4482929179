/** A table with pipes. Of a huge one the first cells are enough: the browser would stall. */

export interface TableBlock {
  readonly type: 'table'
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** How many rows are not shown. */
  readonly rowsLeftOut: number
}

const mostRows = 200
const mostColumns = 30
/** Not the bar of a link: `[[page|label]]`. */
const cellEnd = /\|(?![^[\]|]{0,200}\]\])/

/** @returns undefined if no table starts at this line */
export function readTable(
  lines: readonly string[],
  at: number,
): readonly [block: TableBlock, end: number] | undefined {
  const line = lines[at] ?? ''
  const rule = lines[at + 1] ?? ''
  if (!line.includes('|') || !isTableRule(rule)) return undefined
  let end = at + 2
  while (end < lines.length && lines[end]?.includes('|')) end += 1
  const rows = lines.slice(at + 2, Math.min(end, at + 2 + mostRows)).map(readCells)
  const rowsLeftOut = end - (at + 2) - rows.length
  return [{ type: 'table', head: readCells(line), rows, rowsLeftOut }, end]
}

function isTableRule(line: string): boolean {
  return line.includes('-') && line.includes('|') && /^[\s|:-]+$/.test(line)
}

function readCells(line: string): string[] {
  const inside = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inside.split(cellEnd, mostColumns).map((cell) => cell.trim())
}
