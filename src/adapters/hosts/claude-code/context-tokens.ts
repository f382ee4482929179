/** How full the context was when the model answered last, by the usage the transcript notes. */
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { parseLine } from '../json-lines.ts'

export function readContextTokens(text: string): number | undefined {
  for (const line of text.split('\n').reverse()) {
    const tokens = tokensIn(parseLine(line))
    if (tokens > 0) return tokens
  }
  return undefined
}

/** Subagents have a context of their own; what the client says itself cost nothing. */
function tokensIn(entry: JsonObject | undefined): number {
  if (!entry || entry.isSidechain === true || !isJsonObject(entry.message)) return 0
  const { usage } = entry.message
  if (!isJsonObject(usage)) return 0
  return (
    count(usage.input_tokens) +
    count(usage.cache_creation_input_tokens) +
    count(usage.cache_read_input_tokens) +
    count(usage.output_tokens)
  )
}

const count = (value: Json | undefined) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
