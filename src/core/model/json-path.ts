/** Access to a value in a JSON object by a dotted path, such as `hook.deadlineMs`. */
import { isJsonObject, type Json, type JsonObject } from './json.ts'

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
