import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, fixture, one, openCapture } from '../../../test/support/core/capture.ts'
import { finishJobs } from '../../../test/support/core/finish-jobs.ts'
import type { Json, JsonObject } from '../model/json.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

const prompt = (id: string, text: string) =>
  capture.take('UserPromptSubmit', { prompt_id: id, prompt: text })
const stop = (id: string, answer: string) =>
  capture.take('Stop', { prompt_id: id, last_assistant_message: answer })

describe('a turn', () => {
  test('is a prompt with the next number, and later its answer', async () => {
    await prompt('p1', 'List the files')
    await stop('p1', 'Two.')
    await prompt('p2', 'Which?')
    const { id: session_id } = capture.session()
    expect(capture.turns()).toMatchObject([
      {
        session_id,
        number: 1,
        host_turn_id: 'p1',
        prompt: 'List the files',
        origin: 'user',
        answer: 'Two.',
        outcome: 'ok',
        started_at: '2026-01-02T03:04:06.000Z',
        ended_at: '2026-01-02T03:04:07.000Z',
      },
      { session_id, number: 2, prompt: 'Which?', answer: null, outcome: 'open', ended_at: null },
    ])
  })

  test('counts and queues only when a row was really inserted', async () => {
    await prompt('p1', 'one')
    await prompt('p2', 'two')
    const before = { turns: capture.turns(), jobs: capture.jobs() }
    expect((await prompt('p2', 'two')).duplicates).toBe(1)
    expect((await prompt('p1', 'one')).duplicates).toBe(1)
    expect({ turns: capture.turns(), jobs: capture.jobs() }).toEqual(before)
  })

  test('is queued by the next prompt, and interrupted if it never ended', async () => {
    await prompt('p1', 'one')
    await prompt('p2', 'two')
    const [first, second] = capture.turns()
    expect(first).toMatchObject({ outcome: 'cut', ended_at: second?.started_at })
    expect(capture.jobs()).toEqual([
      { kind: 'digest-turn', subject: first?.id, status: 'pending' },
      { kind: 'extract', subject: first?.id, status: 'pending' },
    ])
  })

  test('begins again when a person says the same after interrupting, without turn ids', async () => {
    await capture.take('UserPromptSubmit', { prompt: 'continue' })
    capture.clock.advance(10_000)
    await capture.take('UserPromptSubmit', { prompt: 'continue' })
    expect(capture.turns().map(({ prompt, outcome }) => [prompt, outcome])).toEqual([
      ['continue', 'cut'],
      ['continue', 'open'],
    ])
  })

  test('is queued once by its stop and by the prompt after it', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'done')
    const { id } = one(capture.turns())
    await prompt('p2', 'two')
    expect(capture.jobs()).toEqual([
      { kind: 'digest-turn', subject: id, status: 'pending' },
      { kind: 'extract', subject: id, status: 'pending' },
    ])
  })

  test('that stops twice has one job, which is opened again when it was done', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'first answer')
    await finishJobs(capture.store.jobs)
    await stop('p1', 'second answer')
    const { id, answer } = one(capture.turns())
    expect(answer).toBe('second answer')
    expect(capture.jobs()).toEqual([
      { kind: 'digest-turn', subject: id, status: 'pending' },
      { kind: 'extract', subject: id, status: 'pending' },
    ])
  })

  test('whose digest is done is not digested again for the next prompt', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'done')
    await finishJobs(capture.store.jobs)
    await prompt('p2', 'two')
    expect(capture.jobs().map(({ status }) => status)).toEqual(['done', 'done'])
  })

  test('keeps its answer when a later stop has none', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'done')
    await capture.take('Stop', { prompt_id: 'p1', stop_hook_active: true })
    expect(one(capture.turns()).answer).toBe('done')
  })

  test('that a hook kept going keeps its new answer and is not extracted again', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'first')
    await finishJobs(capture.store.jobs)
    const again = { last_assistant_message: 'second', stop_hook_active: true }
    await capture.take('Stop', { prompt_id: 'p1', ...again })
    const { id, answer, outcome } = one(capture.turns())
    expect({ answer, outcome }).toEqual({ answer: 'second', outcome: 'ok' })
    expect(capture.jobs()).toEqual([
      { kind: 'digest-turn', subject: id, status: 'pending' },
      { kind: 'extract', subject: id, status: 'done' },
    ])
  })

  test('of which only a continued end arrived is extracted when the next one begins', async () => {
    await prompt('p1', 'one')
    await capture.take('Stop', { prompt_id: 'p1', stop_hook_active: true })
    expect(capture.jobs().map(({ kind }) => kind)).toEqual(['digest-turn'])
    await prompt('p2', 'two')
    expect(capture.jobs().map(({ kind }) => kind)).toEqual(['digest-turn', 'extract'])
  })

  test('that failed says so, with what the host showed', async () => {
    await prompt('p1', 'one')
    await capture.take('StopFailure', fixture('StopFailure-rate_limit', { prompt_id: 'p1' }))
    expect(one(capture.turns()).outcome).toBe('failed')
    expect(capture.events().at(-1)?.fields).toMatchObject({ error: 'rate_limit' })
  })

  test('is two turns when «yes» was typed twice to a client without turn ids', async () => {
    for (const answer of ['Shall I go on?', 'Done.']) {
      await capture.take('UserPromptSubmit', { prompt: 'yes' })
      await capture.take('Stop', { last_assistant_message: answer })
    }
    expect(capture.turns()).toMatchObject([
      { number: 1, prompt: 'yes', answer: 'Shall I go on?' },
      { number: 2, prompt: 'yes', answer: 'Done.' },
    ])
    expect(capture.count('events')).toBe(4)
  })

  test('owns the event of its own prompt and stop, with or without turn ids', async () => {
    await prompt('p1', 'with an id')
    await stop('p1', 'done')
    await capture.take('UserPromptSubmit', { prompt: 'without' })
    await capture.take('Stop', {})
    const [first, second] = capture.turns().map(({ id }) => id)
    expect(capture.events().map(({ turn_id }) => turn_id)).toEqual([first, first, second, second])
  })

  test('of a finished background task is a notification, and of a slash command a command', async () => {
    await capture.take('UserPromptSubmit', fixture('UserPromptSubmit-task-notification'))
    await capture.take('UserPromptSubmit', fixture('UserPromptSubmit-slash-command'))
    expect(capture.turns().map(({ origin }) => origin)).toEqual(['notification', 'command'])
  })

  test('with an empty prompt is one all the same', async () => {
    await prompt('p1', '')
    expect(one(capture.turns()).prompt).toBe('')
  })
})

