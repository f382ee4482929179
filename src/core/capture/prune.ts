/** The `prune` job of capture: closes silent sessions, deletes old finished jobs and stray files. */

import type { JobQueue } from '../ports/job-queue.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Spool } from '../ports/spool.ts'
import type { Transact } from '../ports/store.ts'
import { closeSilentSession } from './end-session.ts'
import type { IngestTools } from './ingest.ts'

const hourMs = 60 * 60_000
const keepDoneJobsMs = 14 * 24 * hourMs

export interface PruneParts {
  readonly transaction: Transact
  readonly jobs: JobQueue
  readonly spool: Spool
  readonly clock: Clock
  readonly silenceHours: number
  readonly extraction: IngestTools['extraction']
}

export async function pruneCapture(parts: PruneParts): Promise<void> {
  const now = parts.clock.now()
  await parts.spool.sweep(now)
  await parts.jobs.deleteDone(before(now, keepDoneJobsMs))
  await closeSilentSessions(parts, before(now, parts.silenceHours * hourMs))
}

async function closeSilentSessions(
  { transaction, extraction }: PruneParts,
  since: string,
): Promise<void> {
  await transaction(async ({ capture, jobs }) => {
    const tx = { ...capture, enqueue: jobs.enqueue }
    for (const session of await tx.silentSessions(since)) {
      await closeSilentSession(tx, session, extraction)
    }
  })
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
