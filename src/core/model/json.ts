/** JSON values: their canonical text, values of any form, and values at a dotted path. */

export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same text for equal JSON values, regardless of key order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${members.join(',')}}`
}

/** All non-empty strings in a value, in order. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}

/** For records of other programs, which may have any form, like `objectOf` and `listOf`. */
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

/** @param path names joined by dots, such as `hook.deadlineMs` */
export function valueAt(object: JsonObject, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>((at, name) => (isJsonObject(at) ? own(at, name) : undefined), object)
}

export function withValueAt(object: JsonObject, path: string, value: Json): JsonObject {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...object, [first]: value }
  const inner = object[first]
  const group = isJsonObject(inner) ? inner : {}
  return { ...object, [first]: withValueAt(group, rest.join('.'), value) }
}

/**
 * Also removes a group that becomes empty. A member whose own name contains dots matches too.
 * @returns the same object if the path has no value
 */
export function withoutValueAt(object: JsonObject, path: string): JsonObject {
  if (Object.hasOwn(object, path)) return without(object, path)
  const [first = '', ...rest] = path.split('.')
  const group = own(object, first)
  if (rest.length === 0 || !isJsonObject(group)) return object
  const left = withoutValueAt(group, rest.join('.'))
  if (left === group) return object
  return Object.keys(left).length === 0 ? without(object, first) : { ...object, [first]: left }
}

function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...others } = object
  return others
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
