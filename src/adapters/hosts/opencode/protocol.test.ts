import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../core/model/json.ts'
import { opencodeProtocol as opencode } from './protocol.ts'

const session = { session_id: 'ses_1', cwd: '/home/dev/project' }
const parse = (name: string, payload: JsonObject) => opencode.parse(name, payload)

describe('quotation marks that `opencode run` puts round a prompt', () => {
  test.each([
    ['"List the files"', 'List the files'],
    ['"say \\"hello\\" twice"', 'say "hello" twice'],
    ['"two\nlines of it"', 'two\nlines of it'],
    // Typed, or put round one argument of several.
    ['"hello"', '"hello"'],
    ['fix "the bug" now', 'fix "the bug" now'],
    ['"one argument" "and another"', '"one argument" "and another"'],
    ['"', '"'],
    ['', ''],
  ])('%j is %j', (prompt, text) => {
    expect(parse('UserPromptSubmit', { ...session, prompt })?.detail).toMatchObject({ text })
  })

  test('are looked for in no more than linear time', () => {
    const prompt = `"${' \\"'.repeat(50_000)}`
    const began = performance.now()
    parse('UserPromptSubmit', { ...session, prompt })
    expect(performance.now() - began).toBeLessThan(200)
  })
})

test('what has no place of its own is kept', () => {
  expect(parse('UserPromptSubmit', { ...session, prompt: 'hi', model: 'a/b', later: 1 })).toEqual({
    host: 'opencode',
    name: 'UserPromptSubmit',
    sessionId: 'ses_1',
    cwd: '/home/dev/project',
    detail: { kind: 'prompt', text: 'hi', origin: 'user' },
    isDistinct: false,
    fields: { model: 'a/b', later: 1 },
  })
})

test('an event of a later plugin is kept, one without a session is not ours', () => {
  expect(parse('Renamed', { ...session, title: 'x' })).toMatchObject({
    detail: { kind: 'other' },
    fields: { title: 'x' },
  })
  expect(parse('Stop', { cwd: '/' })).toBeUndefined()
})

test.each([
  ['UserPromptSubmit', { prompt: 'yes', prompt_id: 'msg_1' }, true],
  ['Stop', { prompt_id: 'msg_1' }, true],
  ['PostToolUse', { tool_name: 'bash', tool_use_id: 'call_1' }, true],
  ['SubagentStart', { agent_id: 'ses_2', message_id: 'msg_2' }, true],
  ['SubagentStart', { agent_id: 'ses_2' }, false],
  ['SessionStart', { source: 'resume', prompt_id: 'msg_1' }, false],
  ['PreCompact', { trigger: 'auto', prompt_id: 'msg_1' }, false],
])('%s with %j is unlike every other event: %s', (name, fields, isDistinct) => {
  expect(parse(name, { ...session, ...fields })?.isDistinct).toBe(isDistinct)
})

test.each([
  [{ metadata: { exit: 0 } }, 'ok'],
  [{ metadata: { exit: 2 } }, 'failed'],
  // Killed when its time was up.
  [{ metadata: { exit: null } }, 'failed'],
  [{ metadata: {}, output: 'Wrote file successfully.' }, 'ok'],
  [{ content: [{ type: 'text', text: 'saved' }] }, 'ok'],
  [{ content: [], isError: true }, 'failed'],
])('a tool that responds %j is %s', (tool_response, outcome) => {
  const event = parse('PostToolUse', { ...session, tool_name: 'any', tool_response })
  expect(event?.detail).toMatchObject({ outcome })
})

test('the plugin is answered with the bare context, where it takes one', () => {
  const answering = opencode.events.filter(
    ({ name }) => opencode.renderAnswer(name, 'block') !== '',
  )
  expect(answering.map(({ name }) => name)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'SubagentStart',
  ])
  expect(opencode.renderAnswer('SessionStart', 'block')).toBe('block')
  expect(opencode.renderAnswer('SessionStart', '')).toBe('')
})

test('a sample prompt is read as one', () => {
  const sample = { sessionId: 'ses_9', text: 'is it on?', cwd: '/tmp/x' }
  const { event, payload } = opencode.samplePrompt(sample)
  expect(parse(event, payload)).toMatchObject({
    sessionId: 'ses_9',
    cwd: '/tmp/x',
    detail: { kind: 'prompt', text: 'is it on?', origin: 'user' },
  })
})
