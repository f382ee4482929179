import { type KeepPorts, keepRemembered } from '../extraction/remember/keep-remembered.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { IngestTransaction } from './ingest.ts'

/** The parts of a transaction that an event is ingested with. */
export function ingestTransaction(tx: StoreTransaction, ports: KeepPorts): IngestTransaction {
  return {
    ...tx.capture,
    enqueue: tx.jobs.enqueue,
    isDeleted: tx.deletion.isDeleted,
    markAnswered: tx.asks.markAnswered,
    keepWaiting: tx.asks.keepWaiting,
    keepRemembered: (prompt) => keepRemembered(tx, prompt, ports),
  }
}
