/** Shows a change of a text file as a unified diff, for `--dry-run`. */
import { diffLists, type ListChange } from '../../contract/diff.ts'
import { linesOf } from '../text/line-diff.ts'

const contextLines = 3

/** @returns an empty string if nothing changes; undefined on a side means there is no file */
export function diffText(
  before: string | undefined,
  after: string | undefined,
  file = 'file',
): string {
  if (before === after) return ''
  const beforeLines = linesOf(before ?? '')
  const afterLines = linesOf(after ?? '')
  const header = [
    `--- ${before === undefined ? '/dev/null' : file}\n`,
    `+++ ${after === undefined ? '/dev/null' : file}\n`,
  ]
  const hunks = inHunks(diffLists(beforeLines, afterLines))
  return [...header, ...hunks.flatMap((hunk) => renderHunk(hunk, beforeLines, afterLines))].join('')
}

/** Shows changes together if their context lines touch. */
function inHunks(changes: readonly ListChange[]): readonly (readonly ListChange[])[] {
  const hunks: ListChange[][] = []
  for (const change of changes) {
    const hunk = hunks.at(-1)
    const previous = hunk?.at(-1)
    const isNear = previous && change.beforeStart - previous.beforeEnd <= 2 * contextLines
    if (hunk && isNear) hunk.push(change)
    else hunks.push([change])
  }
  return hunks
}

function renderHunk(
  changes: readonly ListChange[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const first = changes[0]
  const last = changes.at(-1)
  if (!first || !last) return []
  const lead = Math.min(contextLines, first.beforeStart)
  const tail = Math.min(contextLines, before.length - last.beforeEnd)
  const lines: string[] = []
  let reached = first.beforeStart - lead
  for (const change of changes) {
    lines.push(...marked(' ', before.slice(reached, change.beforeStart)))
    lines.push(...marked('-', before.slice(change.beforeStart, change.beforeEnd)))
    lines.push(...marked('+', after.slice(change.afterStart, change.afterEnd)))
    reached = change.beforeEnd
  }
  lines.push(...marked(' ', before.slice(reached, reached + tail)))
  const oldRange = range(first.beforeStart - lead, last.beforeEnd + tail)
  const newRange = range(first.afterStart - lead, last.afterEnd + tail)
  return [`@@ -${oldRange} +${newRange} @@\n`, ...lines]
}

function range(start: number, end: number): string {
  const length = end - start
  return `${length === 0 ? start : start + 1},${length}`
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
  )
}
