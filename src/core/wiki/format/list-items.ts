/** Which lines belong to a list item on a page that people edit. */
import {
  anchorOf,
  isIndented,
  nextFilled,
  trimLineEnd,
  trimLineStart,
  withoutIndentation,
} from '../../../contract/page-lines.ts'

export interface ListItem {
  readonly at: number
  /** Without its dash and indentation. */
  readonly lines: readonly string[]
  /** As on the page. */
  readonly source: readonly string[]
}

const dash = /^[-*+](?:[ \t]|$)/

export function startsItem(line: string): boolean {
  return dash.test(line)
}

/**
 * The item that starts at a line, and statements that a person nested below it. After its anchor, an
 * item ends at the next blank line: the text that follows is a passage.
 */
export function findItems(
  lines: readonly string[],
  start: number,
): { items: readonly ListItem[]; end: number } {
  const items: ListItem[] = []
  let first = start
  let nested: number | undefined
  let isAnchored = anchorOf(lines[start] ?? '') !== undefined
  let at = start + 1
  const close = (end: number) => {
    items.push(toItem(lines, first, end))
    first = end
    nested = undefined
  }
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (trimLineEnd(line) === '') {
      const next = nextFilled(lines, at)
      if (isAnchored || !isIndented(lines[next] ?? '')) break
      at = next - 1
      continue
    }
    if (!isIndented(line) && (isAnchored || !isParagraphLine(lines, at))) break
    if (startsItem(trimLineStart(line))) nested = at
    if (!anchorOf(line)) continue
    if (nested !== undefined && isBelow(lines, nested, at)) close(nested)
    isAnchored = true
  }
  close(at)
  return { items, end: at }
}

function toItem(lines: readonly string[], start: number, end: number): ListItem {
  const source = lines.slice(start, end)
  const depth = depthOf(source[0] ?? '')
  const body = source.map((line, n) => {
    if (n === 0) return trimLineStart(line).replace(dash, '')
    return withoutIndentation(line, depth + 2)
  })
  return { at: start, lines: body, source }
}

/** Markdown also continues a paragraph without indentation. */
function isParagraphLine(lines: readonly string[], at: number): boolean {
  const isAfterText = trimLineEnd(lines[at - 1] ?? '') !== ''
  return isAfterText && !/^(?:[-*+#>|]|`{3}|~{3}|\d+[.)] )/.test(lines[at] ?? '')
}

/** Whether the anchor that ends a line belongs to the nested item before it. */
function isBelow(lines: readonly string[], nested: number, at: number): boolean {
  return nested === at || depthOf(lines[at] ?? '') > depthOf(lines[nested] ?? '')
}

export function depthOf(line: string): number {
  return line.length - trimLineStart(line).length
}
