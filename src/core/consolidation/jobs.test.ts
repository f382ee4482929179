import { expect, test } from 'vitest'
import { openConsolidation } from '../../../test/support/core/consolidation.ts'
import { configSchema } from '../../contract/config.ts'
import type { Job } from '../ports/job-queue.ts'
import { consolidationJobs } from './jobs.ts'

async function runJob(extraction: object, isKnown = true) {
  const world = await openConsolidation()
  const project = isKnown ? await world.addProject('widgets') : 'forgotten'
  for (const content of ['Use tabs', 'Please use tabs']) {
    await world.put({ content, scopeId: project })
  }
  const settings = () => configSchema.parse({ extraction }).extraction
  await world.jobs.enqueue({ kind: 'consolidate', subject: project })
  const job = (await world.jobs.claim(['consolidate'], 1_000)) as Job
  await consolidationJobs({ ...world.ports, ...world, settings }).consolidate?.(job)
  return (await world.valid()).length
}

test('the job consolidates the project it names', async () => {
  expect(await runJob({})).toBe(1)
})

test('the job does nothing for a project that is gone', async () => {
  expect(await runJob({}, false)).toBe(2)
})

test.each([{ mode: 'off' }, { consolidate: false }])(
  'the job does nothing with %j',
  async (off) => {
    expect(await runJob(off)).toBe(2)
  },
)
