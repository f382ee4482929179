import { beforeEach, describe, expect, test } from 'vitest'
import { type Lifecycle, openLifecycle, toChat } from '../../../test/support/core/lifecycle.ts'
import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { SendEvent, SendOutcome } from '../ports/lifecycle.ts'

let lifecycle: Lifecycle
beforeEach(async () => {
  lifecycle = await openLifecycle([{ ...toChat, attempts: 3, events: ['turn-ended'] }])
})

/** Two turns of s1 and one of s2. */
async function takeTurns(): Promise<void> {
  for (const [session, turn] of [
    ['s1', 'p1'],
    ['s1', 'p2'],
    ['s2', 'p3'],
  ]) {
    const place = { session_id: session ?? '', prompt_id: turn ?? '' }
    await lifecycle.take('UserPromptSubmit', { ...place, prompt: 'do it' })
    await lifecycle.take('Stop', { ...place, last_assistant_message: 'done' })
  }
}

const placeOf = ({ session, sequence }: LifecycleEvent) => `${session?.hostSessionId} ${sequence}`

/** Answers by the session and number of the event; accepts what it has no answer for. */
function answering(answers: Record<string, SendOutcome>) {
  const sent: LifecycleEvent[] = []
  const send: SendEvent = async (_, event) => {
    sent.push(event)
    return answers[placeOf(event)] ?? { kind: 'accepted' }
  }
  return { send, sent }
}

const refusing = (place: string) =>
  answering({ [place]: { kind: 'failed', reason: 'exited with 1' } })
const statuses = async () =>
  Object.fromEntries(
    (await lifecycle.store.lifecycle.list({ limit: 10 })).map(({ event, status, attempts }) => [
      `${event.sequence} of ${event.sessionId === lifecycle.session().id ? 's1' : 's2'}`,
      `${status} ${attempts}`,
    ]),
  )

describe('a failure', () => {
  test('delays its session and nothing else, and is retried with growing pauses', async () => {
    await takeTurns()
    const { send, sent } = refusing('s1 1')
    await lifecycle.deliver(send)
    expect(sent.map(placeOf)).toEqual(['s1 1', 's2 1'])
    lifecycle.clock.advance(1_999)
    await lifecycle.deliver(send)
    expect(sent).toHaveLength(2)
    lifecycle.clock.advance(1)
    await lifecycle.deliver(send)
    expect(sent.map(placeOf)).toEqual(['s1 1', 's2 1', 's1 1'])
    lifecycle.clock.advance(7_999)
    await lifecycle.deliver(send)
    expect(sent).toHaveLength(3)
  })

  test('is over once it was accepted, and later events follow in order', async () => {
    await takeTurns()
    const refused = refusing('s1 1')
    await lifecycle.deliver(refused.send)
    const accepting = answering({})
    lifecycle.clock.advance(2_000)
    await lifecycle.deliver(accepting.send)
    expect(accepting.sent.map(placeOf)).toEqual(['s1 1', 's1 2'])
    expect(accepting.sent[0]).toEqual(refused.sent[0])
  })

  test('that persists is parked, logged, and blocks nothing any more', async () => {
    await takeTurns()
    const { send, sent } = refusing('s1 1')
    for (let attempt = 1; attempt <= 3; attempt++) {
      await lifecycle.deliver(send)
      lifecycle.clock.advance(60_000)
    }
    expect(await statuses()).toEqual({
      '1 of s1': 'parked 3',
      '2 of s1': 'done 0',
      '1 of s2': 'done 0',
    })
    expect(sent.map(placeOf)).toEqual(['s1 1', 's2 1', 's1 1', 's1 1', 's1 2'])
    expect(lifecycle.warnings.at(-1)).toBe('an event is parked')
  })

  test('from an unsubscribed receiver is parked at once', async () => {
    await takeTurns()
    const gone = { kind: 'gone', reason: 'answered 410' } as const
    await lifecycle.deliver(answering({ 's1 1': gone }).send)
    expect(await statuses()).toMatchObject({ '1 of s1': 'parked 1', '2 of s1': 'done 0' })
  })

  test('is stored without secrets', async () => {
    await takeTurns()
    const reason = 'no access with ghp_0123456789abcdefghijklmnopqrstuvwxAB'
    await lifecycle.deliver(answering({ 's1 1': { kind: 'failed', reason } }).send)
    const [counts] = await lifecycle.store.lifecycle.counts()
    expect(counts?.lastError).toMatch(/^no access with \[redacted/)
  })
})

test('an event interrupted by a shutdown is sent again and is no failure', async () => {
  await takeTurns()
  const stopping = new AbortController()
  const send: SendEvent = async () => {
    stopping.abort()
    return { kind: 'failed', reason: 'aborted' }
  }
  await lifecycle.deliver(send, 'chat', stopping.signal)
  expect(await statuses()).toMatchObject({ '1 of s1': 'pending 0' })
})

test('a subscriber removed from the settings gets nothing more', async () => {
  await takeTurns()
  const sent: string[] = []
  const send: SendEvent = async (_, event) => {
    sent.push(placeOf(event))
    lifecycle.change([])
    return { kind: 'accepted' }
  }
  await lifecycle.deliver(send)
  expect(sent).toEqual(['s1 1'])
})
