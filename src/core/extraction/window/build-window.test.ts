import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../../test/support/core/capture.ts'
import {
  assistant,
  exchanges,
  transcript,
  turn,
  user,
  windowPorts,
} from '../../../../test/support/core/window.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { claudeCodeProtocol } from '../../../adapters/hosts/claude-code/protocol.ts'
import type { Action } from '../../model/host-event.ts'
import type { Exchange, Window } from '../../model/window.ts'
import type { HostProtocol } from '../../ports/host.ts'
import { buildWindow, compactionSpan, deepSpan, hashWindow, turnSpan } from './build-window.ts'

describe('captured turns alone', () => {
  const four = [1, 2, 3, 4].map((number) => turn(number))

  test('serve as far as the window spans', async () => {
    const all = four.map(({ id, prompt, answer }) => [id, prompt, answer])
    expect(await exchanges(four)).toEqual(all)
    expect(await exchanges(four, undefined, deepSpan(3))).toEqual(all.slice(-3))
    expect(await exchanges(four, undefined, turnSpan)).toEqual(all.slice(-1))
    expect(await exchanges(four, undefined, compactionSpan)).toEqual(all)
  })

  test('serve when the transcript is missing, empty, broken or of a host that keeps none', async () => {
    const captured = [['t1', 'prompt 1', 'answer 1']]
    const broken = join(makeTemporaryFolder(), 'broken.jsonl')
    writeFileSync(broken, '{"type":"user",')
    for (const path of [undefined, '', '/nowhere/session.jsonl', transcript(), broken]) {
      expect(await exchanges([turn(1)], path)).toEqual(captured)
    }
    const { readTranscript: _, ...silent } = claudeCodeProtocol
    const file = transcript(user('prompt 1'), assistant('more'))
    for (const host of [silent satisfies HostProtocol, undefined]) {
      const findHost = () => host
      expect(await exchanges([turn(1)], file, turnSpan, { findHost })).toEqual(captured)
    }
  })

  test('keep what was done in them', async () => {
    const action = {
      id: 'e1',
      kind: 'command' as const,
      toolName: 'Bash',
      outcome: 'ok' as const,
      command: 'npm test',
      files: [],
      output: '12 passed',
    }
    const session = { sessionId: 's1', host: 'claude-code', transcriptPath: undefined }
    const turns = [turn(1, { actions: [action] })]
    expect(await buildWindow({ session, turns, span: turnSpan }, windowPorts)).toEqual({
      sessionId: 's1',
      depth: 'turn',
      exchanges: [
        {
          turnId: 't1',
          user: 'prompt 1',
          surelyTyped: 'prompt 1',
          assistant: 'answer 1',
          actions: [action],
        },
      ],
    })
  })

  test('without content are no window', async () => {
    const empty = turn(1, { prompt: undefined, answer: undefined })
    expect(await exchanges([empty])).toBeUndefined()
    expect(await exchanges([])).toBeUndefined()
    expect(await exchanges([turn(1), empty])).toEqual([['t1', 'prompt 1', 'answer 1']])
  })

  test('have no user words in notices, and only arguments in slash commands', async () => {
    const turns = [
      turn(1, { prompt: '<task-notification>done</task-notification>', origin: 'notification' }),
      turn(2, { prompt: '/pr  in plain words', origin: 'command' }),
      turn(3, { prompt: '/pr', origin: 'command' }),
    ]
    expect((await exchanges(turns))?.map(([, words]) => words)).toEqual(['', 'in plain words', ''])
  })
})

