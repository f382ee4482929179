import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../test/support/core/capture.ts'
import { contentKey, eventKey } from './content-key.ts'
import type { HostEvent } from './host-event.ts'
import type { Json, JsonObject } from './json.ts'

const event: HostEvent = {
  host: 'claude-code',
  name: 'Stop',
  sessionId: 's1',
  detail: { kind: 'other' },
  isDistinct: false,
  fields: {},
}
const keyOf = (fields: JsonObject, changes: Partial<HostEvent> = {}) =>
  contentKey({ ...event, fields, ...changes }, sha256)

describe('the content key', () => {
  test('is 128 bits in hexadecimal', () => {
    expect(keyOf({})).toMatch(/^[0-9a-f]{32}$/)
  })

  test('does not depend on the order of keys, at any depth', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        expect(keyOf(reversed(fields as Json) as JsonObject)).toBe(keyOf(fields as JsonObject))
      }),
    )
  })

  test('depends on every value, falsy ones included', () => {
    const payloads = [{}, { a: 0 }, { a: false }, { a: '' }, { a: null }, { a: [] }, { a: '0' }]
    expect(new Set(payloads.map((fields) => keyOf(fields))).size).toBe(payloads.length)
  })

  test('depends on host, session and event', () => {
    const keys = [
      keyOf({}),
      keyOf({}, { host: 'x' }),
      keyOf({}, { sessionId: 'x' }),
      keyOf({}, { name: 'x' }),
    ]
    expect(new Set(keys).size).toBe(4)
  })

  test('cannot be confused by a line break in a name', () => {
    expect(keyOf({}, { sessionId: 'a\nb', name: 'c' })).not.toBe(
      keyOf({}, { sessionId: 'a', name: 'b\nc' }),
    )
  })
})

describe('the event key', () => {
  test('of a distinct event is its content, wherever it comes', () => {
    expect(eventKey('abc', true, 1, sha256)).toBe(eventKey('abc', true, 2, sha256))
  })

  test('of any other event depends on its place', () => {
    expect(eventKey('abc', false, 1, sha256)).not.toBe(eventKey('abc', false, 2, sha256))
    expect(eventKey('abc', false, 1, sha256)).toBe(eventKey('abc', false, 1, sha256))
  })
})

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)])
  return Object.fromEntries(members.reverse()) as Json
}
