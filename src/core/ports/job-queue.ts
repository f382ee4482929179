/** Background work that survives restarts. */
import type { JobKind } from '../model/job.ts'

export interface JobRequest {
  readonly kind: JobKind
  /** What the job is about: a turn, a session, a day. One job per kind and subject. */
  readonly subject: string
  /** Run a finished job of this kind and subject once more, because its input changed. */
  readonly again?: boolean
  /** Not to be run earlier. Asking again for a job that waits puts it off until then. */
  readonly notBefore?: string
}

export interface Job {
  readonly id: string
  readonly kind: JobKind
  readonly subject: string
  readonly status: 'pending' | 'running' | 'done' | 'parked'
  readonly attempts: number
  readonly runAfter: string
  readonly error: string | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

/** A job as its runner holds it. */
export interface LeasedJob extends Job {
  /** Unique to this claim. */
  readonly lease: string
}

export type JobLease = Pick<LeasedJob, 'id' | 'lease'>

export interface JobQueue {
  /** @returns false when such a job exists already and was left as it is */
  enqueue(job: JobRequest): Promise<boolean>
  /**
   * Takes the oldest due job of one of these kinds and leases it to the caller, counting an
   * attempt. A job whose lease expired is due again. Two callers never get the same job.
   */
  claim(kinds: readonly JobKind[], leaseMs: number): Promise<LeasedJob | undefined>
  /**
   * Extends a lease from now. Like `complete`, `giveBack` and `fail` it does nothing and returns
   * false when the lease is no longer the caller's: it expired and somebody else claimed the job.
   */
  renew(job: JobLease, leaseMs: number): Promise<boolean>
  complete(job: JobLease): Promise<boolean>
  /** Makes a leased job due again as if it had not been tried. */
  giveBack(job: JobLease): Promise<boolean>
  /**
   * Puts a failed job back for `retryAt`, or parks it with its error when that is undefined. A job
   * requested again meanwhile is not parked: its input has changed.
   */
  fail(job: JobLease, error: string, retryAt: string | undefined): Promise<boolean>
  list(filter: { status?: Job['status'] | undefined; limit: number }): Promise<Job[]>
  counts(): Promise<JobCount[]>
  /** Makes parked jobs (all, or one) due now. @returns how many. */
  retry(id?: string): Promise<number>
  /** Deletes finished jobs last touched before `before`. @returns how many. */
  deleteDone(before: string): Promise<number>
}

export interface JobCount {
  readonly kind: JobKind
  readonly status: Job['status']
  readonly count: number
}
