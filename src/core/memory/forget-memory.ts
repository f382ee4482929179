/** Forgetting, undoing it for thirty days, and the end of that. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { MemoryFilter, MemoryStore, MemoryTransaction } from '../ports/memory-store.ts'
import type { Memory, ScopeAddress } from './memory.ts'

const archiveMs = 30 * 24 * 60 * 60_000

export interface Forgotten {
  readonly id: string
  readonly forgottenAt: string
  readonly restorableUntil?: string
}

/** Forgetting what is forgotten changes nothing, but that `now` also empties the archive of it. */
export async function forgetMemory(
  tx: MemoryTransaction,
  id: string,
  at: string,
  options: { now: boolean },
): Promise<Forgotten> {
  const isForgotten = await tx.forget(id, at, { archive: !options.now })
  if (!isForgotten && options.now) await tx.dropArchived(id)
  const forgotten = await tx.findForgotten(id)
  if (!forgotten) throw new ThroughlineError('not-found', `there is no memory "${id}"`)
  const { forgottenAt, isArchived } = forgotten
  return { id, forgottenAt, ...(isArchived && { restorableUntil: archiveEnd(forgottenAt) }) }
}

/** @throws ThroughlineError `not-found`; `conflict` when its key or its words are taken by now */
export async function restoreMemory(tx: MemoryTransaction, id: string): Promise<Memory> {
  try {
    const memory = await tx.restore(id)
    if (memory) return memory
  } catch (error) {
    if (error instanceof ThroughlineError) throw error
    throw new ThroughlineError('conflict', `another memory took the place of "${id}"`, {
      hint: 'the one with the same key or the same words; forget that first',
      cause: error,
    })
  }
  throw new ThroughlineError('not-found', `no forgotten memory "${id}" is kept`, {
    hint: 'a forgotten memory is kept for 30 days, unless it was forgotten at once',
  })
}

const batchSize = 500

/** In one transaction, superseded ones included. @returns their ids, the first to go first */
export async function clearMemories(
  tx: MemoryTransaction,
  filter: MemoryFilter,
  at: string,
  options: { now: boolean },
): Promise<string[]> {
  const everyOne = { ...filter, includeSuperseded: true }
  const cleared: string[] = []
  for (;;) {
    const { memories } = await tx.list(everyOne, { limit: batchSize, offset: 0 })
    for (const { id } of memories) {
      await tx.forget(id, at, { archive: !options.now })
      cleared.push(id)
    }
    if (memories.length < batchSize) return cleared
  }
}

/** The part of the `prune` job that makes forgetting final. @returns how many */
export async function pruneForgotten(parts: { store: MemoryStore; clock: Clock }): Promise<number> {
  const before = new Date(parts.clock.now().getTime() - archiveMs).toISOString()
  return parts.store.transaction((tx) => tx.dropArchivedBefore(before))
}

/** When two projects become one: before the other project is gone. */
export async function moveMemories(
  parts: { store: MemoryStore; clock: Clock },
  from: ScopeAddress,
  to: ScopeAddress,
): Promise<void> {
  const at = parts.clock.now().toISOString()
  await parts.store.transaction((tx) => tx.moveAll(from, to, at))
}

function archiveEnd(forgottenAt: string): string {
  return new Date(Date.parse(forgottenAt) + archiveMs).toISOString()
}
