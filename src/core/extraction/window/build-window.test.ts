import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
import type { HostProtocol } from '../../ports/host.ts'
import { toExchange, turnWindow } from './build-window.ts'

describe('captured turns alone', () => {
  test('make the window of the last one, which knows the one before', async () => {
    const session = { sessionId: 's1', host: 'claude-code', transcriptPath: undefined }
    const window = await turnWindow(session, [turn(1), turn(2)], windowPorts)
    expect(window?.before?.turnId).toBe('t1')
    expect(window?.exchanges.map(({ turnId }) => turnId)).toEqual(['t2'])
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
      expect(await exchanges([turn(1)], file, { findHost })).toEqual(captured)
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
    expect(await turnWindow(session, turns, windowPorts)).toEqual({
      sessionId: 's1',
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

  test('that hold nothing are no window', async () => {
    const session = { sessionId: 's1', host: 'claude-code', transcriptPath: undefined }
    const empty = turn(1, { prompt: undefined, answer: undefined })
    expect(await turnWindow(session, [empty], windowPorts)).toBeUndefined()
    expect(await turnWindow(session, [], windowPorts)).toBeUndefined()
  })

  test('have no user words in notices, and only arguments in slash commands', async () => {
    const turns = [
      turn(1, { prompt: '<task-notification>done</task-notification>', origin: 'notification' }),
      turn(2, { prompt: '/pr  in plain words', origin: 'command' }),
      turn(3, { prompt: '/pr', origin: 'command' }),
    ]
    expect((await exchanges(turns)).map(([, words]) => words)).toEqual(['', 'in plain words', ''])
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

  test('stands in the transcript, and in a payload that tells the same once', async () => {
    const words = 'prompt 1\n\nKeep the old name.\n\nWhich store? SQLite'
    const expected = [['t1', words, 'answer 1']]
    expect(await exchanges([turn(1)], file())).toEqual(expected)
    expect(await exchanges([turn(1, { actions: [asked] })], file())).toEqual(expected)
  })

  test('is told apart from the agent’s questions', async () => {
    const session = { sessionId: 's1', host: 'claude-code', transcriptPath: file() }
    const window = await turnWindow(session, [turn(1)], windowPorts)
    expect(window?.exchanges[0]?.asides).toEqual(['Keep the old name.', 'SQLite'])
    expect(window?.exchanges[0]?.surelyTyped).toBe('prompt 1\n\nSQLite')
  })

  test.each([
    ["Don't use a global here, because it is shared", ''],
    ['Never use a global', 'Never use a global'],
    ["Don't mock our own code in this project", "Don't mock our own code in this project"],
  ])(
    'a comment on a refused call is about that call, unless it reaches further: %s',
    (words, sure) => {
      const said = { prompt: '', origin: 'user' as const, answers: [], asides: [{ words }] }
      expect(toExchange(said)).toMatchObject({ user: words, surelyTyped: sure })
    },
  )
})

test('no message is longer than its cap', async () => {
  const length = fc.nat(9_000)
  const given = fc.record({ prompt: length, answers: fc.array(length, { maxLength: 4 }) })
  const character = fc.constantFrom('x', '🔑', 'é ', 'word ')
  await fc.assert(
    fc.asyncProperty(given, character, async ({ prompt, answers }, unit) => {
      const text = (size: number) => unit.repeat(size / unit.length)
      const turns = [turn(1, { prompt: `1 ${text(prompt)}`, answer: text(answers.at(-1) ?? 0) })]
      const lines = [user(`1 ${text(prompt)}`), ...answers.map((size) => assistant(text(size)))]
      const tail = async () => lines.map((line) => JSON.stringify(line)).join('\n')
      const found = await exchanges(turns, 'session.jsonl', { transcripts: { tail } })
      const [[, words = '', answer = ''] = []] = found
      expect(words.length).toBeLessThanOrEqual(3_000)
      expect(answer.length).toBeLessThanOrEqual(4_000)
      expect((words + answer).isWellFormed()).toBe(true)
    }),
    { numRuns: 60 },
  )
})
