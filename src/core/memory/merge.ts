/** What changes in a memory when the same is said again. */

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

/** Whoever is trusted less adds nothing to what somebody trusted more has said. */
export function planMerge(memory: Memory, draft: MemoryDraft): MemoryChange {
  const standing = compareTrust(draft.trust, memory.trust)
  if (standing < 0) return {}
  const isManual = draft.source === 'manual'
  const source = isManual ? 'manual' : memory.source
  const tags = normaliseTags([...memory.tags, ...(draft.tags ?? [])])
  return differing(memory, {
    ...(standing > 0 || saysMore(draft.content, memory.content) ? takenContent(draft) : {}),
    trust: draft.trust,
    source,
    kind: (isManual ? draft.kind : undefined) ?? memory.kind,
    importance: isManual
      ? (draft.importance ?? memory.importance)
      : Math.max(memory.importance, draft.importance ?? 0),
    pinned: draft.pinned ?? memory.pinned,
    ...(memory.key === undefined && draft.key !== undefined && { key: draft.key }),
    tags: labelTags(tags.slice(0, memoryLimits.tags), source, memory.source),
    keywords: union(memory.keywords, draft.keywords).slice(0, memoryLimits.keywords),
    files: union(memory.files, draft.files).slice(0, memoryLimits.files),
    ...(draft.commit !== undefined && { commit: draft.commit }),
  })
}

/** What was said replaces what was there; what was left unsaid stays. */
export function planReplacement(
  memory: Memory,
  draft: MemoryDraft,
  host: string | undefined,
): MemoryChange {
  const isOther = draft.contentHash !== memory.contentHash
  const source = isOther ? draft.source : memory.source
  return differing(memory, {
    ...takenContent(draft),
    ...(isOther && { trust: draft.trust, source, host: host ?? null }),
    ...(draft.kind !== undefined && { kind: draft.kind }),
    tags: labelTags(draft.tags ?? memory.tags, source, memory.source),
    ...(draft.keywords !== undefined && { keywords: draft.keywords }),
    ...(draft.importance !== undefined && { importance: draft.importance }),
    ...(draft.pinned !== undefined && { pinned: draft.pinned }),
    ...(draft.files !== undefined && { files: draft.files }),
    ...(draft.commit !== undefined && { commit: draft.commit }),
  })
}

const automaticTag = 'auto'

/** What a program guessed says so, until somebody takes it over by hand. */
export function labelTags(
  tags: readonly string[],
  source: MemorySourceName,
  former: MemorySourceName = source,
): readonly string[] {
  if (isAutomatic(source)) return normaliseTags([...tags, automaticTag])
  return isAutomatic(former) ? tags.filter((tag) => tag !== automaticTag) : tags
}

export function isAutomatic(source: MemorySourceName): boolean {
  return source === 'heuristic' || source === 'model'
}

/** The part of a change that changes something. */
export function differing(memory: Memory, change: MemoryChange): MemoryChange {
  const entries = Object.entries(change).filter(([name, value]) => {
    const present = memory[name as keyof MemoryChange] ?? null
    return JSON.stringify(value) !== JSON.stringify(present)
  })
  return Object.fromEntries(entries)
}

/** Above zero when `one` is trusted more than `other`. */
export function compareTrust(one: TrustLevel, other: TrustLevel): number {
  return trustLevels.indexOf(other) - trustLevels.indexOf(one)
}

function takenContent({ content, contentHash }: MemoryDraft): MemoryChange {
  return { content, contentHash }
}

function saysMore(one: string, other: string): boolean {
  return normaliseStatement(one).words.length > normaliseStatement(other).words.length
}

function union(known: readonly string[], added: readonly string[] | undefined): string[] {
  return normaliseLines([...known, ...(added ?? [])])
}
