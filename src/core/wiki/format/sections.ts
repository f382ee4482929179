/** The headings that the compiler writes. List items below other headings are the person's own. */
import type { MemoryKind } from '../../../contract/vocabulary.ts'

/** Sections of statements: a list item that a person adds there becomes a memory of this kind. */
export const statementSections = {
  Decision: 'decision',
  Decisions: 'decision',
  Rules: 'rule',
  Preferences: 'preference',
  'What holds': 'fact',
  'How to': 'procedure',
  Fixes: 'fix',
  References: 'reference',
} as const satisfies Record<string, MemoryKind>

/** Sections that only the compiler fills. */
export const generatedSections = [
  'Status',
  'Replaces',
  'Concepts',
  'Connections',
  'Days',
  'Rests on',
  'Disputes',
  'Sessions',
  'Learned',
  'See also',
  'Linked from',
] as const

export type PageHeading = keyof typeof statementSections | (typeof generatedSections)[number]

/** Keeps what a person wrote when the heading or block it followed is gone. */
export const notesHeading = 'Notes'

const generated: ReadonlySet<string> = new Set(generatedSections)
const kinds: ReadonlyMap<string, MemoryKind> = new Map(Object.entries(statementSections))

export function isCompiledHeading(heading: string): boolean {
  return heading === notesHeading || generated.has(heading) || kinds.has(heading)
}

export function isGeneratedSection(heading: string): boolean {
  return generated.has(heading)
}

export function kindOfSection(heading: string): MemoryKind | undefined {
  return kinds.get(heading)
}
