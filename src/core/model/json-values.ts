/** Reads values of records whose form nobody promises. */
import { isJsonObject, type Json, type JsonObject } from './json.ts'

export const stringOf = (value: Json | undefined) =>
  typeof value === 'string' && value !== '' ? value : undefined

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value : []

/** Of text from a foreign database or file. */
export function parseJson(text: unknown): Json | undefined {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as Json) : undefined
  } catch {
    return undefined
  }
}

/** An ISO time, or seconds or milliseconds since 1970. */
export function timeOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return isoOf(value < 100_000_000_000 ? value * 1_000 : value)
  }
  return typeof value === 'string' && value !== '' ? isoOf(Date.parse(value)) : undefined
}

function isoOf(ms: number): string | undefined {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
