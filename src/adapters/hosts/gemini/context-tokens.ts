/** How full the context was when the model answered last, by the count the transcript notes. */
import { isJsonObject } from '../../../core/model/json.ts'
import { parseLine } from '../json-lines.ts'

export function readContextTokens(text: string): number | undefined {
  for (const line of text.split('\n').reverse()) {
    const tokens = parseLine(line)?.tokens
    const total = isJsonObject(tokens) ? tokens.total : undefined
    if (typeof total === 'number' && total > 0) return total
  }
  return undefined
}
