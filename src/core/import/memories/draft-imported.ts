/** Turns another tool's memory into a draft: its trust, its standing, when it was made. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { normaliseContent } from '../../../contract/memory-text.ts'
import { memoryLimits } from '../../../contract/vocabulary.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../../memory/new-memory.ts'
import { projectPath } from '../../model/folder-path.ts'
import type { MemorySource } from '../../model/memory.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../ports/memory-source.ts'
import type { MemoryImportPorts, PlacedMemory } from './place-memory.ts'

export type DraftedImport =
  | { readonly kind: 'draft'; readonly draft: MemoryDraft }
  | { readonly kind: 'skipped'; readonly reason: string }

/**
 * The user's text becomes a memory. An agent's or a tool's becomes a foreign candidate, because
 * nobody knows what the agent had read.
 */
const standings = {
  user: { standing: 'memory', trust: 'user' },
  other: { standing: 'candidate', trust: 'tool' },
  repository: { standing: 'candidate', trust: 'repository' },
} as const

export function draftImported(
  { displayName }: Pick<ForeignMemorySource, 'displayName'>,
  memory: ImportedMemory,
  { address, root }: Extract<PlacedMemory, { kind: 'at' }>,
  { sources, now }: { readonly sources: readonly MemorySource[]; readonly now: string },
  ports: MemoryImportPorts,
): DraftedImport {
  const { author, kind, tags, files = [], importance, key, validTo } = memory
  const createdAt = notAfter(memory.createdAt ?? memory.updatedAt, now)
  const hasLongKey = key !== undefined && key.length > memoryLimits.keyCharacters
  const keywords = [...(memory.keywords ?? []), ...(hasLongKey ? [key] : [])]
  try {
    const draft = draftMemory(
      {
        ...address,
        ...standings[author],
        content: withEnd(memory.content, validTo),
        source: 'import',
        kind,
        tags,
        keywords,
        importance,
        key: hasLongKey ? undefined : key,
        files: files.map((file) => projectPath(file, root)),
        createdAt,
        updatedAt: notAfter(memory.updatedAt, now) ?? createdAt,
        validFrom: notAfter(memory.validFrom, now) ?? createdAt,
        sources: [{ type: 'import', ref: `${displayName}: ${memory.origin}` }, ...sources],
      },
      ports,
    )
    // A program's sentence about a secret is never learned.
    if (author !== 'user' && holdsRedaction(draft.content)) {
      return { kind: 'skipped', reason: 'memory with a secret in it' }
    }
    return { kind: 'draft', draft }
  } catch (error) {
    if (!(error instanceof ThroughlineError) || error.code !== 'invalid-input') throw error
    return { kind: 'skipped', reason: 'memory that is nothing but a secret' }
  }
}

/** A clock that was ahead must not make a memory valid only from tomorrow. */
const notAfter = (time: string | undefined, now: string) =>
  time === undefined || time <= now ? time : now

const withEnd = (content: string, validTo: string | undefined) =>
  validTo === undefined ? content : `${content} (until ${validTo.slice(0, 10)})`

const most = memoryLimits.contentCharacters

/** Splits a text that is too long for one memory, at paragraphs, lines or sentences if possible. */
export function fitContent(text: string): string[] {
  const parts: string[] = []
  let rest = normaliseContent(text)
  while (rest.length > most) {
    const end = cutAt(rest)
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** Not too early, so that no part is tiny. */
function cutAt(text: string): number {
  const beginning = text.slice(0, most)
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const end = beginning.lastIndexOf(mark)
    if (end >= most / 3) return end + mark.length
  }
  return beginning.length
}
