/** Databases that cannot be listed: each becomes an item that says why when it is read. */
import type { HistoryItem } from '../../../core/ports/history-source.ts'
import { findFile, toItem } from '../../foreign-files/found-files.ts'

export interface UnreadableItems {
  add(path: string, error: unknown): Promise<HistoryItem[]>
  /** @throws the reason if the item is one of them */
  check(item: HistoryItem): void
  clear(): void
}

export function createUnreadableItems(program: string): UnreadableItems {
  const reasons = new Map<string, unknown>()
  return {
    async add(path, error) {
      const file = await findFile(path)
      if (!file) return []
      reasons.set(path, explain(program, error))
      return [toItem(file, { sessions: 0 })]
    },
    check({ id }) {
      if (reasons.has(id)) throw reasons.get(id)
    },
    clear: () => reasons.clear(),
  }
}

function explain(program: string, error: unknown): unknown {
  if (!(error instanceof Error) || !/^no such (?:table|column)/.test(error.message)) return error
  return new Error(
    `written by a version of ${program} that Throughline does not know (${error.message})`,
  )
}
