/** Transcripts with one JSON object a line. Blank and broken lines are skipped. */
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
 * The size of the context when the model answered last.
 * @param tokensIn 0 for an entry that does not say
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

/** @returns an empty object for a line without one */
export function parseLine(line: string): JsonObject {
  if (line.trim() === '') return {}
  try {
    const value: unknown = parseBoundedJson(line)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
