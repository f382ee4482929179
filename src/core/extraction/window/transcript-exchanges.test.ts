import { describe, expect, test } from 'vitest'
import {
  assistant,
  compaction,
  exchanges,
  transcript,
  turn,
  user,
} from '../../../../test/support/core/window.ts'

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
    const captured = turn(1, { answer: undefined })
    expect(await exchanges([captured], file)).toEqual([['t1', 'prompt 1', 'answer 1']])
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
