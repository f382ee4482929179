/** How a memory changes when the same statement is stored again. */
import { normaliseLines, normaliseTags } from '../../contract/memory-text.ts'
import {
  type MemorySourceName,
  memoryLimits,
  type TrustLevel,
  trustLevels,
} from '../../contract/vocabulary.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryChange } from '../ports/memory-store.ts'
import type { MemoryDraft } from './new-memory.ts'
import { normaliseStatement } from './normalise-statement.ts'
import { confirmedBy } from './standing.ts'

/**
 * A less trusted source adds nothing to a more trusted statement, and a candidate nothing to a
 * memory. A teammate's memory stays theirs until the user rewords it or changes its key or labels; a
 * repository's until the user says the same.
 */
export function planMerge(memory: Memory, draft: MemoryDraft): MemoryChange {
  if (isOthers(memory) && draft.trust !== 'user') return {}
  const difference = compareTrust(draft.trust, memory.trust)
  const isReworded =
    isBetterWorded(draft, memory, difference) && draft.contentHash !== memory.contentHash
  const isTheirs = memory.author !== undefined && !isReworded
  const trust = isTheirs ? memory.trust : joinTrust([memory.trust, draft.trust])
  const confirmed = trust === 'tool' ? {} : confirmedBy({ ...memory, trust }, draft)
  if (difference < 0) return isForeign(draft.trust) ? {} : confirmed
  if (draft.standing === 'candidate' && memory.standing === 'memory') return {}
  const isManual = draft.source === 'manual'
  const source = isManual ? 'manual' : memory.source
  const tags = normaliseTags([...memory.tags, ...(draft.tags ?? [])])
  const change = differing(memory, {
    ...(isReworded ? takenContent(draft) : {}),
    ...confirmed,
    trust,
    source,
    kind: (isManual || confirmed.standing ? draft.kind : undefined) ?? memory.kind,
    importance: isManual
      ? (draft.importance ?? memory.importance)
      : Math.max(memory.importance, draft.importance ?? 0),
    pinned: draft.pinned ?? memory.pinned,
    key: memory.key ?? draft.key,
    tags: labelTags(tags.slice(0, memoryLimits.tags), source, memory.source),
    keywords: union(memory.keywords, draft.keywords).slice(0, memoryLimits.keywords),
    files: union(memory.files, draft.files).slice(0, memoryLimits.files),
    commit: draft.commit,
  })
  return takingOver(memory, draft, change)
}

/** Replaces the members that the draft has. */
export function planReplacement(
  memory: Memory,
  draft: MemoryDraft,
  host: string | undefined,
): MemoryChange {
  const isOther = draft.contentHash !== memory.contentHash
  if (isOthers(memory) && !isOther && draft.trust !== 'user') return {}
  const trust = isOther || memory.trust === 'repository' ? draft.trust : memory.trust
  const source = isOther ? draft.source : memory.source
  const { kind, keywords, importance, pinned, files, commit } = draft
  const change = differing(memory, {
    ...(isOther && { ...takenContent(draft), source, host: host ?? null }),
    trust,
    ...confirmedBy({ ...memory, trust }, draft),
    ...{ kind, keywords, importance, pinned, files, commit },
    tags: labelTags(draft.tags ?? memory.tags, source, memory.source),
  })
  return takingOver(memory, draft, change)
}

const isOthers = ({ author, trust }: Memory) => author !== undefined || trust === 'repository'

const labels = ['key', 'kind', 'tags', 'keywords', 'files', 'importance'] as const

/** A teammate's memory with new labels becomes the user's, and reaches the team as an edit. */
function takingOver(memory: Memory, { trust }: MemoryDraft, change: MemoryChange): MemoryChange {
  if (!memory.author || !labels.some((label) => label in change)) return change
  return { ...change, trust, author: null }
}

const automaticTag = 'auto'

/** Tags memories that a program extracted, until a person takes them over. */
export function labelTags(
  tags: readonly string[],
  source: MemorySourceName,
  former: MemorySourceName = source,
): readonly string[] {
  if (isAutomatic(source)) return normaliseTags([...tags, automaticTag])
  return isAutomatic(former) ? tags.filter((tag) => tag !== automaticTag) : tags
}

export function isAutomatic(source: MemorySourceName): boolean {
  return source === 'heuristic' || source === 'model' || source === 'commit'
}

/** Undefined leaves a member unchanged. */
export type WantedChange = {
  readonly [Name in keyof MemoryChange]: MemoryChange[Name] | undefined
}

/** Returns the members that really change. */
export function differing(memory: Memory, change: WantedChange): MemoryChange {
  const entries = Object.entries(change).filter(([name, value]) => {
    const present = memory[name as keyof MemoryChange] ?? null
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(present)
  })
  return Object.fromEntries(entries)
}

/** Foreign text stays foreign even if an agent repeats it; only the user can vouch for it. */
export function joinTrust(levels: readonly TrustLevel[]): TrustLevel {
  if (levels.includes('user')) return 'user'
  return trustLevels.findLast((level) => levels.includes(level)) ?? 'agent'
}

/** Less trusted than an agent's own words. */
export function isForeign(trust: TrustLevel): boolean {
  return compareTrust(trust, 'agent') < 0
}

/** Above zero if `one` is trusted more than `other`. */
export function compareTrust(one: TrustLevel, other: TrustLevel): number {
  return trustLevels.indexOf(other) - trustLevels.indexOf(one)
}

function takenContent({ content, contentHash }: MemoryDraft): MemoryChange {
  return { content, contentHash, author: null }
}

/** More trusted, or equally trusted and longer. A person's wording stays. */
function isBetterWorded(draft: MemoryDraft, memory: Memory, difference: number): boolean {
  if (difference > 0) return true
  if (isAutomatic(draft.source) && !isAutomatic(memory.source)) return false
  const lengthOf = (text: string) => normaliseStatement(text).words.length
  return lengthOf(draft.content) > lengthOf(memory.content)
}

function union(known: readonly string[], added: readonly string[] | undefined): string[] {
  return normaliseLines([...known, ...(added ?? [])])
}
