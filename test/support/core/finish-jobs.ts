/** Runs nothing and settles every job that is due as done. */
import { type JobQueue, jobKinds } from '../../../src/core/ports/job-queue.ts'

export async function finishJobs(jobs: JobQueue): Promise<void> {
  for (;;) {
    const job = await jobs.claim(jobKinds, 60_000)
    if (!job) return
    await jobs.complete(job)
  }
}
