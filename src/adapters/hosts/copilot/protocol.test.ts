import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EventKind, HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { copilotProtocol } from './protocol.ts'

const folder = new URL('../../../../test/fixtures/hosts/', import.meta.url)
const otherHosts = readdirSync(folder).filter((host) => host !== 'copilot')
const session = '943af999-2e92-4a6a-9a67-96fefcfbb069'
const parent = '8f347dd1-b373-4364-a5bd-d209e10ed723'
const explorer = { id: '325a737e-189f-4623-806f-c47a84bb8d56', name: 'explore' }

const kinds: Readonly<Record<string, EventKind>> = {
  'agentStop-in-subagent': 'other',
  agentStop: 'turn-end',
  errorOccurred: 'turn-end',
  'notification-permission': 'other',
  permissionRequest: 'other',
  'postToolUse-bash-failure': 'tool',
  'postToolUse-bash': 'tool',
  'postToolUse-create': 'tool',
  'postToolUse-edit': 'tool',
  'postToolUse-in-subagent': 'tool',
  'postToolUse-mcp': 'tool',
  'postToolUse-task': 'tool',
  'postToolUseFailure-view': 'tool',
  'preToolUse-bash': 'other',
  'preToolUse-edit': 'other',
  'sessionEnd-complete': 'session-end',
  'sessionEnd-error': 'session-end',
  'sessionStart-new': 'session-start',
  'sessionStart-resume': 'session-start',
  subagentStart: 'subagent-start',
  subagentStop: 'subagent-end',
  'userPromptSubmitted-in-subagent': 'other',
  userPromptSubmitted: 'prompt',
  'pascal/PermissionRequest': 'other',
  'pascal/PostToolUse': 'tool',
  'pascal/PreToolUse': 'other',
  'pascal/SessionEnd': 'session-end',
  'pascal/SessionStart': 'session-start',
  'pascal/Stop': 'turn-end',
  'pascal/UserPromptSubmit': 'prompt',
}

describe('every recorded payload', () => {
  test('is in the table', () => {
    expect(recordedBy('copilot').toSorted()).toEqual(Object.keys(kinds).toSorted())
  })

  test.each(Object.entries(kinds))('%s is of the kind %s', (name, kind) => {
    const payload = read(name)
    const event = parse(name)
    expect(event).toMatchObject({ host: 'copilot', cwd: payload.cwd, detail: { kind } })
    expect(event.fields).not.toHaveProperty('timestamp')
  })
})

describe('the detail of an event', () => {
  test('a session start keeps its source, and what was asked with it', () => {
    expect(parse('sessionStart-resume')).toMatchObject({
      name: 'SessionStart',
      sessionId: session,
      detail: { source: 'resume' },
      fields: { initial_prompt: 'Hello again' },
    })
  })

  test('a prompt keeps its words', () => {
    expect(parse('pascal/UserPromptSubmit').detail).toEqual({
      kind: 'prompt',
      text: 'List the files',
      origin: 'user',
    })
    const { detail } = parse('userPromptSubmitted', { prompt: '/compact now' })
    expect(detail).toMatchObject({ origin: 'command' })
  })

  test('a tool call keeps input and output', () => {
    expect(parse('postToolUse-edit').detail).toEqual({
      kind: 'tool',
      toolName: 'Edit',
      input: {
        path: '/home/dev/project/README.md',
        old_str: '# Sample project',
        new_str: '# Sample project, edited',
      },
      output: {
        result_type: 'success',
        text_result_for_llm: 'File /home/dev/project/README.md updated with changes.',
      },
      outcome: 'ok',
    })
    expect(parse('postToolUse-mcp').detail).toMatchObject({ toolName: 'notes-add_note' })
  })

  test('a command that failed has failed, though the client calls it a success', () => {
    expect(parse('postToolUse-bash').detail).toMatchObject({ outcome: 'ok' })
    expect(parse('postToolUse-bash-failure').detail).toMatchObject({ outcome: 'failed' })
    const quoted = 'it said <shellId: 0 completed with exit code 1> once\nand went on'
    const toolResult = { resultType: 'success', textResultForLlm: quoted }
    expect(parse('postToolUse-bash', { toolResult }).detail).toMatchObject({ outcome: 'ok' })
  })

  test('a tool that failed or was denied has failed', () => {
    expect(parse('postToolUseFailure-view').detail).toMatchObject({
      toolName: 'Read',
      output: { error: 'Path does not exist' },
      outcome: 'failed',
    })
    const toolResult = { resultType: 'denied', textResultForLlm: 'no' }
    expect(parse('postToolUse-bash', { toolResult }).detail).toMatchObject({ outcome: 'failed' })
  })

  test('the end of a turn leads to the transcript, where the answer is', () => {
    const event = parse('pascal/Stop')
    expect(event.detail).toEqual({ kind: 'turn-end', outcome: 'ok' })
    expect(event.transcriptPath).toMatch(/session-state\/b3bbb1f5-.*\/events\.jsonl$/)
  })

  test('a model that could not be asked ends the turn badly, a tool that broke does not', () => {
    expect(parse('errorOccurred').detail).toEqual({ kind: 'turn-end', outcome: 'failed' })
    expect(parse('errorOccurred', { errorContext: 'tool_execution' }).detail.kind).toBe('other')
  })

  test('what happens inside a subagent belongs to the session that started it', () => {
    const inside = ['userPromptSubmitted', 'postToolUse', 'agentStop']
    for (const name of inside) {
      expect(parse(`${name}-in-subagent`)).toMatchObject({ sessionId: parent, agent: explorer })
    }
    expect(parse('userPromptSubmitted-in-subagent').fields).toEqual({
      prompt: 'Search the code for the parser.',
    })
  })

  test('a subagent starts and ends once under its name', () => {
    const about = { sessionId: parent, agent: explorer, isDistinct: true }
    expect(parse('subagentStart')).toMatchObject({ ...about, fields: {} })
    expect(parse('subagentStop')).toMatchObject({
      ...about,
      detail: { answer: 'The parser lives in src/parser.' },
    })
  })

  test('without a session there is no event', () => {
    expect(copilotProtocol.parse('Stop', { timestamp: 1, cwd: '/x' })).toBeUndefined()
    expect(copilotProtocol.parse('Stop', { session_id: '', cwd: '/x' })).toBeUndefined()
  })

  test.each(['Unheard', 'unheard', 'constructor', '__proto__', ''])(
    'event %j is kept as other',
    (name) => {
      const event = copilotProtocol.parse(name, { session_id: 's', x: 1 })
      expect(event).toMatchObject({ detail: { kind: 'other' }, fields: { x: 1 } })
    },
  )
})

