/**
 * Chooses and ranks memories for the start of a session: those about its work first. Others are left
 * out, unless they say how to work here, a person stated them, they were used, or there are few.
 */
import { freshness, type HalfLives, wholeDays } from '../../model/days.ts'
import type { Memory } from '../../model/memory.ts'
import type { ShownCounts } from '../../ports/injection-store.ts'
import type { SharedEvidence } from '../evidence/shared-evidence.ts'
import { neverUsed, wasUsed } from '../use/usefulness.ts'

interface StartEvidence {
  /** With the current work. */
  readonly shared: SharedEvidence | undefined
  readonly counts: ShownCounts | undefined
  readonly isStale: boolean
  /** Shown in this session before it was compacted. */
  readonly wasShown: boolean
}

export interface RankedMemory {
  readonly section: (typeof scopeSections)[number]
  readonly memory: Memory
  readonly reason: string
  readonly score: number
  readonly isStale: boolean
  readonly wasShown: boolean
  /** About the current work, or of this session or agent. */
  readonly isAbout: boolean
  /** Only the local rules learned it; no person, agent or model confirmed it. */
  readonly isOnlyHeard: boolean
  /** Why it must not be given. */
  readonly obstacle: string | undefined
}

/** Nearest first. */
const scopeSections = ['agent', 'session', 'project', 'global'] as const

interface StartAsker {
  readonly now: Date
  readonly halfLives: HalfLives
  readonly files: readonly string[]
}

/** So few may all be given, whatever the work is about. */
const fewMemories = 6

/** First those shown before a compaction, then by scope, nearest first; best first in each scope. */
export function rankForStart(
  memories: readonly Memory[],
  knownOf: (memory: Memory) => StartEvidence,
  asker: StartAsker,
): RankedMemory[] {
  const areFew = memories.filter((memory) => !isOnlyHeard(memory)).length <= fewMemories
  return scopeSections
    .flatMap((section) =>
      memories
        .filter(({ scope }) => scope === section)
        .map((memory) => rankOne(memory, section, knownOf(memory), asker, areFew))
        .sort(byScore),
    )
    .sort((a, b) => Number(b.wasShown) - Number(a.wasShown))
}

/** If the scores are equal, the one stored last. */
const byScore = (a: RankedMemory, b: RankedMemory) =>
  Number(a.isStale) - Number(b.isStale) || b.score - a.score || (a.memory.id > b.memory.id ? -1 : 1)

function isOnlyHeard({ source, confirmation }: Memory): boolean {
  return source === 'heuristic' && (confirmation === 'stated' || confirmation === 'repeated')
}

/** Chosen by hand. Relevance, 0 to 1, outweighs any other factor. */
const amounts = { files: 0.3, important: 0.4, fresh: 0.2, used: 0.2, ignored: -0.4 }
const newDays = 14
/** Evidence that gives a relevance of one half. */
const evidenceOfHalf = 8
const waysOfWorking = new Set(['preference', 'correction', 'procedure'])

/** It applies whatever the work is about. A memory that names code is about that code. */
function isWayOfWorking({ kind, trust, scope, content, files }: Memory): boolean {
  if (scope === 'global') return true
  const isGeneral = trust === 'user' || waysOfWorking.has(kind)
  return isGeneral && files.length === 0 && !/`|\w\/\w|[a-z][A-Z]|_/.test(content)
}

function rankOne(
  memory: Memory,
  section: RankedMemory['section'],
  { shared, counts, isStale, wasShown }: StartEvidence,
  { now, halfLives, files }: StartAsker,
  areFew: boolean,
): RankedMemory {
  const evidence = shared?.amount ?? 0
  const relevance = evidence / (evidence + evidenceOfHalf)
  const sharedFiles = memory.files.filter((file) => files.includes(file))
  const isUsed = wasUsed(memory, counts)
  const ignored = neverUsed(memory, counts)
  const score =
    relevance +
    (sharedFiles.length > 0 ? amounts.files : 0) +
    amounts.important * (memory.importance - 0.5) +
    amounts.fresh * freshness(memory, now, halfLives) +
    (isUsed ? amounts.used : 0) +
    (ignored === undefined ? 0 : amounts.ignored)
  const isNear = wasShown || memory.scope === 'session' || memory.scope === 'agent'
  const isAbout = shared !== undefined || sharedFiles.length > 0 || isNear
  const isHeard = isOnlyHeard(memory)
  const isWelcome = isUsed || (areFew && !isHeard) || isWayOfWorking(memory)
  const reasons = [
    ...(wasShown ? ['shown before the compaction'] : []),
    ...(shared
      ? [
          `about ${shared.shared
            .slice(0, 4)
            .map(({ term }) => term)
            .join(', ')}`,
        ]
      : []),
    ...(sharedFiles[0] === undefined ? [] : [`about ${sharedFiles[0]}`]),
    ...(memory.importance > 0.6 ? ['important'] : []),
    ...(wholeDays(memory.updatedAt, now) < newDays ? ['new'] : []),
    ...(isUsed ? ['used before'] : []),
    ...(ignored === undefined ? [] : [ignored]),
    ...(isStale ? ['its files changed since'] : []),
  ]
  const reason = reasons.join('; ') || 'there was room'
  const obstacle = isAbout ? undefined : isWelcome ? ignored : 'not about the current work'
  const scored = { memory, section, reason, score, isStale, wasShown }
  return { ...scored, isAbout, isOnlyHeard: isHeard, obstacle }
}
