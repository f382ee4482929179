import { describe, expect, test } from 'vitest'
import type { Action } from '../../model/host-event.ts'
import type { Exchange } from '../../model/window.ts'
import { judgeWindow, leastSure, standingOf } from './judge.ts'

const exchange = (user: string, assistant: string, given: Partial<Exchange> = {}): Exchange => ({
  turnId: 't1',
  user,
  surelyTyped: user,
  assistant,
  actions: [],
  ...given,
})

const edit: Action = {
  id: 'e1',
  kind: 'edit',
  toolName: 'Edit',
  outcome: 'ok',
  command: undefined,
  files: ['src/http/retry.ts'],
  output: '',
}

const judge = (one: Exchange, before?: Exchange) =>
  judgeWindow({ sessionId: 's', before, exchanges: [one] })

describe('a correction', () => {
  const before = exchange('Add retries to the client.', 'I added retries with `p-retry`.', {
    turnId: 't0',
  })
  const correction = exchange(
    "We shouldn't use p-retry here, use our own `retry()` from src/http/retry.ts instead, it should be the only place that decides how often we try.",
    'Let me look.\n\nI replaced `p-retry` with `retry()` from `src/http/retry.ts`, which is now the only place that decides how often the client tries.',
    { actions: [edit] },
  )

  test('is kept in the user’s words, with the outcome', () => {
    const [item] = judge(correction, before)
    expect(item).toMatchObject({
      kind: 'correction',
      trust: 'user',
      scope: 'project',
      sources: [{ type: 'turn', ref: 't1' }],
    })
    expect(item?.content).toMatch(/^We shouldn't use p-retry here.* Agent: I replaced `p-retry`/)
    expect(item?.content.length).toBeLessThanOrEqual(300)
  })

  test('says nothing of what the agent was about to do', () => {
    expect(judge(correction, before)[0]?.content).not.toContain('Let me')
  })

  test('is found once in a window of several turns', () => {
    const window = { sessionId: 's', depth: 'deep' as const, exchanges: [before, correction] }
    expect(judgeWindow({ ...window, exchanges: [before, correction, correction] })).toHaveLength(1)
  })
})

describe('what is said outright', () => {
  test('is worded as stored if the prompt asked to remember it', () => {
    const [item] = judge(exchange('Remember that we use pnpm', 'Remembered.'))
    expect(item).toMatchObject({ content: 'We use pnpm.', said: 'We use pnpm.' })
  })

  test('is a memory at once, in the words of the user', () => {
    expect(judge(exchange('Never push to main directly, open a PR.', 'Understood.'))).toMatchObject(
      [{ content: 'Never push to main directly, open a PR.', kind: 'rule', standing: 'memory' }],
    )
  })

  test('comes with its reason', () => {
    const said = 'ok. From now on run `make gen` after you edit a proto file. Otherwise CI fails.'
    expect(judge(exchange(said, 'Will do.'))[0]?.content).toBe(
      'From now on run `make gen` after you edit a proto file. Otherwise CI fails.',
    )
  })

  test.each([
    'We deploy with flyctl from the release branch, never from main.',
    'We use pnpm in this repo, not npm.',
    'The staging cluster runs in eu-west-1.',
  ])('is how the team works: %s', (said) => {
    expect(judge(exchange(said, 'Noted.'))).toMatchObject([
      { content: said, standing: 'memory', trust: 'user' },
    ])
  })

  test.each([
    'Should we never push to main directly?',
    'We use too many threads, maybe that is why it hangs.',
    'The test runs in a loop and never stops.',
    'Always return an array for now.',
    'The blog says you should always use tabs in every file.',
    'Never do it again.',
    'Write a prompt for our bot: it must never promise refunds, always ask first.',
  ])('is not: %s', (said) => {
    const told = judge(exchange(said, 'Done.')).filter(({ standing }) => standing === 'memory')
    expect(told).toEqual([])
  })
})

describe('a choice', () => {
  const offer = exchange(
    'Where should shared file storage go?',
    'You have two options:\n\n1. Shared handlers in packages/files that every app imports\n2. A dedicated API service in apps/api that the apps call over HTTP\n\nWhich one fits?',
    { turnId: 't0' },
  )

  test('by number is kept in the words of the option, as the word of the agent', () => {
    const [item] = judge(
      exchange('2', 'I created `apps/api` as a service that the other apps call over HTTP.', {
        actions: [edit],
      }),
      offer,
    )
    expect(item?.content).toMatch(/^Agreed: A dedicated API service in apps\/api/)
    expect(item).toMatchObject({
      trust: 'agent',
      standing: 'candidate',
      sources: [{ ref: 't0' }, { ref: 't1' }],
    })
  })
})

test.each([
  ['thanks', 'Thanks, looks good!', 'Glad to hear.'],
  ['a bare task', 'run the tests', 'All 40 tests pass.'],
  ['a question', 'what does this do?', 'It parses the header.'],
  ['nothing', '', 'I was interrupted.'],
])('%s teaches nothing', (_, user, assistant) => {
  expect(judge(exchange(user, assistant))).toEqual([])
})

describe('what the user takes back', () => {
  const wish = exchange('From now on use port 5434 for staging.', 'Staging uses port 5434 now.')

  test('is not written, whatever came of it', () => {
    const window = { sessionId: 's', depth: 'deep' as const, before: undefined }
    const retracted = [wish, exchange('Never mind.', 'I left it as it was.')]
    expect(judgeWindow({ ...window, exchanges: retracted })).toEqual([])
    const kept = [wish, exchange('Thanks.', 'You are welcome.')]
    expect(judgeWindow({ ...window, exchanges: kept })).toHaveLength(1)
  })
})

describe('what is said to be broken', () => {
  const before = exchange('Look at the client.', 'The client calls `retry()`.')
  const said =
    "You should use `retry()` from src/http/retry.ts instead of p-retry, but `retry()` doesn't work with streams, we must not use it there."
  const answer = 'The body is consumed by the first attempt, so `retry()` cannot send it again.'

  test('is a candidate marked as reported, until it is fixed', () => {
    const [item] = judge(exchange(said, answer), before)
    expect(item).toMatchObject({ standing: 'candidate' })
    expect(item?.tags).toContain('reported')
  })

  test('is no report once the agent fixed it', () => {
    const [item] = judge(exchange(said, answer, { actions: [edit] }), before)
    expect(item?.tags).not.toContain('reported')
  })
})

describe('standing of', () => {
  test.each([
    'We should never log tokens in the client.',
    'Only the agent’s message should have an avatar.',
    'Use the format "Tool: <name>" instead of a title.',
  ])('%j is a memory once the judge is sure', (said) => {
    expect(standingOf(said, leastSure)).toBe('memory')
    expect(standingOf(said, leastSure - 0.1)).toBe('candidate')
  })

  test.each([
    'Fix the header, it should take the space to the right.',
    'Let’s create a small app, it should have a client and a server.',
    'I need a library for this, it should be small.',
    'Use only the colours of the attached image.',
    'The header should be blue for now.',
    'Should the header be blue?',
    'Should be blue, not green.',
  ])('%j is about the work in hand', (said) => {
    expect(standingOf(said, 5)).toBe('candidate')
  })
})
