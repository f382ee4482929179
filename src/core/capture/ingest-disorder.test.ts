/** Events that come twice, in the wrong order, or by a clock that jumps. */
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, fixture, one, openCapture } from '../../../test/support/core/capture.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

const prompt = (id: string, text: string) =>
  capture.take('UserPromptSubmit', { prompt_id: id, prompt: text })
const stop = (id: string) => capture.take('Stop', { prompt_id: id, last_assistant_message: 'done' })
const tool = (id: string, useId: string) =>
  capture.take('PostToolUse', { prompt_id: id, tool_name: 'Bash', tool_use_id: useId })

describe('two installations', () => {
  test.each([
    ['SessionStart', 'SessionStart-startup'],
    ['UserPromptSubmit', 'UserPromptSubmit'],
    ['PostToolUse', 'PostToolUse-Bash'],
    ['PostToolUseFailure', 'PostToolUseFailure-Bash'],
    ['SubagentStart', 'SubagentStart'],
    ['SubagentStop', 'SubagentStop'],
    ['Stop', 'Stop'],
    ['PreCompact', 'PreCompact-manual'],
    ['SessionEnd', 'SessionEnd-other'],
  ])('that both deliver %s make one event', async (event, name) => {
    capture.deliver(event, fixture(name))
    capture.deliver(event, fixture(name))
    expect(await capture.drain()).toMatchObject({ duplicates: 1, rejected: 0 })
    expect(capture.count('events')).toBe(1)
    expect(capture.session().event_count).toBe(1)
  })

  test('make one session of a whole one, whatever order the keys of a payload come in', async () => {
    const steps: [string, string][] = [
      ['SessionStart', 'SessionStart-startup'],
      ['UserPromptSubmit', 'UserPromptSubmit'],
      ['PostToolUse', 'PostToolUse-Bash'],
      ['Stop', 'Stop'],
      ['SessionEnd', 'SessionEnd-other'],
    ]
    for (const [event, name] of steps) {
      capture.deliver(event, fixture(name))
      capture.deliver(event, Object.fromEntries(Object.entries(fixture(name)).reverse()))
    }
    expect(await capture.drain()).toMatchObject({ duplicates: 5, rejected: 0 })
    expect(capture.events().map(({ name }) => name)).toEqual(steps.map(([event]) => event))
    expect(one(capture.turns())).toMatchObject({ number: 1, outcome: 'ok' })
    const { id } = one(capture.turns())
    expect(capture.jobs().map(({ kind, subject }) => [kind, subject])).toEqual([
      ['digest-turn', id],
      ['extract', id],
      ['digest-session', capture.session().id],
    ])
  })

  test('that deliver a distinct event long apart make one event', async () => {
    await tool('p1', 't1')
    await stop('p1')
    expect((await tool('p1', 't1')).duplicates).toBe(1)
    expect(capture.count('tool_events')).toBe(1)
  })
})

test('an event without an id of its own may happen again later with the same content', async () => {
  for (let round = 0; round < 3; round++) {
    await capture.take('SessionStart', { source: 'resume' })
    await capture.take('SessionEnd', { reason: 'other' })
  }
  expect(capture.count('events')).toBe(6)
})

test('a quick turn may end like the previous one', async () => {
  const ended = { last_assistant_message: 'Done.' }
  for (const prompt_id of ['p1', 'p2']) {
    await capture.take('UserPromptSubmit', { prompt: 'go on', prompt_id })
    expect((await capture.take('Stop', ended)).duplicates).toBe(0)
  }
  expect(capture.turns()).toMatchObject([{ outcome: 'ok' }, { outcome: 'ok' }])
})

test('two installations that deliver everything at once are taken for one', async () => {
  const loaded = {
    file_path: '/w/a/CLAUDE.md',
    memory_type: 'Project',
    load_reason: 'session_start',
  }
  await capture.take('InstructionsLoaded', loaded)
  await capture.take('SessionStart', { source: 'startup' })
  expect((await capture.take('InstructionsLoaded', loaded)).duplicates).toBe(1)
  expect((await capture.take('SessionStart', { source: 'startup' })).duplicates).toBe(1)
  expect(capture.count('events')).toBe(2)
})

