import { beforeEach, expect, it } from 'vitest'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import type { Job } from '../ports/job-queue.ts'
import { createJobLanes, type LaneParts } from './runner.ts'

let capture: Capture
let stopping: AbortController
let worked: number[]
beforeEach(async () => {
  capture = await openCapture()
  stopping = new AbortController()
  worked = []
})

function openLanes(lanes: Parameters<typeof createJobLanes>[0], changes: Partial<LaneParts> = {}) {
  return createJobLanes(lanes, {
    queue: capture.store.jobs,
    clock: capture.clock,
    random: () => 0,
    leaseMs: 60_000,
    repeat: () => () => undefined,
    redactor: capture.parts.redactor,
    signal: stopping.signal,
    onWorked: (jobs) => void worked.push(jobs),
    onError: (error) => {
      throw error
    },
    onFailure: () => undefined,
    onLeaseLost: () => undefined,
    ...changes,
  })
}

const queue = (kind: Job['kind'], subject: string) => capture.store.jobs.enqueue({ kind, subject })

it('a slow job delays its own lane only', async () => {
  const model = Promise.withResolvers<void>()
  const done: string[] = []
  const pruned = Promise.withResolvers<void>()
  await queue('extract', 't1')
  await queue('extract', 't2')
  await queue('prune', 'capture')
  const lanes = openLanes([
    {
      prune: async () => {
        done.push('prune')
        pruned.resolve()
      },
    },
    {
      extract: async ({ subject }) => {
        await model.promise
        done.push(subject)
      },
    },
  ])
  lanes.nudge()
  await pruned.promise
  expect(done).toEqual(['prune'])
  lanes.nudge()
  model.resolve()
  await lanes.settle()
  expect(done).toEqual(['prune', 't1', 't2'])
  expect(worked.reduce((sum, jobs) => sum + jobs, 0)).toBe(3)
})

it('runs nothing once it was stopped', async () => {
  await queue('prune', 'capture')
  const lanes = openLanes([{ prune: async () => expect.unreachable() }])
  stopping.abort()
  lanes.nudge()
  await lanes.settle()
  expect(worked).toEqual([])
})

it('a queue that fails is reported, and asked again later', async () => {
  const errors: unknown[] = []
  let isLocked = true
  const jobs = capture.store.jobs
  const lanes = openLanes([{ prune: async () => undefined }], {
    queue: {
      ...jobs,
      claim: (...given) =>
        isLocked ? Promise.reject(new Error('the database is locked')) : jobs.claim(...given),
    },
    onError: (error) => void errors.push(error),
  })
  await queue('prune', 'capture')
  lanes.nudge()
  await lanes.settle()
  expect(errors).toMatchObject([{ message: 'the database is locked' }])
  isLocked = false
  lanes.nudge()
  await lanes.settle()
  expect(worked).toEqual([1])
})
