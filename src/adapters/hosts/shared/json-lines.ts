/** Records of one JSON object a line. Lines that are blank or broken are passed over. */
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'

export function parseLine(line: string): JsonObject | undefined {
  if (line.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
