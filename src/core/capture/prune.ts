/** The `prune` job of capture: sessions closed by silence, old finished jobs, stray files. */
import type { CaptureStore } from '../ports/capture-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { Spool } from '../ports/spool.ts'
import { closeSilentSession, type IngestTools } from './ingest.ts'

const hourMs = 60 * 60_000
const keepDoneJobsMs = 14 * 24 * hourMs

export interface PruneParts {
  readonly capture: CaptureStore
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
  { capture, extraction }: PruneParts,
  since: string,
): Promise<void> {
  await capture.transaction(async (tx) => {
    for (const session of await tx.silentSessions(since)) {
      await closeSilentSession(tx, session, extraction)
    }
  })
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
