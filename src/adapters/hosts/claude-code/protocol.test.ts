import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventKind, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { claudeCodeProtocol } from './protocol.ts'

const folder = new URL('../../../../test/fixtures/hosts/claude-code/', import.meta.url)
const recorded = readdirSync(folder).filter((name) => /^[A-Z]\w+(-[\w-]+)?\.json$/.test(name))

const kinds: Readonly<Record<string, EventKind>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool',
  Stop: 'turn-end',
  StopFailure: 'turn-end',
  SubagentStart: 'subagent-start',
  SubagentStop: 'subagent-end',
  PreCompact: 'pre-compact',
  PostCompact: 'post-compact',
  InstructionsLoaded: 'instructions-loaded',
  CwdChanged: 'cwd-changed',
  SessionEnd: 'session-end',
}

describe('every recorded payload', () => {
  test.each(recorded)('%s is parsed without losing a field', (name) => {
    const payload = read(name)
    const event = parse(payload)
    expect(event).toMatchObject({
      host: 'claude-code',
      name: payload.hook_event_name,
      sessionId: payload.session_id,
      transcriptPath: payload.transcript_path,
      cwd: payload.cwd,
    })
    const isCompaction = name === 'SubagentStop-compaction.json'
    expect(event.detail.kind).toBe(
      isCompaction ? 'other' : (kinds[String(payload.hook_event_name)] ?? 'other'),
    )
    expectNothingLost(payload, event)
  })

  test('the body of an http hook is the same payload', () => {
    const { body } = read('http-hook-request.json')
    expect(parse(body as JsonObject).detail).toMatchObject({ kind: 'tool', toolName: 'Bash' })
  })

  test('every connected event was recorded from the real client', () => {
    const names = recorded.map((name) => name.replace(/(-[\w-]+)?\.json$/, ''))
    for (const { name } of claudeCodeProtocol.events) expect(names).toContain(name)
  })
})

