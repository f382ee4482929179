import { describe, expect, test } from 'vitest'
import {
  assistant,
  compaction,
  exchanges,
  transcript,
  turn,
  user,
} from '../../../../test/support/core/window.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import { compactionSpan, turnSpan } from './build-window.ts'

describe('a transcript', () => {
  test('adds all that the assistant said', async () => {
    const file = transcript(
      user('prompt 1'),
      assistant('Let me look.'),
      assistant('answer 1'),
      user('  prompt\n2'),
      assistant('It is the cache.'),
      assistant('answer 2'),
    )
    expect(await exchanges([turn(1), turn(2)], file)).toEqual([
      ['t1', 'prompt 1', 'Let me look.\n\nanswer 1'],
      ['t2', 'prompt\n2', 'It is the cache.\n\nanswer 2'],
    ])
  })

  test('that lags behind is completed by the captured answer', async () => {
    const file = transcript(user('prompt 1'), assistant('Let me look.'))
    expect(await exchanges([turn(1)], file)).toEqual([
      ['t1', 'prompt 1', 'Let me look.\n\nanswer 1'],
    ])
  })

  test('that has gone on since does not change the turn', async () => {
    const file = transcript(user('prompt 1'), assistant('answer 1'), user('prompt 2'))
    expect(await exchanges([turn(1)], file)).toEqual([['t1', 'prompt 1', 'answer 1']])
  })

  test('that does not know the turn leaves it as it was captured', async () => {
    const file = transcript(user('something else'), assistant('quite different'))
    expect(await exchanges([turn(1)], file)).toEqual([['t1', 'prompt 1', 'answer 1']])
  })

  test('is matched by the answer where a person said the same twice', async () => {
    const yes = (number: number) => turn(number, { prompt: 'yes' })
    const file = transcript(
      user('yes'),
      assistant('first'),
      assistant('answer 1'),
      user('yes'),
      assistant('second'),
      assistant('answer 2'),
      user('and now?'),
    )
    const first = ['t1', 'yes', 'first\n\nanswer 1']
    const second = ['t2', 'yes', 'second\n\nanswer 2']
    expect(await exchanges([yes(1)], file)).toEqual([first])
    expect(await exchanges([yes(1), yes(2)], file)).toEqual([first, second])
    expect(await exchanges([yes(1), yes(2), yes(3)], file)).toEqual([
      first,
      second,
      ['t3', 'yes', 'answer 3'],
    ])
  })

  test("is matched by the host's own id of the turn before all else", async () => {
    const file = transcript(
      user('yes', { promptId: 'p1' }),
      assistant('first'),
      user('yes', { promptId: 'p2' }),
      assistant('second'),
    )
    const cut = turn(1, { prompt: 'yes', hostTurnId: 'p1', answer: undefined })
    expect(await exchanges([cut], file)).toEqual([['t1', 'yes', 'first']])
    expect(await exchanges([{ ...cut, hostTurnId: 'p3' }], file)).toEqual([['t1', 'yes', '']])
  })

  test('read from the middle of a long turn is matched by the answer', async () => {
    const file = transcript(assistant('It is the cache.'), assistant('answer 2'))
    const command = turn(2, { prompt: '/fix the cache', origin: 'command' })
    expect(await exchanges([turn(1), command], file)).toEqual([
      ['t1', 'prompt 1', 'answer 1'],
      ['t2', 'the cache', 'It is the cache.\n\nanswer 2'],
    ])
  })

  test('is redacted, and compared as redacted', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const file = transcript(
      user(`Use ${token}.`),
      assistant(`Using ${token}. <private>my diary</private>`),
      assistant('answer 1'),
    )
    const captured = turn(1, { prompt: 'Use [redacted:github-token].' })
    expect(await exchanges([captured], file)).toEqual([
      [
        't1',
        'Use [redacted:github-token].',
        'Using [redacted:github-token]. [private]\n\nanswer 1',
      ],
    ])
  })

  test('does not give back the context we put in', async () => {
    const file = transcript(
      user('<throughline-context>Use pnpm.</throughline-context>\nprompt 1'),
      assistant('answer 1'),
    )
    expect(await exchanges([], file)).toEqual([[undefined, 'prompt 1', 'answer 1']])
  })

  test('tells a turn that a compaction interrupted to its end', async () => {
    const file = transcript(
      user('prompt 1'),
      assistant('before'),
      compaction,
      assistant('after'),
      assistant('answer 1'),
    )
    expect(await exchanges([turn(1)], file)).toEqual([
      ['t1', 'prompt 1', 'before\n\nafter\n\nanswer 1'],
    ])
  })
})

