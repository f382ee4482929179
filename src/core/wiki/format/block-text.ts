/**
 * A statement as a list item and back. Its anchor ends the last line, so that Obsidian finds the
 * block; nothing else in its text may be mistaken for an anchor.
 */
import {
  anchorIndex,
  anchorOf,
  isThematicBreak,
  markOf,
  splitLines,
  trimLineEnd,
  trimLineStart,
} from '../../../contract/page-lines.ts'
import { type MemoryKind, parseKind } from '../../../contract/vocabulary.ts'
import type { PageStatement } from '../model.ts'

const conflictPrefix = "**Conflict, the page's version:**"
/** A line whose meaning an anchor at its end would change. */
const structuralLine = /^(?:[ \t]|`{3}|~{3}|[|>#]|[-*+](?:[ \t]|$)|\d+[.)] |[-=*_]{3})/

/** The text as a page keeps it: editors and git change line ends and trailing blanks. */
export function blockText(text: string): string {
  const lines = withoutBlankEnds(splitLines(text).map(trimLineEnd))
  return trimLineStart(lines.join('\n'))
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

/** @returns undefined if the line does not end in a mark of ours */
function readMark(line: string): { kind: MemoryKind | undefined; before: string } | undefined {
  const mark = markOf(line)
  if (!mark) return undefined
  const [name = '', ...others] = mark.words.split(',').map((part) => part.trim())
  const kind = parseKind(name)
  const hasDate = [name, ...others].some((part) => /^\d{4}-\d\d-\d\d$/.test(part))
  return kind || hasDate ? { kind, before: mark.before } : undefined
}

function withoutPrefix(text: string): string {
  return text.startsWith(conflictPrefix) ? blockText(text.slice(conflictPrefix.length)) : text
}

export function escapeAnchor(line: string): string {
  const at = anchorIndex(line)
  if (at === undefined || !/^[ \t\\]?$/.test(line.charAt(at - 1))) return line
  return `${line.slice(0, at)}\\${line.slice(at)}`
}

function unescapeAnchor(line: string): string {
  const at = anchorIndex(line) ?? 0
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
