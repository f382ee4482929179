/** A host's payload as a JSON object, mended once where a host forgot to escape backslashes. */
import { isJsonObject, type JsonObject } from '../model/json.ts'

export type ParsedPayload =
  | { readonly kind: 'ok'; readonly value: JsonObject; readonly repaired: boolean }
  | { readonly kind: 'broken'; readonly reason: string }

export function parsePayload(text: string): ParsedPayload {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (json.trim() === '') return { kind: 'broken', reason: 'the payload is empty' }
  const plain = tryParse(json)
  if (plain.kind === 'json') return objectOnly(plain.value, false)
  const mended = tryParse(escapeLoneBackslashes(json))
  if (mended.kind === 'json') return objectOnly(mended.value, true)
  return { kind: 'broken', reason: `the payload is not valid JSON${plain.place}` }
}

function objectOnly(value: unknown, repaired: boolean): ParsedPayload {
  if (isJsonObject(value)) return { kind: 'ok', value, repaired }
  return { kind: 'broken', reason: 'the payload is not a JSON object' }
}

/** `C:\Users` becomes `C:\\Users`; what is an escape already stays. */
function escapeLoneBackslashes(json: string): string {
  return json.replace(/\\(["\\/bfnrt]|u[0-9a-fA-F]{4})?/g, (found, known?: string) =>
    known === undefined ? '\\\\' : found,
  )
}

/** The engine's message quotes the payload, secrets and all, so only the place is taken from it. */
function tryParse(
  json: string,
): { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'error'; place: string } {
  try {
    return { kind: 'json', value: JSON.parse(json) as unknown }
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1]
    return { kind: 'error', place: position ? ` (at character ${position})` : '' }
  }
}