describe('what the user says inside tool calls', () => {
  const call = (id: string, name: string) => ({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] },
  })
  const result = (id: string, content: string, isError: boolean) => ({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }],
    },
  })
  const refusal =
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nKeep the old name."
  const question =
    'User has answered your questions: "Which store?"="SQLite". You can now continue.'
  const file = () =>
    transcript(
      user('prompt 1'),
      ...[call('c1', 'Edit'), result('c1', refusal, true)],
      ...[call('c2', 'AskUserQuestion'), result('c2', question, false)],
      assistant('answer 1'),
    )
  const asked: Action = {
    ...{ id: 'a1', toolName: 'AskUserQuestion', command: undefined, files: [] },
    ...{ kind: 'other' as const, outcome: 'ok' as const, output: 'Which store? SQLite' },
  }

  test('is read from the transcript, and from a payload that repeats it only once', async () => {
    const words = 'prompt 1\n\nKeep the old name.\n\nWhich store? SQLite'
    const expected = [['t1', words, 'answer 1']]
    expect(await exchanges([turn(1)], file())).toEqual(expected)
    expect(await exchanges([turn(1, { actions: [asked] })], file())).toEqual(expected)
  })

  test('is distinguished from the agent’s questions', async () => {
    const session = { sessionId: 's1', host: 'claude-code', transcriptPath: file() }
    const window = await buildWindow({ session, turns: [turn(1)], span: turnSpan }, windowPorts)
    expect(window?.exchanges[0]?.asides).toEqual(['Keep the old name.', 'SQLite'])
    expect(window?.exchanges[0]?.surelyTyped).toBe('prompt 1\n\nKeep the old name.\n\nSQLite')
  })
})

test('no message and no window is longer than its cap', async () => {
  const length = fc.nat(9_000)
  const given = fc.array(
    fc.record({ prompt: length, answers: fc.array(length, { maxLength: 4 }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  const spans = fc.constantFrom(turnSpan, deepSpan(5), compactionSpan)
  const character = fc.constantFrom('x', '🔑', 'é ', 'word ')
  await fc.assert(
    fc.asyncProperty(given, spans, character, async (sizes, span, unit) => {
      const text = (size: number) => unit.repeat(size / unit.length)
      const turns = sizes.map(({ prompt, answers }, number) =>
        turn(number, { prompt: `${number} ${text(prompt)}`, answer: text(answers.at(-1) ?? 0) }),
      )
      const lines = sizes.flatMap(({ prompt, answers }, number) => [
        user(`${number} ${text(prompt)}`),
        ...answers.map((size) => assistant(text(size))),
      ])
      const tail = async () => lines.map((line) => JSON.stringify(line)).join('\n')
      const found = await exchanges(turns, 'session.jsonl', span, { transcripts: { tail } })
      const texts = (found ?? []).map(([, words = '', answer = '']) => ({ words, answer }))
      expect(texts.length).toBeGreaterThan(0)
      expect(texts.length).toBeLessThanOrEqual(span.exchanges)
      for (const { words, answer } of texts) {
        expect(words.length).toBeLessThanOrEqual(3_000)
        expect(answer.length).toBeLessThanOrEqual(4_000)
        expect((words + answer).isWellFormed()).toBe(true)
      }
      const all = texts.map(({ words, answer }) => words + answer).join('')
      expect(all.length).toBeLessThanOrEqual(span.characters)
    }),
    { numRuns: 60 },
  )
})

describe('hash window', () => {
  const action: Action = {
    id: 'e1',
    kind: 'command',
    toolName: 'Bash',
    outcome: 'ok',
    command: 'npm test',
    files: [],
    output: '12 passed',
  }
  const exchange: Exchange = {
    turnId: 't1',
    user: 'go',
    surelyTyped: 'go',
    assistant: 'Done.',
    actions: [action],
  }
  const window: Window = { sessionId: 's1', depth: 'turn', exchanges: [exchange] }

  const hash = (changes: Partial<Window>) => hashWindow({ ...window, ...changes }, sha256)
  const withExchange = (changes: Partial<Exchange>) =>
    hash({ exchanges: [{ ...exchange, ...changes }] })

  test('the same content has the same hash, captured or from the transcript', () => {
    expect(hash({})).toBe(hash(structuredClone(window)))
    expect(withExchange({ turnId: undefined })).toBe(hash({}))
  })

  test('any other content has another', () => {
    const hashes = [
      hash({}),
      hash({ sessionId: 's2' }),
      hash({ depth: 'deep' }),
      hash({ exchanges: [exchange, exchange] }),
      withExchange({ user: 'goDone.', assistant: '' }),
      withExchange({ assistant: 'Done!' }),
      withExchange({ actions: [] }),
      withExchange({ actions: [{ ...action, outcome: 'failed' }] }),
      withExchange({ actions: [{ ...action, output: '13 passed' }] }),
      withExchange({ actions: [{ ...action, files: ['a.ts'] }] }),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})