describe('a transcript alone', () => {
  test('serves when nothing was captured', async () => {
    const file = transcript(
      assistant('an answer whose prompt lies further back'),
      user('one'),
      assistant('first'),
      user('<command-name>/model</command-name>'),
      user('<command-name>/pr</command-name><command-args>short</command-args>'),
      assistant('second'),
    )
    const all = [
      [undefined, 'one', 'first'],
      [undefined, 'short', 'second'],
    ]
    expect(await exchanges([], file)).toEqual(all)
    expect(await exchanges([], file, turnSpan)).toEqual(all.slice(-1))
  })

  test('is read from the last compaction on', async () => {
    const file = transcript(user('old'), assistant('told'), compaction, user('new'), assistant('x'))
    expect(await exchanges([], file)).toEqual([[undefined, 'new', 'x']])
  })

  test('that was compacted just now is read up to there', async () => {
    const file = transcript(
      user('old'),
      assistant('told'),
      compaction,
      user('<command-name>/compact</command-name>'),
    )
    expect(await exchanges([], file, compactionSpan)).toEqual([[undefined, 'old', 'told']])
  })
})

describe('turns that only the transcript has', () => {
  const before = [user('early 1'), assistant('said 1'), user('early 2'), assistant('said 2')]
  const withEarlier = (turns: readonly CapturedTurn[], file: string, fewestTurns = 1) =>
    exchanges(turns, file, { ...compactionSpan, fewestTurns })

  test('come before those captured since', async () => {
    const file = transcript(...before, user('prompt 1'), assistant('answer 1'))
    expect(await withEarlier([turn(1)], file)).toEqual([
      [undefined, 'early 1', 'said 1'],
      [undefined, 'early 2', 'said 2'],
      ['t1', 'prompt 1', 'answer 1'],
    ])
    expect(await exchanges([turn(1)], file)).toEqual([['t1', 'prompt 1', 'answer 1']])
  })

  test('are not those captured in other words', async () => {
    const file = transcript(...before, user('prompt 2'), assistant('answer 2'))
    const worded = turn(1, { prompt: 'early 2, in other words' })
    expect((await withEarlier([worded, turn(2)], file))?.map(([, said]) => said)).toEqual([
      'early 1',
      'early 2, in other words',
      'prompt 2',
    ])
  })

  test('count as turns where a window needs several', async () => {
    const file = transcript(...before, user('prompt 1'), assistant('answer 1'))
    expect(await withEarlier([turn(1)], file, 4)).toBeUndefined()
    expect(await withEarlier([turn(1)], file, 3)).toHaveLength(3)
    expect(await withEarlier([], file, 4)).toBeUndefined()
    expect(await withEarlier([], file, 3)).toHaveLength(3)
  })

  test('are the last 30, cut to 15,000 characters together', async () => {
    const long = Array.from({ length: 40 }, (_, at) => [
      user(`question ${at} ${'x'.repeat(700)}`),
      assistant(`answer ${at}`),
    ]).flat()
    const read = (await withEarlier([], transcript(...long))) ?? []
    const texts = read.map(([, said, answer]) => `${said}${answer}`)
    expect(texts.join('').length).toBeLessThanOrEqual(15_000)
    expect(texts).toHaveLength(30)
    expect(texts[0]).toMatch(/^question 10 x+\n\[…\]\nx+answer 10$/)
    expect(texts.at(-1)).toMatch(/^question 39 x+\n\[…\]\nx+answer 39$/)
    const short = Array.from({ length: 40 }, (_, at) => [user(`q ${at}`), assistant('a')]).flat()
    expect(await withEarlier([], transcript(...short))).toHaveLength(30)
  })
})
