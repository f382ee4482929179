/** Finds the memory that already says what is to be written, and how it changes. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryChange, MemoryStore } from '../ports/memory-store.ts'
import { statedIn } from './conflict.ts'
import type { Judged } from './find-similar.ts'
import { isAutomatic, planMerge, planReplacement } from './merge.ts'
import type { MemoryDraft } from './new-memory.ts'
import { isPartOf } from './sameness.ts'
import { mayReplace } from './supersede.ts'

export interface KnownMemory {
  readonly memory: Memory
  readonly change: MemoryChange
  readonly outcome: 'updated' | 'merged' | 'duplicate'
  /** Foreign text would replace the words of a user or an agent. */
  readonly isForbidden?: boolean
}

/** By key, then by identical content; a draft without a key also by near-identical content. */
export async function findKnown(
  tx: MemoryStore,
  draft: MemoryDraft,
  target: Memory | undefined,
  similar: readonly Judged[],
): Promise<KnownMemory | undefined> {
  const sameKey = draft.key === undefined ? undefined : await tx.findByKey(draft, draft.key)
  if (sameKey) {
    const change = planReplacement(sameKey, draft, await tx.hostOf(draft.sources))
    const isForbidden = !mayReplace(draft, sameKey) && Object.keys(change).length > 0
    return { memory: sameKey, change, outcome: 'updated', isForbidden }
  }
  const twin = await tx.findByHash(draft, draft.contentHash)
  if (twin && (draft.key === undefined || twin.key === undefined)) return merging(twin, draft)
  if (draft.key !== undefined) return undefined
  const same = similar.filter(
    ({ memory, verdict }) =>
      memory.id !== target?.id && (verdict === 'same' || repeatsPart(draft, memory)),
  )
  const near = same.find(({ memory }) => memory.standing === 'memory') ?? same[0]
  return near && merging(near.memory, draft)
}

/** A program that reads on often finds a part of what it found before, or a little more of it. */
function repeatsPart(draft: MemoryDraft, memory: Memory): boolean {
  return isAutomatic(draft.source) && isPartOf(statedIn(draft), statedIn(memory))
}

function merging(memory: Memory, draft: MemoryDraft): KnownMemory {
  const change = planMerge(memory, draft)
  const isChanged = Object.keys(change).length > 0
  return { memory, change, outcome: isChanged ? 'merged' : 'duplicate' }
}

export function refuseForbidden({ memory, isForbidden }: KnownMemory): void {
  if (isForbidden) throw protectedKey(memory)
}

const writers = {
  user: 'the user',
  agent: 'an agent',
  teammate: 'a teammate',
  repository: 'a repository',
  tool: 'a tool',
}

function protectedKey({ key, trust }: Memory): ThroughlineError {
  const author = writers[trust]
  const message = `foreign text cannot replace "${key}", which ${author} stored`
  return new ThroughlineError('conflict', message, { hint: 'store it under another key' })
}
