import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EventKind, HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { cursorProtocol } from './protocol.ts'

const folder = new URL('../../../../test/fixtures/hosts/', import.meta.url)
const otherHosts = readdirSync(folder).filter((host) => host !== 'cursor')
const conversation = 'cdefee2d-2727-4b73-bf77-d9d830f31d2a'
const generation = '26b45fb6-bdea-439c-b2dc-5e97ee00ecea'

const kinds: Readonly<Record<string, EventKind>> = {
  afterAgentResponse: 'turn-end',
  beforeSubmitPrompt: 'prompt',
  'postToolUse-MCP': 'tool',
  'postToolUse-Shell': 'tool',
  'postToolUse-Shell-failure': 'tool',
  'postToolUse-Write': 'tool',
  postToolUseFailure: 'tool',
  preCompact: 'pre-compact',
  'preToolUse-Shell': 'other',
  sessionEnd: 'session-end',
  sessionStart: 'session-start',
  stop: 'turn-end',
  'stop-aborted': 'other',
  'stop-error': 'turn-end',
  subagentStart: 'subagent-start',
  subagentStop: 'subagent-end',
}

describe('every sample', () => {
  test('is in the table', () => {
    expect(samplesOf('cursor').toSorted()).toEqual(Object.keys(kinds).toSorted())
  })

  test.each(Object.entries(kinds))('%s is of the kind %s', (name, kind) => {
    const event = parse(name)
    expect(event).toMatchObject({
      host: 'cursor',
      name: eventOf(name),
      sessionId: conversation,
      hostTurnId: generation,
      detail: { kind },
    })
    expect(event.fields).toMatchObject({ cursor_version: '3.12.10' })
    expect(event.fields).not.toHaveProperty('session_id')
  })
})

describe('the detail of an event', () => {
  test('a session starts with its model, in its workspace', () => {
    expect(parse('sessionStart')).toMatchObject({
      detail: { model: 'claude-4.5-sonnet' },
      cwd: '/home/dev/project',
      fields: { composer_mode: 'agent', transcript_path: null },
    })
  })

  test('a prompt keeps its words and is distinct by its turn', () => {
    const event = parse('beforeSubmitPrompt')
    expect(event.detail).toEqual({ kind: 'prompt', text: 'List the files', origin: 'user' })
    expect(event.isDistinct).toBe(true)
    expect(event.fields).toHaveProperty('attachments')
    const command = parse('beforeSubmitPrompt', { prompt: '/review', generation_id: null })
    expect(command).toMatchObject({ detail: { origin: 'command' }, isDistinct: false })
  })

  test('a tool call keeps input, output, id, folder and duration', () => {
    const event = parse('postToolUse-Shell')
    expect(event.detail).toEqual({
      kind: 'tool',
      toolName: 'Shell',
      toolUseId: 'toolu_01',
      input: { command: 'ls', working_directory: '/home/dev/project' },
      output: { exitCode: 0, stdout: 'README.md\nsrc\n' },
      outcome: 'ok',
      durationMs: 54,
    })
    expect(event).toMatchObject({ cwd: '/home/dev/project/src', isDistinct: true })
    expect(parse('postToolUse-MCP').detail).toMatchObject({ output: 'saved: use pnpm' })
  })

  test('a tool call has failed by its exit code or by its event', () => {
    const exited = parse('postToolUse-Shell-failure')
    expect(exited).toMatchObject({ detail: { outcome: 'failed' }, cwd: '/home/dev/project' })
    expect(parse('postToolUseFailure').detail).toMatchObject({
      outcome: 'failed',
      output: {
        error: 'Command timed out after 30s',
        failure_type: 'timeout',
        is_interrupt: false,
      },
      durationMs: 30_000,
    })
  })

  test('a tool call without the name of its tool loses none of its fields', () => {
    const { tool_name: _, ...payload } = read('postToolUse-Shell')
    const event = cursorProtocol.parse('postToolUse', payload)
    expect(event?.detail).toEqual({ kind: 'other' })
    expect(event?.fields).toMatchObject({ tool_output: payload.tool_output })
  })

  test('the answer comes before the end of the turn, which has none', () => {
    expect(parse('afterAgentResponse').detail).toEqual({
      kind: 'turn-end',
      answer: 'The project has a README and a src folder.',
      outcome: 'ok',
    })
    expect(parse('stop').detail).toEqual({ kind: 'turn-end', outcome: 'ok' })
    expect(parse('stop-error').detail).toEqual({ kind: 'turn-end', outcome: 'failed' })
  })

  test('a subagent ends under its name, with what it found', () => {
    expect(parse('subagentStop')).toMatchObject({
      agent: { id: 'sub-7f3a', name: 'explore' },
      detail: { answer: 'The parser lives in src/parser.' },
      isDistinct: true,
    })
  })

  test('a compaction reports how full the context was', () => {
    expect(parse('preCompact').detail).toEqual({
      kind: 'pre-compact',
      trigger: 'auto',
      contextTokens: 120_000,
      contextWindow: 128_000,
    })
  })

  test('without a conversation the session id serves, and without that there is no event', () => {
    const { conversation_id: _, ...payload } = read('sessionStart')
    expect(cursorProtocol.parse('sessionStart', payload)?.sessionId).toBe(conversation)
    expect(cursorProtocol.parse('stop', { cursor_version: '1' })).toBeUndefined()
  })

  test.each(['Unheard', 'constructor', '__proto__', ''])('event %j is kept as other', (name) => {
    const event = cursorProtocol.parse(name, { conversation_id: 'c', x: 1 })
    expect(event).toMatchObject({ name, detail: { kind: 'other' }, fields: { x: 1 } })
  })
})