describe('a prompt with a number', () => {
  const numbered = (number: unknown, text: string, more: JsonObject = {}) =>
    capture.take('UserPromptSubmit', { prompt: text, prompt_number: number as Json, ...more })
  const turns = () =>
    capture.turns().map(({ number, prompt, outcome }) => [number, prompt, outcome])

  test('has that number, and the next one without a number follows it', async () => {
    await numbered(7, 'seven')
    await prompt('p8', 'eight')
    await numbered(12, 'twelve', { prompt_id: 'p12' })
    expect(turns()).toEqual([
      [7, 'seven', 'cut'],
      [8, 'eight', 'cut'],
      [12, 'twelve', 'open'],
    ])
  })

  test('is distinguished from the same text under another number, and recognised under its own', async () => {
    await numbered(1, 'yes')
    await numbered(2, 'yes')
    capture.clock.advance(60_000)
    expect((await numbered(1, 'yes')).duplicates).toBe(1)
    expect(turns()).toEqual([
      [1, 'yes', 'cut'],
      [2, 'yes', 'open'],
    ])
  })

  test('that is taken by another prompt gets the next one', async () => {
    await numbered(1, 'before')
    await numbered(1, 'after a resume')
    await numbered(1, 'of another turn', { prompt_id: 'p3' })
    expect(turns()).toEqual([
      [1, 'before', 'cut'],
      [2, 'after a resume', 'cut'],
      [3, 'of another turn', 'open'],
    ])
  })

  test('that arrives late leaves the turn after it open', async () => {
    await numbered(2, 'second')
    await numbered(1, 'first')
    await capture.take('Stop', { last_assistant_message: 'Done.' })
    expect(turns()).toEqual([
      [1, 'first', 'cut'],
      [2, 'second', 'ok'],
    ])
    const digested = capture.jobs().filter(({ kind }) => kind === 'digest-turn')
    const [first, second] = capture.turns().map(({ id }) => id)
    expect(digested.map(({ subject }) => subject)).toEqual([first, second])
  })

  test.each([0, -1, 1.5, '3', null, 2 ** 60])(
    '%j is none, so it takes the next',
    async (number) => {
      await prompt('p1', 'one')
      await numbered(number, 'two')
      expect(capture.turns().map((turn) => turn.number)).toEqual([1, 2])
    },
  )
})
