import { describe, expect, test } from 'vitest'
import { fixture, one, openCapture } from '../../../test/support/core/capture.ts'
import { configSchema } from '../../contract/config.ts'
import type { ExtractionSettings } from './triggers.ts'

async function openWith(changes: Partial<ExtractionSettings>) {
  const settings = { ...configSchema.parse({}).extraction, ...changes }
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
const nothingElse = {
  idleSeconds: 0,
  beforeCompaction: false,
  atSessionEnd: false,
  consolidate: false,
}

describe('a turn', () => {
  test('is extracted when it ends', async () => {
    const capture = await openWith(nothingElse)
    await capture.prompt('p1', 'one')
    expect(capture.subjects()).toEqual([])
    await capture.stop('p1')
    expect(capture.subjects()).toEqual([capture.turnId()])
  })

  test('is not when that is switched off', async () => {
    const capture = await openWith({ ...nothingElse, afterTurn: false })
    await capture.prompt('p1', 'one')
    await capture.stop('p1')
    await capture.end()
    expect(capture.subjects()).toEqual([])
  })
})

describe('silence', () => {
  test('is waited for from the last prompt or end of a turn', async () => {
    const capture = await openWith({ ...nothingElse, afterTurn: false, idleSeconds: 30 })
    await capture.prompt('p1', 'one')
    await capture.stop('p1')
    const stopped = capture.clock.now().getTime()
    expect(capture.jobs()).toEqual([
      {
        subject: `idle:${capture.sessionId()}`,
        status: 'pending',
        run_after: new Date(stopped + 30_000).toISOString(),
      },
    ])
  })
})

describe('a compaction', () => {
  const before = { ...nothingElse, beforeCompaction: true }

  test.each([
    ['in the middle of a turn', { prompt_id: 'p1', trigger: 'auto' }],
    ['that was typed', fixture('PreCompact-manual')],
  ])('%s starts an extraction of the session', async (_, payload) => {
    const capture = await openWith(before)
    await capture.prompt('p1', 'one')
    await capture.take('PreCompact', payload)
    expect(capture.subjects()).toEqual([`compaction:${capture.sessionId()}`])
  })

  test('asks for nothing when that is switched off', async () => {
    const capture = await openWith({ ...nothingElse, afterTurn: false })
    await capture.prompt('p1', 'one')
    await capture.take('PreCompact', { prompt_id: 'p1', trigger: 'auto' })
    expect(capture.subjects()).toEqual([])
  })

  test('consolidates the memories of its project', async () => {
    const capture = await openWith({ ...before, consolidate: true })
    await capture.prompt('p1', 'one')
    await capture.take('PreCompact', { prompt_id: 'p1', trigger: 'auto' })
    expect(capture.subjects('consolidate')).toEqual([capture.project])
  })
})

describe('the end of a session', () => {
  test('starts its extraction and the consolidation of its project', async () => {
    const capture = await openWith({ ...nothingElse, atSessionEnd: true, consolidate: true })
    await capture.prompt('p1', 'one')
    await capture.end()
    expect(capture.subjects()).toEqual([capture.turnId(), `end:${capture.sessionId()}`])
    expect(capture.subjects('consolidate')).toEqual([capture.project])
  })

  test('by silence is one as well', async () => {
    const capture = await openWith({ ...nothingElse, atSessionEnd: true })
    await capture.prompt('p1', 'one')
    capture.clock.advance(13 * 3_600_000)
    await capture.prune()
    expect(capture.subjects()).toEqual([capture.turnId(), `end:${capture.sessionId()}`])
  })
})

test('switched off, extraction is asked for nothing, whatever happens', async () => {
  const capture = await openWith({ mode: 'off' })
  await capture.prompt('p1', 'one')
  await capture.stop('p1')
  await capture.take('PreCompact', { prompt_id: 'p1', trigger: 'auto' })
  await capture.end()
  expect(capture.subjects()).toEqual([])
  expect(capture.subjects('consolidate')).toEqual([])
})
