/** Jobs as rows: one per kind and subject, leased for a time to the worker that claimed them. */
import type { Clock, IdSource } from '../../../core/ports/clock.ts'
import type { JobLease, JobQueue, JobRequest } from '../../../core/ports/job-queue.ts'
import type { Queries } from '../connection/queries.ts'

const columns = 'id, kind, subject, status, attempts, run_after, error, created_at, updated_at'

interface Tools {
  readonly clock: Clock
  readonly ids: IdSource
}

export function createJobQueue(queries: Queries, tools: Tools): JobQueue {
  const now = () => tools.clock.now().toISOString()
  /** Of a job whose lease is still the caller's: $2 is its id, $3 the lease, $4 the time. */
  const settle = async ({ id, lease }: JobLease, change: string, ...values: string[]) =>
    (await queries.run(
      `UPDATE jobs SET ${change}, updated_at = $4
       WHERE organisation_id = $1 AND id = $2 AND lease = $3 AND status = 'running'`,
      id,
      lease,
      now(),
      ...values,
    )) > 0
  return {
    enqueue: (job) => enqueueJob(queries, tools, job),
    async claim(kinds, leaseMs) {
      return queries.find(
        `UPDATE jobs SET status = 'running', again = false, attempts = attempts + 1, lease = $5,
           lease_until = $2, updated_at = $3
         WHERE organisation_id = $1 AND id = coalesce(
           (${due(isFree)}), (${due(isDue)}), (${due(isFromFuture)}))
         RETURNING ${columns}, lease`,
        leaseEnd(tools.clock, leaseMs),
        now(),
        kinds,
        tools.ids.next(),
        leaseEnd(tools.clock, 2 * leaseMs),
      )
    },
    renew: (job, leaseMs) => settle(job, 'lease_until = $5', leaseEnd(tools.clock, leaseMs)),
    complete: (job) =>
      settle(
        job,
        `status = CASE WHEN again THEN 'pending' ELSE 'done' END,
           attempts = CASE WHEN again THEN 0 ELSE attempts END,
           again = false, lease = NULL, lease_until = NULL, error = NULL`,
      ),
    giveBack: (job) =>
      settle(
        job,
        `status = 'pending', attempts = attempts - 1, again = false, lease = NULL,
           lease_until = NULL`,
      ),
    fail: (job, error, retryAt) =>
      settle(
        job,
        `status = CASE WHEN again THEN 'pending' ELSE $5 END,
           attempts = CASE WHEN again THEN 0 ELSE attempts END,
           again = false, run_after = $6, error = $7, lease = NULL, lease_until = NULL`,
        retryAt === undefined ? 'parked' : 'pending',
        retryAt ?? now(),
        error,
      ),
    list: ({ status, limit }) =>
      queries.list(
        `SELECT ${columns} FROM jobs WHERE organisation_id = $1
         AND ($2::text IS NULL OR status = $2)
         ORDER BY status = 'parked' DESC, updated_at DESC, id DESC LIMIT $3`,
        status,
        limit,
      ),
    counts: () =>
      queries.list(
        `SELECT kind, status, count(*) AS count FROM jobs WHERE organisation_id = $1
         GROUP BY kind, status ORDER BY kind, status`,
      ),
    retry: (id) =>
      queries.run(
        `UPDATE jobs SET status = 'pending', attempts = 0, run_after = $2, updated_at = $2
         WHERE organisation_id = $1 AND status = 'parked' AND ($3::text IS NULL OR id = $3)`,
        now(),
        id,
      ),
    deleteDone: (before) =>
      queries.run(
        "DELETE FROM jobs WHERE organisation_id = $1 AND status = 'done' AND updated_at < $2",
        before,
      ),
  }
}

async function enqueueJob(
  queries: Queries,
  { clock, ids }: Tools,
  { kind, subject, again, notBefore, past }: JobRequest,
): Promise<boolean> {
  const now = clock.now().toISOString()
  const runAfter = past ?? notBefore ?? now
  const isPast = past !== undefined
  const job = { id: ids.next(), kind, subject, status: 'pending', runAfter, isPast }
  const row = { ...job, createdAt: now, updatedAt: now }
  const inserted = await queries.insert('jobs', row, 'ON CONFLICT DO NOTHING')
  if (inserted > 0 || !again) return inserted > 0
  const repeated = await queries.run(
    `UPDATE jobs SET again = (status = 'running'),
       status = CASE WHEN status = 'running' THEN status ELSE 'pending' END,
       attempts = CASE WHEN status = 'running' THEN attempts ELSE 0 END,
       run_after = $4, is_past = $7, updated_at = $5
     WHERE organisation_id = $1 AND kind = $2 AND subject = $3
       AND (status <> 'pending' OR ($6 AND attempts = 0) OR is_past > $7)`,
    kind,
    subject,
    runAfter,
    now,
    notBefore !== undefined,
    isPast,
  )
  return repeated > 0
}

/**
 * After a clock was set back, leases and jobs lie in the future: a lease longer than leases are is
 * over, and a job that was put off at a later time than now is due.
 */
const isFree = "status = 'running' AND (lease_until < $3 OR lease_until > $6)"
const isDue = "status = 'pending' AND run_after <= $3"
const isFromFuture = "status = 'pending' AND NOT is_past AND run_after > $3 AND updated_at > $3"

/** In the order of the index `jobs_by_due`. Skips what another worker is about to claim. */
const due = (condition: string) => `SELECT id FROM jobs
  WHERE organisation_id = $1 AND ${condition} AND kind = ANY($4)
  ORDER BY is_past, run_after, id LIMIT 1 FOR UPDATE SKIP LOCKED`

const leaseEnd = (clock: Clock, leaseMs: number) =>
  new Date(clock.now().getTime() + leaseMs).toISOString()
