import { describe, expect, test } from 'vitest'
import { readTranscript } from './transcript.ts'

const lines = (...entries: unknown[]) => entries.map((entry) => JSON.stringify(entry)).join('\n')
const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const assistant = (content: unknown, more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content },
  ...more,
})
const read = (...entries: unknown[]) => readTranscript(lines(...entries))
const asked = (text: string, origin = 'user') => ({ role: 'user', text, origin })

describe('lines', () => {
  test('that are blank, broken or no message are skipped', () => {
    const text = ['', '   ', '{"type":"user","mess', '[1]', '"text"', '{"type":"summary"}']
    expect(readTranscript(text.join('\n'))).toEqual([])
    expect(read({ type: 'system', content: 'turn over' }, user(7), user(null), {})).toEqual([])
  })

  test('hold role and content under `message` or at the top', () => {
    expect(read(user('nested'), { role: 'assistant', content: 'flat' })).toEqual([
      asked('nested'),
      { role: 'assistant', text: 'flat' },
    ])
  })

  test('of either line ending are read', () => {
    const text = lines(user('one'), assistant('two')).replaceAll('\n', '\r\n')
    expect(readTranscript(text)).toHaveLength(2)
  })

  test('that copy what was sent to the model are not read again', () => {
    const message = { role: 'user', content: [{ type: 'text', text: 'Use pnpm.' }] }
    expect(read(assistant('Done.'), { type: 'api-request-blob', message })).toEqual([
      { role: 'assistant', text: 'Done.' },
    ])
  })
})

describe('text', () => {
  test('is joined from blocks and bare strings, without tools and images', () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'one' },
      'two',
      { type: 'tool_use', name: 'Bash', input: {} },
      { type: 'text', text: 3 },
      null,
    ]
    expect(read(assistant(content))).toEqual([{ role: 'assistant', text: 'one\ntwo' }])
  })

  test('is not what a tool gave back, nor a blank answer', () => {
    const result = { type: 'tool_result', content: [{ type: 'text', text: 'ok' }] }
    expect(read(user([result]), assistant('\n\n'))).toEqual([])
  })

  test('is not what a subagent said or the client added', () => {
    for (const mark of ['isSidechain', 'isMeta', 'isApiErrorMessage']) {
      expect(read(assistant('aside', { [mark]: true }))).toEqual([])
    }
  })
})

describe("a person's words", () => {
  test('come with the id of their turn', () => {
    expect(read(user('go', { promptId: 'p1' }))).toEqual([{ ...asked('go'), hostTurnId: 'p1' }])
  })

  test('are left when what the client put around them is taken off', () => {
    const content = [
      '<system-reminder>\nUse the task tools.\n</system-reminder>\nRename it',
      '<ide_opened_file>src/a.ts is open</ide_opened_file> to `parse`.',
      'And explain <system-reminder> to me.',
    ].map((text) => ({ type: 'text', text }))
    expect(read(user(content))).toEqual([
      asked('Rename it\n to `parse`.\nAnd explain <system-reminder> to me.'),
    ])
  })

  test.each([
    '<local-command-stdout>Set model</local-command-stdout>',
    '<bash-input>ls</bash-input>',
    '<bash-stdout>a\nb</bash-stdout><bash-stderr></bash-stderr>',
    '<system-reminder>cut off in the middle',
    '[Request interrupted by user for tool use]',
    '[Request interrupted by user]',
    '  \n',
  ])('are not in %j', (content) => {
    expect(read(user(content))).toEqual([])
  })

  test('that are a slash command read as typed', () => {
    const model =
      '<command-name>/model</command-name>\n  <command-message>model</command-message>\n  <command-args></command-args>'
    const greet =
      '<command-message>greet</command-message>\n<command-name>/greet</command-name>\n<command-args>Ada</command-args>'
    expect(read(user(model), user(greet))).toEqual([
      asked('/model', 'command'),
      asked('/greet Ada', 'command'),
    ])
  })

  test('are distinguished from a notice of the client', () => {
    const notice = '<task-notification>\n<status>completed</status>\n</task-notification>'
    expect(read(user(notice))).toEqual([asked(notice, 'notification')])
  })
})

describe('what the user says inside tool calls', () => {
  const call = (name: string, id = 'c1') => assistant([{ type: 'tool_use', id, name, input: {} }])
  const result = (content: string, more: object = {}, isError = true) =>
    user([{ type: 'tool_result', tool_use_id: 'c1', content, is_error: isError }], more)
  const comment =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nkeep the old name"
  const aside = { role: 'aside', text: 'keep the old name' }

  test('is a comment on a refused call', () => {
    expect(read(call('Edit'), result(comment))).toEqual([aside])
    const marked = result(comment, { toolDenialKind: 'user-rejected' })
    expect(read(call('Bash'), marked)).toEqual([aside])
    expect(read(marked)).toEqual([aside])
  })

  test('is nothing that a server, a command or an unknown tool prints', () => {
    expect(read(call('mcp__tickets__read'), result(comment))).toEqual([])
    expect(read(call('Bash'), result(comment))).toEqual([])
    expect(read(result(comment))).toEqual([])
    expect(read(call('Edit'), result(comment, {}, false))).toEqual([])
    expect(read(call('Edit'), result(comment, { toolDenialKind: 'hook' }))).toEqual([])
  })

  test('is an answer to a question', () => {
    const answered =
      'User has answered your questions: "Which store?"="SQLite". You can now continue.'
    expect(read(call('AskUserQuestion'), result(answered, {}, false))).toEqual([
      { role: 'aside', text: 'SQLite', question: 'Which store?' },
    ])
    expect(read(call('Read'), result(answered, {}, false))).toEqual([])
  })
})

test('a compaction is a boundary, and its summary no prompt', () => {
  const summary = 'This session is being continued from a previous conversation that ran out.'
  expect(
    read(
      user('before'),
      { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' },
      user(summary, { isCompactSummary: true }),
      user('after'),
      user(summary),
    ),
  ).toEqual([
    asked('before'),
    { role: 'compaction' },
    { role: 'compaction' },
    asked('after'),
    { role: 'compaction' },
  ])
})
