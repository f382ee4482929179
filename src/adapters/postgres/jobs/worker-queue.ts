/**
 * The queue for workers: each call is a transaction that does not hold the organisation's lock, so that
 * workers of several processes take jobs without waiting for writes.
 */
import type { JobQueue } from '../../../core/ports/job-queue.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { createJobQueue } from './job-queue.ts'

export function createWorkerQueue(
  database: TeamDatabase,
  organisation: string,
  tools: Parameters<typeof createJobQueue>[1],
): JobQueue {
  const { list, counts } = createJobQueue(database.reading(organisation), tools)
  const write = <T>(work: (queue: JobQueue) => Promise<T>) =>
    database.transaction(organisation, (queries) => work(createJobQueue(queries, tools)), {
      durable: false,
    })
  return {
    list,
    counts,
    enqueue: (job) => write((queue) => queue.enqueue(job)),
    claim: (kinds, leaseMs) => write((queue) => queue.claim(kinds, leaseMs)),
    renew: (job, leaseMs) => write((queue) => queue.renew(job, leaseMs)),
    complete: (job) => write((queue) => queue.complete(job)),
    giveBack: (job) => write((queue) => queue.giveBack(job)),
    fail: (job, error, retryAt) => write((queue) => queue.fail(job, error, retryAt)),
    retry: (id) => write((queue) => queue.retry(id)),
    deleteDone: (before) => write((queue) => queue.deleteDone(before)),
  }
}
