/** Restores memories of an unmerged project that were closed in favour of the other project's. */
import { tryReopening } from '../consolidation/undo-consolidation.ts'
import { isSameAddress, isValid, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { MemoryTransaction, MovedMemories } from '../ports/memory-store.ts'

export interface UnrestoredMemory {
  readonly id: string
  readonly reason: string
}

export interface RestoreRequest {
  readonly tx: MemoryTransaction
  readonly at: string
  readonly moved: MovedMemories
  /** Where they were moved, and when. */
  readonly from: ScopeAddress
  readonly since: string
}

/** @returns the memories that could not be restored, and why */
export async function restoreMemories(back: RestoreRequest): Promise<UnrestoredMemory[]> {
  const before = new Map(back.moved.memories.map(({ id, version }) => [id, version]))
  const gaveWay = new Set(back.moved.gaveWay)
  const left: UnrestoredMemory[] = []
  for (const memory of await back.tx.findMany([...before.keys()])) {
    const version = before.get(memory.id)
    if (memory.version === version) continue
    const revisions = await back.tx.revisions(memory.id)
    const former = revisions.find((revision) => revision.memory.version === version)?.memory
    if (!former || !isValid(former)) continue
    const change = { memory, former, isOfMerge: gaveWay.has(memory.id) }
    const reason = (await reopen(back, change)) ?? (await giveKey(back, change))
    if (reason !== undefined) left.push({ id: memory.id, reason })
  }
  for (const { id } of await leftBehind(back, [...before.keys()])) {
    const reason = await tryReopening(back, id)
    if (reason !== undefined) left.push({ id, reason })
  }
  return left
}

/** Memories that stay, but were superseded since by one that left. */
async function leftBehind(
  { tx, from, since }: RestoreRequest,
  gone: readonly string[],
): Promise<Memory[]> {
  return (await tx.supersededBy(gone)).filter(
    (memory) => isSameAddress(memory, from) && (memory.validTo ?? '') >= since,
  )
}

interface Change {
  readonly memory: Memory
  /** As it was before the merge. */
  readonly former: Memory
  readonly isOfMerge: boolean
}

/** Reopens a memory superseded by the merge itself, or since by a memory that stays. */
async function reopen(back: RestoreRequest, { memory, former, isOfMerge }: Change) {
  if (isValid(memory)) return undefined
  const isClosedByMerge = isOfMerge && memory.version === former.version + 1
  const successor =
    memory.supersededBy === undefined ? undefined : await back.tx.find(memory.supersededBy)
  const staysBehind = successor !== undefined && isSameAddress(successor, back.from)
  return isClosedByMerge || staysBehind ? tryReopening(back, memory.id) : undefined
}

async function giveKey({ tx, at }: RestoreRequest, { memory: { id }, former, isOfMerge }: Change) {
  const memory = await tx.find(id)
  const lacksKey = memory && isValid(memory) && memory.key === undefined
  if (!isOfMerge || !lacksKey || former.key === undefined) return undefined
  const owner = await tx.findByKey(memory, former.key)
  if (owner) return `memory "${owner.id}" has its key "${former.key}" by now`
  await tx.update(id, { key: former.key }, at)
  return undefined
}
