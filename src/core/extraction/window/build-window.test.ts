import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { transcriptFiles } from '../../../adapters/filesystem/host-files.ts'
import { claudeCodeProtocol } from '../../../adapters/hosts/claude-code/protocol.ts'
import { createRedactor } from '../../../adapters/redaction/redactor.ts'
import type { Action } from '../../model/action.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import type { HostProtocol } from '../../ports/host.ts'
import { buildWindow } from './build-window.ts'
import type { TranscriptPorts } from './transcript-exchanges.ts'
import { compactionSpan, deepSpan, turnSpan, type WindowSpan } from './window-span.ts'

const ports: TranscriptPorts = {
  transcripts: transcriptFiles,
  redactor: createRedactor(),
  findHost: (name) => (name === claudeCodeProtocol.name ? claudeCodeProtocol : undefined),
}

const turn = (number: number, changes: Partial<CapturedTurn> = {}): CapturedTurn => ({
  id: `t${number}`,
  number,
  hostTurnId: undefined,
  prompt: `prompt ${number}`,
  origin: 'user',
  answer: `answer ${number}`,
  outcome: 'ok',
  endedAt: undefined,
  actions: [],
  ...changes,
})

const user = (content: string, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const assistant = (text: string) => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
})
const compaction = { type: 'system', subtype: 'compact_boundary' }

function transcript(...entries: unknown[]): string {
  const file = join(makeTemporaryFolder(), 'session.jsonl')
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return file
}

async function exchanges(
  turns: readonly CapturedTurn[],
  transcriptPath?: string,
  span: WindowSpan = deepSpan(5),
  changes: Partial<TranscriptPorts> = {},
) {
  const session = { sessionId: 's1', host: 'claude-code', transcriptPath }
  const window = await buildWindow({ session, turns, span }, { ...ports, ...changes })
  return window?.exchanges.map((each) => [each.turnId, each.user, each.assistant])
}

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
    expect(await buildWindow({ session, turns, span: turnSpan }, ports)).toEqual({
      sessionId: 's1',
      depth: 'turn',
      exchanges: [{ turnId: 't1', user: 'prompt 1', assistant: 'answer 1', actions: [action] }],
    })
  })

  test('that hold nothing are no window', async () => {
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

  test('stands in the transcript, and in a payload that tells the same once', async () => {
    const words = 'prompt 1\n\nKeep the old name.\n\nWhich store? SQLite'
    const expected = [['t1', words, 'answer 1']]
    expect(await exchanges([turn(1)], file())).toEqual(expected)
    expect(await exchanges([turn(1, { actions: [asked] })], file())).toEqual(expected)
  })

  test('is told apart from the agent’s questions', async () => {
    const session = { sessionId: 's1', host: 'claude-code', transcriptPath: file() }
    const window = await buildWindow({ session, turns: [turn(1)], span: turnSpan }, ports)
    expect(window?.exchanges[0]?.asides).toEqual(['Keep the old name.', 'SQLite'])
  })
})

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
