import { type KeepPorts, keepRemembered } from '../../extraction/remember/keep-remembered.ts'
import type { HistoryDeletion } from '../../ports/deletion.ts'
import type { StoreTransaction } from '../../ports/store.ts'
import type { IngestTransaction } from '../ingest.ts'
import { holdJobs } from './hold-jobs.ts'
import { holdSessions } from './hold-sessions.ts'

/** Ingests a batch of events, with the parts of a transaction that this takes. */
export async function ingestBatch<T>(
  tx: StoreTransaction,
  ports: KeepPorts,
  work: (ingesting: IngestTransaction) => Promise<T>,
): Promise<T> {
  const sessions = holdSessions(tx.capture)
  const jobs = holdJobs(tx.jobs)
  const result = await work({
    ...sessions.capture,
    enqueue: jobs.enqueue,
    isDeleted: askOnce(tx.deletion.isDeleted),
    markAnswered: tx.asks.markAnswered,
    keepWaiting: tx.asks.keepWaiting,
    keepRemembered: (prompt) => keepRemembered(tx, prompt, ports),
  })
  await sessions.write()
  await jobs.write()
  return result
}

/** Nothing is deleted while a batch is stored. */
function askOnce(isDeleted: HistoryDeletion['isDeleted']): HistoryDeletion['isDeleted'] {
  const known = new Map<string, Promise<boolean>>()
  return (...names) => {
    const key = names.join('\n')
    const answer = known.get(key) ?? isDeleted(...names)
    known.set(key, answer)
    return answer
  }
}
