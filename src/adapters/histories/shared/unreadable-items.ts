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
  const reasons = new Map<string, string>()
  return {
    async add(path, error) {
      const file = await findFile(path)
      if (!file) return []
      reasons.set(path, reasonOf(program, error))
      return [toItem(file, { sessions: 0 })]
    },
    check({ id }) {
      const reason = reasons.get(id)
      if (reason !== undefined) throw new Error(reason)
    },
    clear: () => reasons.clear(),
  }
}

function reasonOf(program: string, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return /^no such (?:table|column)/.test(said)
    ? `written by a version of ${program} that Throughline does not know (${said})`
    : said
}
