/** Reads transcripts with one JSON object per line. Skips blank and broken lines. */
import { parseBoundedJson } from '../../../core/model/bounded-json.ts'
import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'

export function readMessages(
  text: string,
  toMessage: (entry: JsonObject) => TranscriptMessage | readonly TranscriptMessage[] | undefined,
): TranscriptMessage[] {
  return text.split('\n').flatMap((line) => toMessage(parseLine(line)) ?? [])
}

/**
 * Returns the size of the context at the model's last answer.
 * @param tokensIn returns 0 for an entry without a count
 */
export function findLastTokens(
  text: string,
  tokensIn: (entry: JsonObject) => number,
): number | undefined {
  for (const line of text.split('\n').reverse()) {
    const tokens = tokensIn(parseLine(line))
    if (tokens > 0) return tokens
  }
  return undefined
}

export function tokenCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** @returns an empty object if the line has none */
export function parseLine(line: string): JsonObject {
  if (line.trim() === '') return {}
  try {
    const value: unknown = parseBoundedJson(line)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
