import { describe, expect, test } from 'vitest'
import { fixture, one, openCapture } from '../../../test/support/core/capture.ts'
import { configSchema } from '../../contract/config.ts'
import type { LearningSettings } from './triggers.ts'

async function openWith(changes: Partial<LearningSettings>) {
  const settings = { ...configSchema.parse({}).learning, ...changes }
  let project = ''
  const capture = await openCapture({
    extraction: () => settings,
    placeOf: async () => ({ kind: 'enabled', projectId: project }),
  })
  const { projects } = capture.store
  project = (await projects.insert({ identity: 'p', name: 'p', root: undefined })).id
  const jobs = (kind = 'extract') =>
    capture.rows('SELECT subject, status, run_after FROM jobs WHERE kind = ? ORDER BY id', kind)
  return {
    ...capture,
    project,
    subjects: (kind?: string) => jobs(kind).map(({ subject }) => subject),
    jobs,
    prompt: (id: string, prompt: string) =>
      capture.take('UserPromptSubmit', { prompt_id: id, prompt }),
    stop: (id: string) =>
      capture.take('Stop', { prompt_id: id, last_assistant_message: 'All done.' }),
    end: () => capture.take('SessionEnd', { reason: 'other' }),
    sessionId: () => String(capture.session().id),
    turnId: () => one(capture.turns()).id,
  }
}
describe('a turn', () => {
  test('is read by local rules when it ends', async () => {
    const capture = await openWith({})
    await capture.prompt('p1', 'one')
    expect(capture.subjects()).toEqual([])
    await capture.stop('p1')
    expect(capture.subjects()).toEqual([capture.turnId()])
  })

  test('has the session read half an hour after the last prompt or end of a turn', async () => {
    const capture = await openWith({})
    await capture.prompt('p1', 'one')
    await capture.stop('p1')
    const stopped = capture.clock.now().getTime()
    expect(capture.jobs('read')).toEqual([
      {
        subject: capture.sessionId(),
        status: 'pending',
        run_after: new Date(stopped + 30 * 60_000).toISOString(),
      },
    ])
  })
})

const isDue = (jobs: readonly { run_after?: unknown }[], now: Date) =>
  jobs.map(({ run_after }) => String(run_after) <= now.toISOString())

describe('a compaction', () => {
  test.each([
    ['in the middle of a turn', { prompt_id: 'p1', trigger: 'auto' }],
    ['that was typed', fixture('PreCompact-manual')],
  ])('%s has the session read now', async (_, payload) => {
    const capture = await openWith({})
    await capture.prompt('p1', 'one')
    await capture.take('PreCompact', payload)
    expect(isDue(capture.jobs('read'), capture.clock.now())).toEqual([true])
  })

  test('consolidates the memories of its project', async () => {
    const capture = await openWith({})
    await capture.prompt('p1', 'one')
    await capture.take('PreCompact', { prompt_id: 'p1', trigger: 'auto' })
    expect(capture.subjects('consolidate')).toEqual([capture.project])
  })
})

describe('the end of a session', () => {
  test('has it read now and its project consolidated', async () => {
    const capture = await openWith({})
    await capture.prompt('p1', 'one')
    await capture.end()
    expect(capture.subjects()).toEqual([capture.turnId()])
    expect(isDue(capture.jobs('read'), capture.clock.now())).toEqual([true])
    expect(capture.subjects('consolidate')).toEqual([capture.project])
  })

  test('by silence is one as well', async () => {
    const capture = await openWith({})
    await capture.prompt('p1', 'one')
    capture.clock.advance(13 * 3_600_000)
    await capture.prune()
    expect(capture.subjects()).toEqual([capture.turnId()])
    expect(isDue(capture.jobs('read'), capture.clock.now())).toEqual([true])
  })
})

test('switched off, learning is asked for nothing, whatever happens', async () => {
  const capture = await openWith({ rules: false })
  await capture.prompt('p1', 'one')
  await capture.stop('p1')
  await capture.take('PreCompact', { prompt_id: 'p1', trigger: 'auto' })
  await capture.end()
  expect(capture.subjects()).toEqual([])
  expect(capture.subjects('read')).toEqual([])
  expect(capture.subjects('consolidate')).toEqual([])
})
