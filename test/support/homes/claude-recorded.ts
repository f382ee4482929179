/** Payloads recorded from the real Claude Code, and what becomes of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { claudeCodeProtocol } from '../../../src/adapters/hosts/claude-code/protocol.ts'
import type { HostEvent } from '../../../src/core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../src/core/model/json.ts'

const folder = new URL('../../fixtures/hosts/claude-code/', import.meta.url)

export const recorded = readdirSync(folder).filter((name) =>
  /^[A-Z]\w+(-[\w-]+)?\.json$/.test(name),
)

export function readRecorded(name: string): JsonObject {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as JsonObject
}

export function parsePayload(payload: JsonObject): HostEvent {
  const event = claudeCodeProtocol.parse(String(payload.hook_event_name), payload)
  if (!event) throw new Error('no event')
  return event
}

/** Each field is either left verbatim or the value of some other member. */
export function expectNothingLost(payload: JsonObject, event: HostEvent): void {
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
