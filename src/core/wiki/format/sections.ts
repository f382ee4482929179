/**
 * The headings that the compiler writes; list items below other headings are the person's own. Also
 * code fences, which may be left open while somebody types.
 */
import { anchorOf, trimLineEnd, trimLineStart } from '../../../contract/page-lines.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { depthOf, startsItem } from './list-items.ts'

/** Sections of statements: a list item that a person adds there becomes a memory of this kind. */
export const statementSections = {
  Decision: 'decision',
  Decisions: 'decision',
  Rules: 'rule',
  Preferences: 'preference',
  Facts: 'fact',
  'How to': 'procedure',
  Fixes: 'fix',
  References: 'reference',
} as const satisfies Record<string, MemoryKind>

/** Sections that only the compiler fills. */
export const generatedSections = [
  'Why',
  'Rejected',
  'Status',
  'Replaces',
  'Session',
  'Concepts',
  'Days',
  'Sessions',
  'Learned',
  'See also',
] as const

/** Headings of earlier versions, which may be on pages that were not built since. */
const formerSections = ['Connections', 'Rests on', 'Disputes', 'Linked from']
const formerKinds = { 'What holds': 'fact' } as const

export type PageHeading = keyof typeof statementSections | (typeof generatedSections)[number]

/** Keeps what a person wrote when the heading or block it followed is gone. */
export const notesHeading = 'Notes'

const generated: ReadonlySet<string> = new Set([...generatedSections, ...formerSections])
const kinds: ReadonlyMap<string, MemoryKind> = new Map(
  Object.entries({ ...statementSections, ...formerKinds }),
)

export function isCompiledHeading(heading: string): boolean {
  return heading === notesHeading || generated.has(heading) || kinds.has(heading)
}

export function isGeneratedSection(heading: string): boolean {
  return generated.has(heading)
}

export function kindOfSection(heading: string): MemoryKind | undefined {
  return kinds.get(heading)
}

/** Finds the index after the closed fence that opens at a line; undefined if none does. */
export function createFenceFinder(lines: readonly string[], isOurs: (line: string) => boolean) {
  /** How far each form of fence was searched for a closing one, so that many open fences cost little. */
  const openUntil = new Map<string, number>()
  return (start: number): number | undefined => {
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
      // A fence that was left open must not hide statements: they would be forgotten.
      const isStatement = startsItem(trimLineStart(line)) && anchorOf(line) !== undefined
      if (!isStatement && !isOurs(line)) continue
      openUntil.set(form, at)
      return undefined
    }
    openUntil.set(form, lines.length)
    return undefined
  }
}

/** Whether a line is code. Ask about every line in order. */
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
