/** Code fences among the lines of a page, which may be left open while somebody types. */
import { anchorOf, trimLineEnd, trimLineStart } from './block-text.ts'
import { depthOf, startsItem } from './list-items.ts'

/** @returns the index behind a closed fence that opens at a line; undefined if none does */
export type FindFenceEnd = (start: number) => number | undefined

export function createFenceFinder(
  lines: readonly string[],
  isOurs: (line: string) => boolean,
): FindFenceEnd {
  /** How far a fence of each form was looked for in vain, so that many open ones cost little. */
  const openUntil = new Map<string, number>()
  return (start) => {
    const opening = lines[start] ?? ''
    const [fence] = /(?<=^ {0,3})(?:`{3,9}|~{3,9})/.exec(opening) ?? []
    if (fence === undefined) return undefined
    const depth = depthOf(opening)
    const form = `${depth}${fence}`
    if (start < (openUntil.get(form) ?? 0)) return undefined
    for (let at = start + 1; at < lines.length; at += 1) {
      const line = trimLineEnd(lines[at] ?? '')
      const isClosing = trimLineStart(line).startsWith(fence) && !/[^`~ \t]/.test(line)
      if (isClosing && depthOf(line) === depth) return at + 1
      // A fence that somebody left open must not hide statements, which would forget them.
      const isStatement = startsItem(trimLineStart(line)) && anchorOf(line) !== undefined
      if (!isStatement && !isOurs(line)) continue
      openUntil.set(form, at)
      return undefined
    }
    openUntil.set(form, lines.length)
    return undefined
  }
}

/** Whether each line is code, to someone who reads one line after the other. */
export function createCodeTracker(lines: readonly string[]): (at: number) => boolean {
  const markOf = (line: string) => /^[ \t]*(?:[-*+] )?[ \t]*(```|~~~)/.exec(line)?.[1]
  const last = new Map(lines.map((line, at) => [markOf(line), at]))
  let fence: string | undefined
  return (at) => {
    const mark = markOf(lines[at] ?? '')
    const wasCode = fence !== undefined
    if (wasCode && mark === fence) fence = undefined
    else if (!wasCode && mark !== undefined && (last.get(mark) ?? 0) > at) fence = mark
    return wasCode || fence !== undefined
  }
}
