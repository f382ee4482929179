/** What was captured or remembered and is not in the search index yet. */
import type { DocumentKey } from '../model/search-document.ts'

export interface IndexQueue {
  /** Idempotent. */
  add(keys: readonly DocumentKey[]): Promise<void>
  /** Empties the index and adds all that belongs into it, at once. */
  startAnew(): Promise<Everything>
  count(): Promise<number>
  /** Takes at most `limit` keys off, memories first. */
  take(limit: number): Promise<DocumentKey[]>
}

export interface Everything {
  readonly memories: number
  readonly sessions: number
  /** These, turns and tool events. */
  readonly documents: number
}
