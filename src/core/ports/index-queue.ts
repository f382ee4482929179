/** What was captured or remembered and is not in the search index yet. */
import type { DocumentKey } from '../model/search-document.ts'

export interface IndexQueue {
  /** Within the caller's transaction, so that nothing captured is ever missing here. Idempotent. */
  add(keys: readonly DocumentKey[]): Promise<void>
  /** Empties the index and adds all that belongs into it, in one transaction. */
  startAnew(): Promise<Everything>
  count(): Promise<number>
  /**
   * Hands at most `limit` keys, memories first, to `work` in one transaction and takes them off when
   * it succeeds. @returns how many
   */
  process(limit: number, work: (keys: readonly DocumentKey[]) => Promise<void>): Promise<number>
}

export interface Everything {
  readonly memories: number
  readonly sessions: number
  /** These, turns and tool events. */
  readonly documents: number
}