describe("Cursor's loading of Claude hooks with its own payload", () => {
  test.each(samplesOf('cursor'))('%s is known to be its own', (name) => {
    expect(cursorProtocol.isSender?.(read(name))).toBe(true)
  })

  test('the sample prompt is as well', () => {
    const { payload } = cursorProtocol.samplePrompt({ sessionId: 's', text: 'Hi', cwd: '/w' })
    expect(cursorProtocol.isSender?.(payload)).toBe(true)
  })

  test.each(otherHosts)('no payload of %s is mistaken for one', (host) => {
    const taken = samplesOf(host).filter((name) => cursorProtocol.isSender?.(read(name, host)))
    expect(taken).toEqual([])
  })

  test.each([
    ['SessionStart', 'sessionStart'],
    ['UserPromptSubmit', 'beforeSubmitPrompt'],
    ['PreToolUse', 'preToolUse-Shell'],
    ['PostToolUse', 'postToolUse-Write'],
    ['PostToolUseFailure', 'postToolUseFailure'],
    ['Stop', 'stop'],
    ['SubagentStart', 'subagentStart'],
    ['SubagentStop', 'subagentStop'],
    ['PreCompact', 'preCompact'],
    ['SessionEnd', 'sessionEnd'],
  ])('the hook of %s parses to the same event as that of %s', (claudeName, name) => {
    const payload = read(name)
    expect(cursorProtocol.parse(claudeName, payload)).toEqual(parse(name))
    const renamed = { ...payload, hook_event_name: claudeName }
    expect(cursorProtocol.parse(claudeName, renamed)).toEqual(parse(name))
  })

  test('and is answered as its own', () => {
    const own = cursorProtocol.renderAnswer('sessionStart', 'context')
    expect(cursorProtocol.renderAnswer('SessionStart', 'context')).toBe(own)
  })
})

describe('answers', () => {
  test('the start of a session takes context', () => {
    const answer = cursorProtocol.renderAnswer('sessionStart', 'two\nlines "quoted"')
    expect(answer).not.toContain('\n')
    expect(JSON.parse(answer)).toEqual({ additional_context: 'two\nlines "quoted"' })
    expect(cursorProtocol.renderAnswer('sessionStart', '')).toBe('')
  })

  test.each(['beforeSubmitPrompt', 'UserPromptSubmit', 'stop', 'preCompact', 'subagentStop'])(
    '%s is never answered, so that nothing is held up or sent on',
    (name) => {
      expect(cursorProtocol.renderAnswer(name, 'context')).toBe('')
    },
  )
})

/** The event as its hook is called for it, by the name of the file. */
const eventOf = (name: string) => name.replace(/-.*$/, '')

function parse(name: string, changes: JsonObject = {}): HostEvent {
  const event = cursorProtocol.parse(eventOf(name), { ...read(name), ...changes })
  if (!event) throw new Error('no event')
  return event
}

function read(name: string, host = 'cursor'): JsonObject {
  return JSON.parse(readFileSync(new URL(`${host}/${name}.json`, folder), 'utf8')) as JsonObject
}

function samplesOf(host: string): string[] {
  const files = readdirSync(new URL(`${host}/`, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.json')).map((file) => file.replace(/\.json$/, ''))
}