describe("Copilot's reading of Claude settings", () => {
  const pascal = recordedBy('copilot').filter((name) => name.startsWith('pascal/'))

  test.each(recordedBy('copilot'))('%s is known to be its own', (name) => {
    expect(copilotProtocol.isSender?.(read(name))).toBe(true)
  })

  test('the sample prompt is, too', () => {
    const { payload } = copilotProtocol.samplePrompt({ sessionId: 's', text: 'Hi', cwd: '/w' })
    expect(copilotProtocol.isSender?.(payload)).toBe(true)
  })

  test.each(otherHosts)('no payload of %s is mistaken for one', (host) => {
    const names = recordedBy(host)
    expect(names).not.toEqual([])
    const taken = names.filter((name) => copilotProtocol.isSender?.(read(name, host)))
    expect(taken).toEqual([])
  })

  test.each(pascal)('%s parses to the same event as in its own spelling', (name) => {
    const own = { ...inCamelCase(read(name)), timestamp: 1794705709733 }
    const ownName = ownNames[eventOf(name)] ?? eventOf(name)
    expect(copilotProtocol.parse(ownName, own)).toEqual(parse(name))
  })

  test('two hooks that get it at different times parse to equal events', () => {
    const first = parse('pascal/UserPromptSubmit')
    const second = parse('pascal/UserPromptSubmit', { timestamp: '2026-11-15T01:21:49.000Z' })
    expect(second).toEqual(first)
  })
})

describe('answers', () => {
  test.each(['SessionStart', 'UserPromptSubmit', 'SubagentStart'])('%s takes context', (name) => {
    const answer = copilotProtocol.renderAnswer(name, 'two\nlines "quoted"')
    expect(answer).not.toContain('\n')
    expect(JSON.parse(answer)).toEqual({ additionalContext: 'two\nlines "quoted"' })
    expect(copilotProtocol.renderAnswer(name, '')).toBe('')
  })

  test.each(['PreCompact', 'PostToolUse', 'Stop', 'Unheard'])('%s is never answered', (name) => {
    expect(copilotProtocol.renderAnswer(name, 'context')).toBe('')
  })

  test('no hook is connected whose failure would deny a tool', () => {
    expect(copilotProtocol.events.map(({ name }) => name)).not.toContain('PreToolUse')
  })
})

const ownNames: Readonly<Record<string, string>> = {
  UserPromptSubmit: 'userPromptSubmitted',
  Stop: 'agentStop',
  PostToolUse: 'postToolUse',
}

/** The event as its hook is called for it, by the name of the file. */
function eventOf(name: string): string {
  return name.replace(/^pascal\//, '').replace(/-.*$/, '')
}

function parse(name: string, changes: JsonObject = {}): HostEvent {
  const event = copilotProtocol.parse(eventOf(name), { ...read(name), ...changes })
  if (!event) throw new Error('no event')
  return event
}

function read(name: string, host = 'copilot'): JsonObject {
  return JSON.parse(readFileSync(new URL(`${host}/${name}.json`, folder), 'utf8')) as JsonObject
}

/** Payloads only: no requests to models, no transcripts. */
function recordedBy(host: string): string[] {
  const files = readdirSync(new URL(`${host}/`, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.json') && !/context-request|http-hook|transcript/.test(file))
    .map((file) => file.replace(/\.json$/, ''))
}

function inCamelCase(payload: JsonObject): JsonObject {
  const { hook_event_name: _, tool_input, tool_result, tool_name, ...rest } = payload
  const camel = (object: JsonObject) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name.startsWith('stop_hook') ? name : name.replace(/_./g, (s) => s.slice(1).toUpperCase()),
        value,
      ]),
    )
  return {
    ...camel(rest),
    ...(tool_name !== undefined && { toolName: String(tool_name).toLowerCase() }),
    ...(tool_input !== undefined && { toolArgs: tool_input }),
    ...(tool_result !== undefined && { toolResult: camel(tool_result as JsonObject) }),
  }
}
