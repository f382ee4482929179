/** One change to many memories, in one transaction. Skips and reports those that are refused. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseTags } from '../../contract/memory-text.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import type { MemoryBatchHandlers } from '../../contract/operations/memory-batches.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Transact } from '../ports/store.ts'
import { correctMemory, moveMemory } from './change-memory.ts'
import { findById } from './find-memory.ts'
import { forgetMemory, forgottenLast, restoreMemory } from './forget-memory.ts'
import type { MemoryPorts } from './operations.ts'
import { addressToWrite } from './scope.ts'

export function createMemoryBatchOperations(ports: MemoryPorts): MemoryBatchHandlers {
  const { transaction, clock } = ports
  const now = () => clock.now().toISOString()
  return {
    async changeMemories({ ids, pinned, addTags = [], removeTags = [], scope, ...place }) {
      const address = scope && (await addressToWrite({ scope, ...place }, ports))
      const removed = new Set(normaliseTags(removeTags))
      return forEach(transaction, ids, async (tx, id) => {
        const memory = await findById(tx, id)
        // Do this first, because only this can be refused.
        const moved = address ? await moveMemory(tx, memory, address, now()) : memory
        const kept = moved.tags.filter((tag) => !removed.has(tag))
        const correction = { pinned, tags: [...kept, ...addTags] }
        const { version } = await correctMemory(tx, moved, correction, ports, now())
        return version !== memory.version
      })
    },
    async forgetMemories({ ids }) {
      const at = now()
      return forEach(transaction, ids, async (tx, id) => {
        const { id: whole } = await findById(tx, id)
        await forgetMemory(tx, whole, at, { now: false, dropsGuard: true })
        return true
      })
    },
    async restoreMemories({ ids }) {
      return forEach(transaction, ids ?? forgottenLast, async (tx, id) => {
        await restoreMemory(tx, id)
        return true
      })
    },
  }
}

/** @param change returns whether it changed anything; a ThroughlineError skips that memory */
async function forEach(
  transaction: Transact,
  given: readonly string[] | ((tx: MemoryStore) => Promise<string[]>),
  change: (tx: MemoryStore, id: string) => Promise<boolean>,
): Promise<OutputOf<'changeMemories'>> {
  return transaction(async ({ memories: tx }) => {
    const ids = typeof given === 'function' ? await given(tx) : given
    const output: OutputOf<'changeMemories'> = { done: [], left: [] }
    for (const id of new Set(ids)) {
      try {
        if (await change(tx, id)) output.done.push(id)
      } catch (error) {
        if (!(error instanceof ThroughlineError)) throw error
        output.left.push({ id, reason: error.message })
      }
    }
    return output
  })
}
