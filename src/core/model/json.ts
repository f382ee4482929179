/** JSON as values, and the one canonical text of a value. */

export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same text for the same JSON value, whatever order its keys arrived in. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${members.join(',')}}`
}

/** Every text in it that is not empty, in order. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}
