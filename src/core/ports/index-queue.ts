/** What was captured and is not in the search index yet. */
import type { DocumentKey } from '../retrieval/document.ts'

export interface IndexQueue {
  /** Within the caller's transaction, so that nothing captured is ever missing here. Idempotent. */
  add(keys: readonly DocumentKey[]): Promise<void>
  /**
   * Hands the oldest keys, at most `limit`, to `work` in one transaction and takes them off when it
   * succeeds. @returns how many
   */
  process(limit: number, work: (keys: readonly DocumentKey[]) => Promise<void>): Promise<number>
}
