/** Stores jobs: one per kind and subject, leased for a time to the runner that claimed it. */

import type { JobLease, JobQueue } from '../../../core/ports/job-queue.ts'
import type { Clock, IdSource } from '../../../core/ports/runtime.ts'
import type { Database } from '../connection/database.ts'

const columns = 'id, kind, subject, status, attempts, run_after, error, created_at, updated_at'

export function createJobQueue(
  database: Database,
  { clock, ids }: { clock: Clock; ids: IdSource },
): JobQueue {
  const now = () => clock.now().toISOString()
  const leaseEnd = (leaseMs: number) => new Date(clock.now().getTime() + leaseMs).toISOString()
  /** Settles a job whose lease is still the caller's: ?1 is its id, ?2 the lease, ?3 the time. */
  const settle = async ({ id, lease }: JobLease, change: string, ...values: string[]) =>
    database.run(
      `UPDATE jobs SET ${change}, updated_at = ?3
       WHERE id = ?1 AND lease = ?2 AND status = 'running'`,
      id,
      lease,
      now(),
      ...values,
    ) > 0
  return {
    async enqueue({ kind, subject, again, notBefore, past }) {
      const runAfter = past ?? notBefore ?? now()
      const isPast = past === undefined ? 0 : 1
      const inserted = database.run(
        `INSERT INTO jobs (id, kind, subject, status, run_after, is_past, created_at, updated_at)
         VALUES (?1, ?2, ?3, 'pending', ?4, ?5, ?6, ?6) ON CONFLICT DO NOTHING`,
        ids.next(),
        kind,
        subject,
        runAfter,
        isPast,
        now(),
      )
      if (inserted > 0 || !again) return inserted > 0
      const repeated = database.run(
        `UPDATE jobs SET again = iif(status = 'running', 1, 0),
           status = iif(status = 'running', status, 'pending'),
           attempts = iif(status = 'running', attempts, 0), run_after = ?3, is_past = ?6,
           updated_at = ?4
         WHERE kind = ?1 AND subject = ?2
           AND (status <> 'pending' OR (?5 AND attempts = 0) OR is_past > ?6)`,
        kind,
        subject,
        runAfter,
        now(),
        notBefore === undefined ? 0 : 1,
        isPast,
      )
      return repeated > 0
    },
    claim: async (kinds, leaseMs) =>
      database.find(
        `UPDATE jobs SET status = 'running', again = 0, attempts = attempts + 1, lease = ?4,
           lease_until = ?1, updated_at = ?2
         WHERE id = (
           SELECT id FROM (${due(isFree)})
           UNION ALL SELECT id FROM (${due(isDue)})
           UNION ALL SELECT id FROM (${due(isFromFuture)})
           LIMIT 1)
         RETURNING ${columns}, lease`,
        leaseEnd(leaseMs),
        now(),
        JSON.stringify(kinds),
        ids.next(),
        leaseEnd(2 * leaseMs),
      ),
    renew: (job, leaseMs) => settle(job, 'lease_until = ?4', leaseEnd(leaseMs)),
    complete: (job) =>
      settle(
        job,
        `status = iif(again, 'pending', 'done'), attempts = iif(again, 0, attempts), again = 0,
           lease = NULL, lease_until = NULL, error = NULL`,
      ),
    giveBack: (job) =>
      settle(
        job,
        `status = 'pending', attempts = attempts - 1, again = 0, lease = NULL, lease_until = NULL`,
      ),
    fail: (job, error, retryAt) =>
      settle(
        job,
        `status = iif(again, 'pending', ?4), attempts = iif(again, 0, attempts), again = 0,
           run_after = ?5, error = ?6, lease = NULL, lease_until = NULL`,
        retryAt === undefined ? 'parked' : 'pending',
        retryAt ?? now(),
        error,
      ),
    nextAt: async () => nextTime(database, now()),
    async list({ status, limit }) {
      return database.list(
        `SELECT ${columns} FROM jobs WHERE ?1 IS NULL OR status = ?1
         ORDER BY status = 'parked' DESC, updated_at DESC, id DESC LIMIT ?2`,
        status,
        limit,
      )
    },
    counts: async () =>
      database.list('SELECT kind, status, count(*) AS count FROM jobs GROUP BY 1, 2 ORDER BY 1, 2'),
    retry: async (id) =>
      database.run(
        `UPDATE jobs SET status = 'pending', attempts = 0, run_after = ?1, updated_at = ?1
         WHERE status = 'parked' AND (?2 IS NULL OR id = ?2)`,
        now(),
        id,
      ),
    deleteDone: async (before) =>
      database.run("DELETE FROM jobs WHERE status = 'done' AND updated_at < ?", before),
  }
}

/** Uses the index of due jobs: an import leaves thousands waiting. */
function nextTime(database: Database, now: string): string | undefined {
  const waiting = (isPast: 0 | 1) =>
    `SELECT * FROM (SELECT run_after FROM jobs
       WHERE status = 'pending' AND is_past = ${isPast} AND run_after > ?1
       ORDER BY run_after LIMIT 1)`
  const times = database.texts(
    `${waiting(0)} UNION ALL ${waiting(1)}
     UNION ALL SELECT lease_until FROM jobs WHERE status = 'running' AND lease_until > ?1`,
    now,
  )
  return times.toSorted()[0]
}

/**
 * If the clock was set back, leases and jobs may be in the future. A lease that ends too far ahead
 * is over, and a job that was postponed at a later time than now is due.
 */
const isFree = "status = 'running' AND (lease_until < ?2 OR lease_until > ?5)"
const isDue = "status = 'pending' AND run_after <= ?2"
const isFromFuture = "status = 'pending' AND is_past = 0 AND run_after > ?2 AND updated_at > ?2"

/** Uses the order of the index `jobs_by_due`, so that a long queue need not be sorted per job. */
const due = (condition: string) => `SELECT id FROM jobs
  WHERE ${condition} AND kind IN (SELECT value FROM json_each(?3))
  ORDER BY is_past, run_after, id LIMIT 1`
