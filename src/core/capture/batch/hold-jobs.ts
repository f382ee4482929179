import type { JobQueue, JobRequest } from '../../ports/job-queue.ts'

export interface HeldJobs extends Pick<JobQueue, 'enqueue'> {
  write(): Promise<void>
}

/** Requests a job once in a transaction: the events of a turn ask for the same ones several times. */
export function holdJobs({ enqueue }: Pick<JobQueue, 'enqueue'>): HeldJobs {
  const requests = new Map<string, JobRequest>()
  return {
    async enqueue(job) {
      const key = `${job.kind} ${job.subject}`
      const held = requests.get(key)
      requests.set(key, held ? merged(held, job) : job)
      return held === undefined
    },
    async write() {
      for (const job of requests.values()) await enqueue(job)
      requests.clear()
    },
  }
}

/** As two requests in a row: only one that postpones the job changes its time. */
function merged(held: JobRequest, job: JobRequest): JobRequest {
  const timed = job.notBefore === undefined ? held : job
  return { ...timed, again: held.again === true || job.again === true }
}
