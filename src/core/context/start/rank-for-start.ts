/**
 * Ranks memories for the start of a session: those about its work, then important, new and used ones.
 * Memories often shown but never used rank lower; possibly outdated ones come last.
 */
import { wholeDays } from '../../model/days.ts'
import type { Memory } from '../../model/memory.ts'
import type { ShownCounts } from '../../ports/injection-store.ts'
import type { SharedWord } from './start-candidates.ts'

export interface StartEvidence {
  /** With the current work. */
  readonly shared: readonly SharedWord[]
  readonly counts: ShownCounts | undefined
  readonly isStale: boolean
  /** Shown in this session before it was compacted. */
  readonly wasShown: boolean
}

export interface RankedMemory extends ScoredMemory {
  readonly section: ScopeSection
}

interface ScoredMemory {
  readonly memory: Memory
  readonly reason: string
  readonly score: number
  readonly isStale: boolean
  readonly wasShown: boolean
}

/** Nearest first. */
const scopeSections = ['agent', 'session', 'project', 'global'] as const
type ScopeSection = (typeof scopeSections)[number]

export interface StartAsker {
  readonly now: Date
  readonly files: readonly string[]
}

/** First those shown before a compaction, then by scope, nearest first; best first in each. */
export function rankForStart(
  memories: readonly Memory[],
  knownOf: (memory: Memory) => StartEvidence,
  asker: StartAsker,
): RankedMemory[] {
  return scopeSections
    .flatMap((section) =>
      memories
        .filter(({ scope }) => scope === section)
        .map((memory) => ({ ...rankOne(memory, knownOf(memory), asker), section }))
        .sort(byScore),
    )
    .sort((a, b) => Number(b.wasShown) - Number(a.wasShown))
}

const byScore = (a: ScoredMemory, b: ScoredMemory) =>
  Number(a.isStale) - Number(b.isStale) || b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1)

/** Chosen by hand. Relevance, 0 to 1, outweighs any other factor. */
const amounts = { files: 0.3, important: 0.4, recent: 0.2, lasting: 0.1, used: 0.2, ignored: -0.4 }
const halfLifeDays = 14
/** Weight of shared words that gives a relevance of one half. */
const evidenceOfHalf = 1.5
/** Sessions it may be shown to without use. */
const mostShownInVain = 5
const lasting = new Set(['preference', 'correction', 'decision'])

function rankOne(memory: Memory, known: StartEvidence, { now, files }: StartAsker): ScoredMemory {
  const { shared, counts, isStale, wasShown } = known
  const evidence = shared.reduce((sum, { weight }) => sum + weight, 0)
  const relevance = evidence / (evidence + evidenceOfHalf)
  const recency = 0.5 ** (wholeDays(memory.updatedAt, now) / halfLifeDays)
  const sharedFiles = memory.files.filter((file) => files.includes(file))
  const isUsed = (counts?.used ?? 0) > 0 || memory.useCount > 0
  const isIgnored = !isUsed && (counts?.shown ?? 0) >= mostShownInVain
  const score =
    relevance +
    (sharedFiles.length > 0 ? amounts.files : 0) +
    amounts.important * (memory.importance - 0.5) +
    amounts.recent * recency +
    (lasting.has(memory.kind) ? amounts.lasting : 0) +
    (isUsed ? amounts.used : 0) +
    (isIgnored ? amounts.ignored : 0)
  const reasons = [
    ...(wasShown ? ['shown before the compaction'] : []),
    ...(shared.length === 0 ? [] : [`about ${listWords(shared)}`]),
    ...(sharedFiles[0] === undefined ? [] : [`about ${sharedFiles[0]}`]),
    ...(memory.importance > 0.6 ? ['important'] : []),
    ...(recency > 0.5 ? ['new'] : []),
    ...(isUsed ? ['used before'] : []),
    ...(isIgnored ? [`shown to ${counts?.shown} sessions, never used`] : []),
    ...(isStale ? ['its files changed since'] : []),
  ]
  return { memory, reason: reasons.join('; ') || 'there was room', score, isStale, wasShown }
}

function listWords(shared: readonly SharedWord[]): string {
  const words = shared.slice(0, 4).map(({ word }) => word)
  return words.join(', ')
}
