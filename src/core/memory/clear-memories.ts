/** Forgets all memories that match a filter. */
import type { Memory } from '../model/memory.ts'
import type { MemoryFilter, MemoryTransaction } from '../ports/memory-store.ts'

const batchSize = 500

export interface Cleared {
  readonly ids: readonly string[]
  /** How many had been forgotten before and can no longer be restored. */
  readonly dropped: number
}

/** Superseded memories too; with `now`, also those forgotten before. */
export async function clearMemories(
  tx: MemoryTransaction,
  filter: MemoryFilter,
  at: string,
  options: { now: boolean },
): Promise<Cleared> {
  const everyOne = { ...filter, includeSuperseded: true }
  const ids: string[] = []
  for (;;) {
    const { memories } = await tx.list(everyOne, { limit: batchSize, offset: 0 })
    for (const { id } of memories) {
      await tx.forget(id, at, { archive: !options.now })
      ids.push(id)
    }
    if (memories.length < batchSize) break
  }
  return { ids, dropped: options.now ? await dropArchived(tx, filter) : 0 }
}

async function dropArchived(tx: MemoryTransaction, filter: MemoryFilter): Promise<number> {
  const { addresses } = filter
  const { total } = await tx.listArchived({ addresses }, { limit: 1, offset: 0 })
  const { archived } = await tx.listArchived({ addresses }, { limit: total, offset: 0 })
  const matching = archived.filter(({ memory }) => matches(memory, filter))
  for (const { memory } of matching) await tx.dropArchived(memory.id)
  return matching.length
}

function matches(memory: Memory, { tag, ...filter }: MemoryFilter): boolean {
  if (tag !== undefined && !memory.tags.includes(tag)) return false
  const names = ['scope', 'kind', 'source', 'pinned', 'key'] as const
  return names.every((name) => filter[name] === undefined || filter[name] === memory[name])
}
