import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import type { Json, JsonObject } from '../model/json.ts'
import { redactPayload } from './redact-payload.ts'

const redactor = createRedactor()
const token = `gh${'p'}_${'aQ7x9'.repeat(8)}`

describe('redactPayload', () => {
  it('returns a clean payload as it is, not a copy', () => {
    const payload: JsonObject = {
      session_id: '0b5e4f1c-2f7b-4f0e-9d0a-1c2b3d4e5f60',
      transcript_path: '/home/me/.claude/projects/x/0b5e4f1c.jsonl',
      tool_use_id: 'toolu_01ABcdEFghIJklMNopQRstUV',
      timestamp: '2026-01-01T10:00:00.000Z',
      tool_response: { stdout: 'ok', lines: ['a', 'b'], code: 0, done: true, next: null },
    }
    expect(redactPayload(payload, redactor)).toBe(payload)
  })

  it('keeps the identity of branches without secrets', () => {
    const clean = { command: 'ls', nested: [{ deep: 'text' }] }
    const payload: JsonObject = { tool_input: clean, tool_response: { stdout: token } }
    const result = redactPayload(payload, redactor)
    expect(result).toEqual({
      tool_input: clean,
      tool_response: { stdout: '[redacted:github-token]' },
    })
    expect(result.tool_input).toBe(clean)
    expect(payload.tool_response).toEqual({ stdout: token })
  })

  it.each<[JsonObject, JsonObject]>([
    [{ password: 'hunter2' }, { password: '[redacted:password]' }],
    [{ apiKey: 'abcd1234efgh' }, { apiKey: '[redacted:api-key]' }],
    [{ env: { DB_PASSWORD: 'x' } }, { env: { DB_PASSWORD: '[redacted:password]' } }],
    [
      { headers: { authorization: `Bearer ${token}` } },
      { headers: { authorization: 'Bearer [redacted:github-token]' } },
    ],
    [
      { env: [{ name: 'DB_PASSWORD', value: 'x' }] },
      { env: [{ name: 'DB_PASSWORD', value: '[redacted:password]' }] },
    ],
    [
      { passwords: 1, password: ['one1', 'two2'] },
      { passwords: 1, password: ['[redacted:password]', '[redacted:password]'] },
    ],
    [{ text: '{"password":"hunter2"}' }, { text: '{"password":"[redacted:password]"}' }],
    [{ a: [[[`x ${token}`]]] }, { a: [[['x [redacted:github-token]']]] }],
    [
      { password: 12345, secret: true, token: null },
      { password: 12345, secret: true, token: null },
    ],
    [{ schema: { password: { type: 'string' } } }, { schema: { password: { type: 'string' } } }],
  ])('%j', (payload, expected) => {
    expect(redactPayload(payload, redactor)).toEqual(expected)
  })

  it('redacts keys, and loses no member when two become the same', () => {
    const payload = { [token]: 1, [`${token}b`]: 2 }
    expect(redactPayload(payload, redactor)).toEqual({
      '[redacted:github-token]': 1,
      '[redacted:github-token] (2)': 2,
    })
  })

  it('treats a member named __proto__ like any other', () => {
    const payload = JSON.parse(`{"__proto__":{"password":"hunter2"}}`) as JsonObject
    const result = redactPayload(payload, redactor)
    expect(JSON.stringify(result)).toBe('{"__proto__":{"password":"[redacted:password]"}}')
  })

  it('reaches a secret ten thousand levels down', () => {
    let payload: JsonObject = { password: 'hunter2' }
    for (let depth = 0; depth < 5_000; depth++) payload = { child: [payload] }
    let found: Json | undefined = redactPayload(payload, redactor)
    while (
      typeof found === 'object' &&
      found !== null &&
      !Array.isArray(found) &&
      'child' in found
    ) {
      found = (found.child as Json[])[0]
    }
    expect(found).toEqual({ password: '[redacted:password]' })
  })
})