describe('the detail of an event', () => {
  test('a session start keeps its source, its model and the rest', () => {
    expect(parse(read('SessionStart-compact.json')).detail).toEqual({
      kind: 'session-start',
      source: 'compact',
      model: 'claude-opus-5-5',
    })
    expect(parse(read('SessionStart-resume.json')).fields).toEqual({
      seconds_since_last_response: 1,
      context_tokens: 140,
      prompt_cache_likely_expired: false,
      estimated_cache_write_usd: 0.0007,
    })
  })

  test('prompts are distinguished by who wrote them', () => {
    const originOf = (prompt: string) => {
      const { detail } = parse({ ...read('UserPromptSubmit.json'), prompt })
      return detail.kind === 'prompt' && detail.origin
    }
    expect(parse(read('UserPromptSubmit.json')).detail).toEqual({
      kind: 'prompt',
      text: 'List the files',
      origin: 'user',
    })
    expect(parse(read('UserPromptSubmit-slash-command.json')).detail).toMatchObject({
      origin: 'command',
    })
    expect(parse(read('UserPromptSubmit-task-notification.json')).detail).toMatchObject({
      origin: 'notification',
    })
    expect(originOf('/compact')).toBe('command')
    expect(originOf('/plugin:review-pr\n12')).toBe('command')
    expect(originOf('/etc/hosts is wrong')).toBe('user')
    expect(originOf('/')).toBe('user')
    expect(originOf('why is <task-notification> shown?')).toBe('user')
    expect(originOf('')).toBe('user')
  })

  test('a prompt carries the id of its turn and is distinct by it', () => {
    const event = parse(read('UserPromptSubmit.json'))
    expect(event.hostTurnId).toBe('b6f18624-e220-4a40-a5c1-691a44627682')
    expect(event.isDistinct).toBe(true)
    const { prompt_id: _, ...without } = read('UserPromptSubmit.json')
    expect(parse(without).isDistinct).toBe(false)
  })

  test('a tool call keeps input, output, id and duration', () => {
    const event = parse(read('PostToolUse-mcp.json'))
    expect(event.detail).toEqual({
      kind: 'tool',
      toolName: 'mcp__notes__add_note',
      toolUseId: 'toolu_mwh4a9va0',
      input: { text: 'use pnpm' },
      output: [{ type: 'text', text: 'saved: use pnpm' }],
      outcome: 'ok',
      durationMs: 9,
    })
    expect(event.isDistinct).toBe(true)
    expect(event.fields).toEqual({
      permission_mode: 'default',
      effort: { level: 'medium' },
      mcp_server: { name: 'notes', source: 'dynamic' },
    })
  })

  test('a failed tool call has its error as output', () => {
    expect(parse(read('PostToolUseFailure-Bash.json')).detail).toMatchObject({
      kind: 'tool',
      outcome: 'failed',
      output: {
        error: 'Exit code 1\ncat: does-not-exist.txt: No such file or directory',
        is_interrupt: false,
      },
      durationMs: 28,
    })
  })

  test('a tool call inside a subagent names the agent', () => {
    expect(parse(read('PostToolUse-in-subagent.json')).agent).toEqual({
      id: 'ab8020be57bc14338',
      name: 'Explore',
    })
  })

  test('the role of a whole session is no subagent', () => {
    const event = parse({ ...read('SessionStart-startup.json'), agent_type: 'reviewer' })
    expect(event.agent).toBeUndefined()
    expect(event.fields).toEqual({ agent_type: 'reviewer' })
  })

  test('a turn ends with its answer, well or badly', () => {
    expect(parse(read('Stop-background-task.json')).detail).toEqual({
      kind: 'turn-end',
      answer: 'The subagent found it.',
      outcome: 'ok',
    })
    const failed = parse(read('StopFailure-rate_limit.json'))
    expect(failed.detail).toEqual({
      kind: 'turn-end',
      answer: 'API Error: Request rejected (429) · rate limited',
      outcome: 'failed',
    })
    expect(failed.fields).toMatchObject({ error: 'rate_limit' })
    expect(failed.isDistinct).toBe(false)
  })

  test('a subagent starts and ends under its name', () => {
    const agent = { id: 'ab8020be57bc14338', name: 'Explore' }
    expect(parse(read('SubagentStart.json'))).toMatchObject({ agent, isDistinct: true })
    expect(parse(read('SubagentStop.json'))).toMatchObject({
      agent,
      isDistinct: true,
      detail: { kind: 'subagent-end', answer: 'The parser lives in src/parser.' },
    })
  })

  test('the end of a compaction is not the end of a subagent', () => {
    const event = parse(read('SubagentStop-compaction.json'))
    expect(event.detail).toEqual({ kind: 'other' })
    expect(event.agent).toBeUndefined()
    expect(event.fields).toMatchObject({ agent_id: 'ab61bf4af5170ee0e', agent_type: '' })
  })

  test('compaction keeps trigger, instructions and summary', () => {
    const before = parse(read('PreCompact-manual.json'))
    expect(before.detail).toEqual({ kind: 'pre-compact', trigger: 'manual' })
    expect(before.fields).toEqual({ custom_instructions: 'keep decisions' })
    expect(parse(read('PreCompact-auto.json')).fields).toEqual({ custom_instructions: null })
    expect(parse(read('PostCompact-auto.json')).detail).toMatchObject({
      trigger: 'auto',
      summary: expect.stringContaining('use pnpm'),
    })
  })

  test('a changed folder is the new one, also when the client still reports the old', () => {
    const payload = read('CwdChanged.json')
    expect(parse(payload)).toMatchObject({
      cwd: '/home/dev/project/src',
      fields: { old_cwd: '/home/dev/project' },
    })
    expect(parse({ ...payload, cwd: '/home/dev/project' })).toMatchObject({
      cwd: '/home/dev/project/src',
      fields: { cwd: '/home/dev/project' },
    })
  })
})

