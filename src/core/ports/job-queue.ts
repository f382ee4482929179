/** Background work that survives restarts. */

export interface JobRequest {
  readonly kind: JobKind
  /** What the job is about: a turn, a session, a day. One job per kind and subject. */
  readonly subject: string
  /** Run a finished job again, because its input changed. */
  readonly again?: boolean
  /** Requesting a waiting job again postpones it until then. */
  readonly notBefore?: string
  /** When its subject happened, if in the past: such jobs come after all others, earliest first. */
  readonly past?: string
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

export interface LeasedJob extends Job {
  /** Unique to this claim. */
  readonly lease: string
}

export type JobLease = Pick<LeasedJob, 'id' | 'lease'>

export interface JobQueue {
  /** @returns false if the job exists and was left unchanged */
  enqueue(job: JobRequest): Promise<boolean>
  /**
   * Leases the first due job of these kinds to the caller and counts an attempt. A job with an
   * expired lease is due. Two callers never get the same job.
   */
  claim(kinds: readonly JobKind[], leaseMs: number): Promise<LeasedJob | undefined>
  /**
   * Extends a lease from now. Like `complete`, `giveBack` and `fail`, it does nothing and returns
   * false if the lease expired and another runner claimed the job.
   */
  renew(job: JobLease, leaseMs: number): Promise<boolean>
  complete(job: JobLease): Promise<boolean>
  /** Makes a leased job due again as if it had not been tried. */
  giveBack(job: JobLease): Promise<boolean>
  /**
   * Reschedules a failed job, or parks it if `retryAt` is undefined. If the job was requested again
   * meanwhile, it is not parked, because its input changed.
   */
  fail(job: JobLease, error: string, retryAt: string | undefined): Promise<boolean>
  /** When the next job will be due, or the next lease ends. */
  nextAt(): Promise<string | undefined>
  /** Parked ones first, then the most recently updated. */
  list(filter: { status?: Job['status'] | undefined; limit: number }): Promise<Job[]>
  counts(): Promise<JobCount[]>
  /** Makes parked jobs (all, or one) due now. @returns the number of jobs */
  retry(id?: string): Promise<number>
  /** Deletes finished jobs not updated since `before`. @returns the number deleted */
  deleteDone(before: string): Promise<number>
}

interface JobCount {
  readonly kind: JobKind
  readonly status: Job['status']
  readonly count: number
}

export const jobKinds = [
  'remember',
  'digest-turn',
  'digest-session',
  'extract',
  'read',
  'consolidate',
  'embed',
  'check-files',
  'follow-memories',
  'read-commits',
  'compile-wiki',
  'introduce-pages',
  'prune',
] as const

export type JobKind = (typeof jobKinds)[number]
