/**
 * The blocks of a page: headings, lists, code, tables, quotes and paragraphs, with their lines. Not a
 * library's: our anchor ends a list item, while CommonMark adds the next line, which a person wrote, to
 * the statement. And `marked` 18 overflows the stack on 5,000 nested quotes.
 */
import {
  anchorOf,
  isIndented,
  isThematicBreak,
  markOf,
  nextFilled,
  splitLines,
  trimLineEnd,
  withoutIndentation,
} from '../../../src/contract/page-lines.ts'

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | ListBlock
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'rule' }
  | TableBlock

interface ListBlock {
  readonly type: 'list'
  readonly isOrdered: boolean
  /** Where it does not count from 1. */
  readonly first?: number
  readonly items: readonly ListItem[]
}

export interface ListItem {
  readonly blocks: readonly Block[]
  /** The item's lines in the text that was given: from `start` up to `end`. */
  readonly start: number
  readonly end: number
  readonly statement?: StatementMark
}

/** What ends the last line of a statement: `*(fact, 2026-10-03)* ^3f9a0c12de`. */
export interface StatementMark {
  readonly anchor: string
  readonly isPageVersion: boolean
  readonly since?: string
  /** Links to the statements it contradicts. */
  readonly disputes: readonly string[]
}

/** Lists and quotes below this depth are shown as text. */
const deepest = 6

/** Without front matter. */
export function readBlocks(text: string): Block[] {
  const lines = splitLines(text.replace(/^\uFEFF/, ''))
  return readLines(lines, frontMatterEnd(lines), 0)
}

function frontMatterEnd(lines: readonly string[]): number {
  const isRule = (line = '') => trimLineEnd(line) === '---'
  return isRule(lines[0]) ? lines.findIndex((line, at) => at > 0 && isRule(line)) + 1 : 0
}

const fence = /^ {0,3}(?<fence>`{3,}|~{3,})[^`]*$/
const heading = /^(?<marks>#{1,6})[ \t]+(?<text>.*)$/
const bullet = /^ {0,3}(?<bullet>[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/

function readLines(lines: readonly string[], from: number, depth: number): Block[] {
  const blocks: Block[] = []
  let at = from
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
      continue
    }
    const [block, end] = readBlock(lines, at, depth)
    blocks.push(block)
    at = end
  }
  return blocks
}

type Read = readonly [block: Block, end: number]

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? ''
  const head = heading.exec(line)?.groups
  if (head) {
    const { marks = '', text = '' } = head
    return [{ type: 'heading', level: marks.length, text: text.trim() }, at + 1]
  }
  const opened = fence.exec(line)?.groups?.fence
  if (opened) return readCode(lines, at, opened)
  if (isThematicBreak(line)) return [{ type: 'rule' }, at + 1]
  if (bullet.test(line) && depth < deepest) return readList(lines, at, depth)
  if (/^ {0,3}>/.test(line) && depth < deepest) return readQuote(lines, at, depth)
  return readTable(lines, at) ?? readParagraph(lines, at)
}

function readCode(lines: readonly string[], at: number, opened: string): Read {
  const closes = (line: string) => {
    const trimmed = line.trim()
    return trimmed.length >= opened.length && trimmed === (opened[0] ?? '').repeat(trimmed.length)
  }
  let end = at + 1
  while (end < lines.length && !closes(lines[end] ?? '')) end += 1
  return [{ type: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1]
}

function readQuote(lines: readonly string[], at: number, depth: number): Read {
  let end = at
  while (/^ {0,3}>/.test(lines[end] ?? '')) end += 1
  const inside = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ''))
  return [{ type: 'quote', blocks: readLines(inside, 0, depth + 1) }, end]
}

function readList(lines: readonly string[], from: number, depth: number): Read {
  const isOrdered = /^ *\d/.test(lines[from] ?? '')
  const items: ListItem[] = []
  let at = from
  while (startsItem(lines[at] ?? '') && /^ *\d/.test(lines[at] ?? '') === isOrdered) {
    const end = itemEnd(lines, at)
    items.push(readItem(lines, at, end, depth))
    at = nextFilled(lines, end)
  }
  const first = Number.parseInt(lines[from] ?? '', 10)
  const list: ListBlock = {
    type: 'list',
    isOrdered,
    items,
    ...(isOrdered && first !== 1 && { first }),
  }
  return [list, items.at(-1)?.end ?? from + 1]
}

const startsItem = (line: string) => bullet.test(line) && !isThematicBreak(line)

/** An anchor ends an item at the next line that is blank or not indented. */
function itemEnd(lines: readonly string[], start: number): number {
  let isAnchored = anchorOf(lines[start] ?? '') !== undefined
  let at = start + 1
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const next = nextFilled(lines, at)
    if (next > at) {
      if (isAnchored || !isIndented(lines[next] ?? '')) return at
      at = next
      continue
    }
    if (!isIndented(line) && (isAnchored || startsBlock(line))) return at
    isAnchored ||= anchorOf(line) !== undefined
    at += 1
  }
  return at
}

function readItem(lines: readonly string[], start: number, end: number, depth: number): ListItem {
  const width = Math.min(bullet.exec(lines[start] ?? '')?.[0].length ?? 2, 4)
  const inside = lines
    .slice(start, end)
    .map((line, n) => (n === 0 ? line.replace(bullet, '') : withoutIndentation(line, width)))
  const statement = takeMark(inside)
  return {
    blocks: readLines(inside, 0, depth + 1),
    ...{ start, end },
    ...(statement && { statement }),
  }
}

/** Takes anchor and mark off the item's last line that has one. */
function takeMark(inside: string[]): StatementMark | undefined {
  const at = inside.findLastIndex((line) => anchorOf(line) !== undefined)
  const found = anchorOf(inside[at] ?? '')
  if (!found) return undefined
  const mark = found.isConflict ? undefined : markOf(found.before)
  inside[at] = mark?.before ?? found.before
  const words = mark?.words ?? ''
  const since = /\b\d{4}-\d\d-\d\d\b/.exec(words)?.[0]
  return {
    anchor: found.anchor,
    isPageVersion: found.isConflict,
    ...(since !== undefined && { since }),
    disputes: [...words.matchAll(/\[\[([^[\]]+)\]\]/g)].map(([, link = '']) => link),
  }
}

function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1
  while (end < lines.length && lines[end]?.trim() !== '' && !startsBlock(lines[end] ?? '')) end += 1
  const text = lines.slice(at, end).map((line) => line.trim())
  return [{ type: 'paragraph', text: text.join('\n') }, end]
}

function startsBlock(line: string): boolean {
  const forms = [heading, fence, bullet, /^ {0,3}[>|]/]
  return isThematicBreak(line) || forms.some((form) => form.test(line))
}

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
function readTable(
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

/** Removes lines from a text; the others keep their line ends. */
export function removeLines(text: string, start: number, end: number): string {
  const parts = text.split(/(\r\n|\r|\n)/)
  return parts.filter((_, n) => n < start * 2 || n >= end * 2).join('')
}
