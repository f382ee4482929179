import { describe, expect, test } from 'vitest'
import type { Action } from '../../model/host-event.ts'
import type { Exchange } from '../../model/window.ts'
import { judgeWindow } from './judge.ts'

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

const judge = (one: Exchange) => judgeWindow({ sessionId: 's', exchanges: [one] })

describe('a correction without an outright word', () => {
  const correction = exchange(
    'Use our own `retry()` from src/http/retry.ts here, the client decides how often it tries.',
    'Let me look.\n\nI replaced `p-retry` with `retry()`.',
    { actions: [edit] },
  )

  test('is a candidate in the words of the user alone', () => {
    expect(judge(correction)).toMatchObject([
      {
        content: correction.user,
        trust: 'user',
        standing: 'candidate',
        scope: 'project',
        sources: [{ type: 'turn', ref: 't1' }],
      },
    ])
  })

  test('is found once in a window of several turns', () => {
    const window = { sessionId: 's', exchanges: [correction, correction] }
    expect(judgeWindow(window)).toHaveLength(1)
  })
})

describe('what is said outright', () => {
  test('is worded as stored if the prompt asked to remember it', () => {
    const [item] = judge(exchange('Remember that we use pnpm', 'Remembered.'))
    expect(item).toMatchObject({ content: 'We use pnpm.' })
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
    const window = { sessionId: 's', before: undefined }
    const retracted = [wish, exchange('Never mind.', 'I left it as it was.')]
    expect(judgeWindow({ ...window, exchanges: retracted })).toEqual([])
    const kept = [wish, exchange('Thanks.', 'You are welcome.')]
    expect(judgeWindow({ ...window, exchanges: kept })).toHaveLength(1)
  })
})

describe('what is said to be broken', () => {
  const said = '`retry()` is broken for streams, we use it in three places.'
  const answer = 'The body is consumed by the first attempt.'

  test('is a candidate marked as reported, until it is fixed', () => {
    const [item] = judge(exchange(said, answer))
    expect(item).toMatchObject({ standing: 'candidate' })
    expect(item?.tags).toContain('reported')
  })

  test('is no report once the agent fixed it', () => {
    const [item] = judge(exchange(said, answer, { actions: [edit] }))
    expect(item?.tags).not.toContain('reported')
  })
})
