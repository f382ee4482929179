import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EventKind, HostEvent } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { kiroProtocol } from './protocol.ts'

const folder = new URL('../../../../test/fixtures/hosts/kiro/', import.meta.url)
const samples = readdirSync(folder).filter((file) => file.endsWith('.json'))

const kinds: Readonly<Record<string, EventKind>> = {
  PostCompact: 'post-compact',
  'PostToolUse-failure': 'tool',
  'PostToolUse-mcp': 'tool',
  'PostToolUse-shell': 'tool',
  PreCompact: 'pre-compact',
  'PreToolUse-shell': 'other',
  SessionStart: 'session-start',
  Stop: 'turn-end',
  UserPromptSubmit: 'prompt',
  'v2-agentSpawn': 'session-start',
  'v2-postToolUse': 'tool',
  'v2-stop': 'turn-end',
  'v2-userPromptSubmit': 'prompt',
}

describe('every sample', () => {
  test('is in the table', () => {
    expect(samples.map((file) => file.replace(/\.json$/, ''))).toEqual(
      expect.arrayContaining(Object.keys(kinds)),
    )
    expect(samples).toHaveLength(Object.keys(kinds).length)
  })

  test.each(Object.entries(kinds))('%s is of the kind %s', (name, kind) => {
    expect(parse(name)).toMatchObject({
      host: 'kiro',
      sessionId: '0b6a1f6e-52f4-4c0e-9a2f-6d1f0a3f7c11',
      cwd: '/home/dev/project',
      detail: { kind },
    })
    expect(parse(name).fields).not.toHaveProperty('hook_event_name')
  })
})

describe('the detail of an event', () => {
  test('a prompt keeps its words', () => {
    const text = 'List the files'
    expect(parse('UserPromptSubmit').detail).toEqual({ kind: 'prompt', text, origin: 'user' })
    const command = parse('UserPromptSubmit', { prompt: '/compact' })
    expect(command.detail).toMatchObject({ origin: 'command' })
  })

  test('a tool call keeps input and output, and has failed if its response says so', () => {
    expect(parse('PostToolUse-shell').detail).toEqual({
      kind: 'tool',
      toolName: 'shell',
      input: { command: 'ls' },
      output: { success: true, result: ['README.md\nsrc\n'] },
      outcome: 'ok',
    })
    expect(parse('PostToolUse-failure').detail).toMatchObject({ outcome: 'failed' })
  })

  test('a turn ends with its answer', () => {
    expect(parse('Stop').detail).toEqual({
      kind: 'turn-end',
      answer: 'The project has a README and a src folder.',
      outcome: 'ok',
    })
  })

  test('events of version 2 parse to the same events under the new names', () => {
    const { name, detail } = parse('v2-agentSpawn')
    expect({ name, detail }).toEqual({
      name: 'SessionStart',
      detail: parse('SessionStart').detail,
    })
    expect(parse('v2-userPromptSubmit')).toEqual(parse('UserPromptSubmit'))
    expect(parse('v2-stop')).toEqual(parse('Stop'))
  })

  test('without a session there is no event', () => {
    expect(kiroProtocol.parse('Stop', { hook_event_name: 'stop', cwd: '/w' })).toBeUndefined()
    expect(kiroProtocol.parse('Stop', { session_id: '', cwd: '/w' })).toBeUndefined()
  })

  test.each(['PostFileSave', 'constructor', '__proto__', ''])(
    'event %j is kept as other',
    (name) => {
      const event = kiroProtocol.parse(name, { session_id: 's', x: 1 })
      expect(event).toMatchObject({ detail: { kind: 'other' }, fields: { x: 1 } })
    },
  )
})

describe('answers', () => {
  test.each(['SessionStart', 'UserPromptSubmit', 'agentSpawn', 'userPromptSubmit'])(
    '%s takes context as plain text',
    (name) => {
      expect(kiroProtocol.renderAnswer(name, 'two\nlines')).toBe('two\nlines')
      expect(kiroProtocol.renderAnswer(name, '')).toBe('')
    },
  )

  test.each(['PreCompact', 'PostCompact', 'PostToolUse', 'Stop', 'Unheard'])(
    '%s is never answered',
    (name) => {
      expect(kiroProtocol.renderAnswer(name, 'context')).toBe('')
    },
  )
})

/** The event as its hook is called for it, by the name of the file. */
const eventOf = (name: string) => name.replace(/^v2-/, '').replace(/-.*$/, '')

function parse(name: string, changes: JsonObject = {}): HostEvent {
  const text = readFileSync(new URL(`${name}.json`, folder), 'utf8')
  const payload = { ...(JSON.parse(text) as JsonObject), ...changes }
  const event = kiroProtocol.parse(eventOf(name), payload)
  if (!event) throw new Error('no event')
  return event
}
