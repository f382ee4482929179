import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  expectNothingLost,
  parsePayload,
  readRecorded,
  recorded,
} from '../../../../test/support/homes/claude-recorded.ts'
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { claudeCodeProtocol } from './protocol.ts'

describe('undocumented payloads', () => {
  test('a missing session id is derived from the whole path of the transcript', () => {
    const { session_id: _, ...payload } = readRecorded('Stop.json')
    const sessionAt = (path: string, more = {}) =>
      parsePayload({ ...payload, transcript_path: path, ...more }).sessionId
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
    const event = parsePayload({
      ...readRecorded('PreCompact-auto.json'),
      transcript_path: path as Json,
    })
    expect(event.transcriptPath).toBeUndefined()
    expect(event.fields.transcript_path).toEqual(path)
  })

  test('falsy values stay what they are', () => {
    const event = parsePayload({
      ...readRecorded('PostToolUse-Bash.json'),
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
    expect(
      parsePayload({ ...readRecorded('Stop.json'), last_assistant_message: '' }).detail,
    ).toMatchObject({
      answer: '',
    })
  })

  test('a tool without a proper name is kept whole', () => {
    const payload: JsonObject = { ...readRecorded('PostToolUse-Bash.json'), tool_name: 7 }
    const event = parsePayload(payload)
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
    const known = [...new Set(recorded.flatMap((name) => Object.keys(readRecorded(name))))]
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