describe('out of order', () => {
  test('a tool that comes before its prompt belongs to the turn once the prompt is there', async () => {
    await tool('p1', 't1')
    expect(one(capture.toolEvents()).turn_id).toBeNull()
    await prompt('p1', 'late')
    const { id } = one(capture.turns())
    expect(one(capture.toolEvents()).turn_id).toBe(id)
    expect(capture.events().map(({ turn_id }) => turn_id)).toEqual([id, id])
    const session = await capture.store.history.session('s1')
    expect(session?.timeline[0]?.toolEvents).toHaveLength(1)
  })

  test('a tool of another turn does not move', async () => {
    await tool('p1', 't1')
    await prompt('p2', 'not mine')
    expect(one(capture.toolEvents()).turn_id).toBeNull()
  })

  test('a stop before its prompt makes the turn, and the prompt fills it', async () => {
    await stop('p1')
    expect(one(capture.turns())).toMatchObject({ number: 1, prompt: null, outcome: 'ok' })
    await prompt('p1', '/review')
    expect(one(capture.turns())).toMatchObject({
      number: 1,
      prompt: '/review',
      origin: 'command',
      answer: 'done',
      outcome: 'ok',
    })
  })

  test('the tools of a turn that is known by its stop alone are in that turn', async () => {
    await tool('p1', 't1')
    await stop('p1')
    const { id } = one(capture.turns())
    expect(one(capture.toolEvents()).turn_id).toBe(id)
    expect(capture.events().map(({ turn_id }) => turn_id)).toEqual([id, id])
  })

  test('a stop before its prompt still closes and queues the turn before it', async () => {
    await prompt('p1', 'interrupted')
    await stop('p2')
    await prompt('p2', 'next')
    const [first] = capture.turns()
    expect(first).toMatchObject({ number: 1, outcome: 'cut' })
    expect(capture.jobs().filter(({ subject }) => subject === first?.id)).toMatchObject([
      { kind: 'digest-turn', status: 'pending' },
      { kind: 'extract', status: 'pending' },
    ])
  })

  test('a session can begin with any event', async () => {
    await tool('p1', 't1')
    expect(capture.session()).toMatchObject({ status: 'active', event_count: 1 })
  })

  test('a late start sets the model and nothing else', async () => {
    await prompt('p1', 'first')
    await capture.take('SessionStart', { source: 'startup', model: 'opus' })
    expect(capture.session()).toMatchObject({ status: 'active', model: 'opus', event_count: 2 })
  })
})

describe('a clock that jumps', () => {
  const noNegativeTimes = () => {
    for (const { started_at, ended_at } of [capture.session(), ...capture.turns()]) {
      if (ended_at !== null) expect(String(started_at) <= String(ended_at)).toBe(true)
    }
  }

  test('backwards leaves no negative duration, and the last sign of life where it was', async () => {
    await prompt('p1', 'first')
    const { last_event_at } = capture.session()
    capture.clock.set('2026-01-01T00:00:00.000Z')
    await stop('p1')
    expect(capture.session().last_event_at).toBe(last_event_at)
    await prompt('p2', 'second')
    await capture.take('SessionEnd', { reason: 'other' })
    noNegativeTimes()
  })

  test('forwards leaves no negative duration', async () => {
    await prompt('p1', 'first')
    capture.clock.set('2031-01-01T00:00:00.000Z')
    await prompt('p2', 'second')
    capture.clock.set('2026-01-02T03:05:00.000Z')
    await stop('p2')
    await capture.take('SessionEnd', { reason: 'other' })
    noNegativeTimes()
    expect(capture.session().last_event_at).toBe('2031-01-01T00:00:01.000Z')
  })
})

test('whatever comes in whatever order, turns are numbered without gaps and each job is once', async () => {
  const step = fc.record({
    event: fc.constantFrom('SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'),
    turn: fc.constantFrom('p1', 'p2', 'p3', undefined),
    text: fc.constantFrom('yes', 'no'),
    at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.uuid(),
      async (steps, session) => {
        for (const { event, turn, text, at } of steps) {
          capture.clock.set(new Date(at).toISOString())
          capture.deliver(event, {
            session_id: session,
            ...(turn !== undefined && { prompt_id: turn }),
            prompt: text,
            tool_name: text,
          })
        }
        expect((await capture.drain()).rejected).toBe(0)
        const { id } = capture.session(session)
        const turns = capture.turns().filter(({ session_id }) => session_id === id)
        expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1))
        for (const { started_at, ended_at } of [capture.session(session), ...turns]) {
          if (ended_at !== null) expect(String(started_at) <= String(ended_at)).toBe(true)
        }
        const jobs = capture.jobs().map(({ kind, subject }) => `${kind} ${subject}`)
        expect(new Set(jobs).size).toBe(jobs.length)
      },
    ),
    { numRuns: 30 },
  )
})