describe('undocumented payloads', () => {
  test('a missing session id is derived from the whole path of the transcript', () => {
    const { session_id: _, ...payload } = read('Stop.json')
    const sessionAt = (path: string, more = {}) =>
      parse({ ...payload, transcript_path: path, ...more }).sessionId
    const session = sessionAt('/projects/a/session.jsonl')
    expect(session).toMatch(/^transcript-[0-9a-f]{32}$/)
    expect(sessionAt('/projects/a/session.jsonl', { session_id: '' })).toBe(session)
    expect(sessionAt('/projects/b/session.jsonl')).not.toBe(session)
    expect(sessionAt('C:\\projects\\a\\session.jsonl')).not.toBe(session)
  })

  test.each([undefined, '', 7, null, []])(
    'without a session id and with transcript path %j there is no event',
    (path) => {
      const payload = { cwd: '/x', ...(path !== undefined && { transcript_path: path as Json }) }
      expect(claudeCodeProtocol.parse('Stop', payload)).toBeUndefined()
    },
  )

  test.each(['', 7, null, {}])('transcript path %j does no harm', (path) => {
    const event = parse({ ...read('PreCompact-auto.json'), transcript_path: path as Json })
    expect(event.transcriptPath).toBeUndefined()
    expect(event.fields.transcript_path).toEqual(path)
  })

  test('falsy values stay what they are', () => {
    const event = parse({
      ...read('PostToolUse-Bash.json'),
      tool_input: 0,
      tool_response: '',
      duration_ms: 0,
      at: 0,
      flag: false,
      text: '',
      nothing: null,
    })
    expect(event.detail).toMatchObject({ input: 0, output: '', durationMs: 0 })
    expect(event.fields).toMatchObject({ at: 0, flag: false, text: '', nothing: null })
    expect(parse({ ...read('Stop.json'), last_assistant_message: '' }).detail).toMatchObject({
      answer: '',
    })
  })

  test('a tool without a proper name is kept whole', () => {
    const payload: JsonObject = { ...read('PostToolUse-Bash.json'), tool_name: 7 }
    const event = parse(payload)
    expect(event.detail).toEqual({ kind: 'other' })
    expect(event.fields).toMatchObject({ tool_name: 7, tool_input: payload.tool_input })
  })

  test('missing values are unknown', () => {
    expect(claudeCodeProtocol.parse('SessionStart', { session_id: 's' })?.detail).toEqual({
      kind: 'session-start',
      source: 'unknown',
    })
    expect(claudeCodeProtocol.parse('SessionEnd', { session_id: 's', reason: 5 })).toMatchObject({
      detail: { kind: 'session-end', reason: 'unknown' },
      fields: { reason: 5 },
    })
  })

  test.each(['Unheard', 'constructor', '__proto__', ''])('event %j is kept as other', (name) => {
    const event = claudeCodeProtocol.parse(name, { session_id: 's', hook_event_name: name, x: 1 })
    expect(event).toMatchObject({ name, detail: { kind: 'other' }, fields: { x: 1 } })
  })

  test('an event called by another name keeps the name it gives itself', () => {
    const event = claudeCodeProtocol.parse('Stop', { session_id: 's', hook_event_name: 'Other' })
    expect(event).toMatchObject({ name: 'Stop', fields: { hook_event_name: 'Other' } })
  })

  test('with values of any type, nothing is thrown and nothing is lost', () => {
    const known = [...new Set(recorded.flatMap((name) => Object.keys(read(name))))]
    const names = claudeCodeProtocol.events.map(({ name }) => name)
    const value = fc.jsonValue().map((json) => JSON.parse(JSON.stringify(json)) as Json)
    const payloads = fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), value)
    fc.assert(
      fc.property(fc.constantFrom(...names), payloads, (name, payload) => {
        const event = claudeCodeProtocol.parse(name, { session_id: 's', ...payload })
        if (event) expectNothingLost({ session_id: 's', ...payload }, event)
      }),
    )
  })
})

describe('answers', () => {
  test.each(['SessionStart', 'UserPromptSubmit', 'SubagentStart', 'PostToolUse'])(
    '%s hands over the context as JSON',
    (name) => {
      const answer = claudeCodeProtocol.renderAnswer(name, 'two\nlines "quoted"')
      expect(answer).not.toContain('\n')
      expect(JSON.parse(answer)).toEqual({
        hookSpecificOutput: { hookEventName: name, additionalContext: 'two\nlines "quoted"' },
      })
    },
  )

  test('nothing is said without context', () => {
    expect(claudeCodeProtocol.renderAnswer('SessionStart', '')).toBe('')
  })

  test.each(['PreCompact', 'Stop', 'Unheard'])('%s is never answered', (name) => {
    expect(claudeCodeProtocol.renderAnswer(name, 'context')).toBe('')
  })
})

function read(name: string): JsonObject {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as JsonObject
}

function parse(payload: JsonObject): HostEvent {
  const event = claudeCodeProtocol.parse(String(payload.hook_event_name), payload)
  if (!event) throw new Error('no event')
  return event
}

/** Each field is either left verbatim or the value of some other member. */
function expectNothingLost(payload: JsonObject, event: HostEvent): void {
  const { fields, ...members } = event
  const placed = valuesIn(JSON.parse(JSON.stringify(members)) as Json)
  for (const [key, value] of Object.entries(payload)) {
    if (Object.hasOwn(fields, key)) expect(fields[key]).toEqual(value)
    else expect(placed).toContainEqual(value)
  }
}

function valuesIn(value: Json): Json[] {
  if (!isJsonObject(value)) return [value]
  return [value, ...Object.values(value).flatMap(valuesIn)]
}
