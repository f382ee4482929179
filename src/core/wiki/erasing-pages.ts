/** What is erased for good is taken off the pages of wikis before an operation ends. */
import type { DeletionHandlers } from '../../contract/operations/deletion.ts'
import type { MemoryHandlers } from '../../contract/operations/memories.ts'

type Refresh = () => Promise<void>

export function erasingPages(handlers: MemoryHandlers, refresh: Refresh): MemoryHandlers {
  return {
    ...handlers,
    async forgetMemory(input) {
      const forgotten = await handlers.forgetMemory(input)
      if (input.now) await refresh()
      return forgotten
    },
    async clearMemories(input) {
      const cleared = await handlers.clearMemories(input)
      if (input.now) await refresh()
      return cleared
    },
  }
}

export function erasingHistory(handlers: DeletionHandlers, refresh: Refresh): DeletionHandlers {
  return {
    ...handlers,
    async deleteHistory(input) {
      const deleted = await handlers.deleteHistory(input)
      if (!input.dryRun) await refresh()
      return deleted
    },
    async prune(input) {
      const pruned = await handlers.prune(input)
      if (!input.dryRun) await refresh()
      return pruned
    },
  }
}
