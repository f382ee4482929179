import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import { finishJobs } from '../../../test/support/core/finish-jobs.ts'
import type { LeasedJob } from '../ports/job-queue.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})
const hour = 3_600_000
const prune = () => capture.prune()

test('closes only sessions that were silent for 12 hours', async () => {
  await capture.take('UserPromptSubmit', { session_id: 'old', prompt: 'hi' })
  capture.clock.advance(12 * hour)
  await capture.take('UserPromptSubmit', { session_id: 'new', prompt: 'hi' })
  await prune()
  expect(capture.session('old')).toMatchObject({ status: 'completed', end_reason: 'silence' })
  expect(capture.session('new')).toMatchObject({ status: 'active', end_reason: null })
})

test('leaves a session that its host ended as it was', async () => {
  await capture.take('SessionEnd', { reason: 'logout' })
  const before = capture.session()
  capture.clock.advance(24 * hour)
  await prune()
  expect(capture.session()).toEqual(before)
})

test('closes a silent session once', async () => {
  await capture.take('UserPromptSubmit', { prompt: 'hi' })
  capture.clock.advance(24 * hour)
  await prune()
  await finishJobs(capture.store.jobs)
  await prune()
  expect(capture.jobs().map(({ status }) => status)).toEqual(['done', 'done', 'done'])
})

test('takes an end by silence for one the session has a right to come back from', async () => {
  await capture.take('UserPromptSubmit', { prompt: 'hi' })
  capture.clock.advance(24 * hour)
  await prune()
  await capture.take('Stop', { last_assistant_message: 'that took long' })
  expect(capture.session()).toMatchObject({ status: 'active', end_reason: null })
  capture.clock.advance(24 * hour)
  await prune()
  expect(capture.session()).toMatchObject({ status: 'completed', end_reason: 'silence' })
})

test('deletes jobs that were done two weeks ago, and no others', async () => {
  const { jobs } = capture.store
  const claim = async () => (await jobs.claim(['extract'], hour)) as LeasedJob
  for (const subject of ['done', 'parked', 'pending']) {
    await jobs.enqueue({ kind: 'extract', subject })
  }
  await jobs.complete(await claim())
  await jobs.fail(await claim(), 'no luck', undefined)
  capture.clock.advance(14 * 24 * hour)
  await prune()
  expect(capture.jobs()).toHaveLength(3)
  capture.clock.advance(1)
  await prune()
  expect(capture.jobs().map(({ subject }) => subject)).toEqual(['parked', 'pending'])
})

test('sweeps what killed hooks left behind', async () => {
  const file = join(capture.paths.spool, '.killed.tmp')
  writeFileSync(file, 'half')
  utimesSync(file, capture.clock.now(), capture.clock.now())
  await prune()
  expect(existsSync(file)).toBe(true)
  capture.clock.advance(hour)
  await prune()
  expect(existsSync(file)).toBe(false)
})
