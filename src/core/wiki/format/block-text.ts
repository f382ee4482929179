/**
 * A statement as a list item and back. Its anchor ends the last line, so that Obsidian finds the
 * block; nothing else in its text may be mistaken for an anchor.
 */
import { type MemoryKind, parseKind } from '../../../contract/vocabulary.ts'
import type { PageStatement } from '../model.ts'

const conflictPrefix = "**Conflict, the page's version:**"
const anchorAtEnd = /\^([0-9a-f]{10})(-page)?$/
const markAtEnd = /(?:^|[ \t])\*\(([^()]*)\)\*$/
/** A line whose meaning an anchor at its end would change. */
const structuralLine = /^(?:[ \t]|`{3}|~{3}|[|>#]|[-*+](?:[ \t]|$)|\d+[.)] |[-=*_]{3})/

/** The text as a page keeps it: editors and git change line ends and trailing blanks. */
export function blockText(text: string): string {
  const lines = withoutBlankEnds(splitLines(text).map(trimLineEnd))
  return trimLineStart(lines.join('\n'))
}

export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}

export function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const isFilled = (line: string) => trimLineEnd(line) !== ''
  const first = lines.findIndex(isFilled)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isFilled) + 1)
}

export function renderStatement(statement: PageStatement): string[] {
  const { anchor, kind, since, text, author, disputes, pageText } = statement
  const disputed = disputes.map((link) => `[[${link}]]`).join(' ')
  const by = author && `by ${author}`
  const mark = [kind, since, by, disputed && `disputed with ${disputed}`].filter(Boolean).join(', ')
  const lines = renderBlock(text, `*(${mark})* ^${anchor}`)
  if (pageText === undefined) return lines
  return [...lines, ...renderBlock(`${conflictPrefix} ${blockText(pageText)}`, `^${anchor}-page`)]
}

function renderBlock(text: string, ending: string): string[] {
  const lines = blockText(text).split('\n').map(escapeAnchor)
  const first = escapeBreak(lines[0] ?? '')
  const last = lines.at(-1) ?? ''
  const isApart = lines.length > 1 && structuralLine.test(last)
  const whole = [first, ...lines.slice(1), ...(isApart ? [ending] : [])]
  if (!isApart) whole[whole.length - 1] = [whole.at(-1), ending].filter(Boolean).join(' ')
  return whole.map((line, n) => (n === 0 ? `- ${line}` : line === '' ? '' : `  ${line}`))
}

/** @param lines of one list item, without its dash and indentation */
export function readBlock(lines: readonly string[]) {
  const at = lines.findLastIndex((line) => anchorOf(line) !== undefined)
  const found = anchorOf(lines[at] ?? '')
  const isConflict = found?.isConflict === true
  const marked = at < 0 ? lines.length - 1 : at
  const mark = isConflict ? undefined : readMark(found?.before ?? lines[marked] ?? '')
  const clean = lines.map((line, n) => {
    if (n !== marked) return unescapeAnchor(line)
    return unescapeAnchor(mark?.before ?? found?.before ?? line)
  })
  const text = unescapeBreak(blockText(clean.join('\n')))
  return {
    anchor: found?.anchor,
    isConflict,
    kind: mark?.kind,
    text: isConflict ? withoutPrefix(text) : text,
  }
}

/** The anchor that ends a line, if one does, and the text before it. */
export function anchorOf(line: string) {
  const trimmed = trimLineEnd(line)
  const found = anchorAtEnd.exec(trimmed)
  if (!found || !/^[ \t]?$/.test(trimmed.charAt(found.index - 1))) return undefined
  const before = trimLineEnd(trimmed.slice(0, found.index))
  return { anchor: found[1] ?? '', isConflict: found[2] !== undefined, before }
}

export function isThematicBreak(line: string): boolean {
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/[ \t]/g, ''))
}

/** @returns undefined if the line does not end in a mark of ours */
function readMark(line: string): { kind: MemoryKind | undefined; before: string } | undefined {
  const trimmed = trimLineEnd(line)
  const found = markAtEnd.exec(trimmed)
  if (!found) return undefined
  const [name = '', ...others] = (found[1] ?? '').split(',').map((part) => part.trim())
  const kind = parseKind(name)
  const hasDate = [name, ...others].some((part) => /^\d{4}-\d\d-\d\d$/.test(part))
  return kind || hasDate ? { kind, before: trimmed.slice(0, found.index) } : undefined
}

function withoutPrefix(text: string): string {
  return text.startsWith(conflictPrefix) ? blockText(text.slice(conflictPrefix.length)) : text
}

export function escapeAnchor(line: string): string {
  const at = anchorAtEnd.exec(line)?.index
  if (at === undefined || !/^[ \t\\]?$/.test(line.charAt(at - 1))) return line
  return `${line.slice(0, at)}\\${line.slice(at)}`
}

function unescapeAnchor(line: string): string {
  const at = anchorAtEnd.exec(line)?.index ?? 0
  return line.charAt(at - 1) === '\\' ? line.slice(0, at - 1) + line.slice(at) : line
}

/** A first line such as `---` after the item's dash would be a thematic break. */
function escapeBreak(line: string): string {
  return isThematicBreak(`- ${line.replace(/^\\+/, '')}`) ? `\\${line}` : line
}

function unescapeBreak(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const isEscaped = first.startsWith('\\') && isThematicBreak(`- ${first.replace(/^\\+/, '')}`)
  return isEscaped ? text.slice(1) : text
}

/** A loop, because a pattern takes quadratic time on a hostile line of blanks. */
export function trimLineEnd(line: string): string {
  let end = line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1
  return line.slice(0, end)
}

export function trimLineStart(line: string): string {
  return line.replace(/^[ \t]+/, '')
}
