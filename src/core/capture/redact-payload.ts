/** Redacts a host's payload at any depth; makes NULs visible. */
import type { Json, JsonObject } from '../model/json.ts'
import type { Redactor } from '../ports/redactor.ts'
import { withVisibleNul } from '../text/visible-text.ts'

/** Redacts all strings, including keys. Does not copy clean values and does not recurse. */
export function redactPayload(payload: JsonObject, redactors: Redactor): JsonObject {
  const redactor = redactors.forEvent()
  const containers = listContainers(payload)
  const clean = new Map<Json, Json>()
  // Parents precede children in the list; in reverse, every child is finished before its parent.
  for (let at = containers.length - 1; at >= 0; at--) {
    const { value, name } = containers[at] as Container
    const cleaned = redactContainer(value, name, clean, redactor)
    if (cleaned !== value) clean.set(value, cleaned)
  }
  return (clean.get(payload) ?? payload) as JsonObject
}

interface Container {
  readonly value: Json[] | JsonObject
  /** The name that applies to an array's strings: `{"passwords": ["…"]}`. */
  readonly name: string
}

function listContainers(payload: JsonObject): Container[] {
  const found: Container[] = [{ value: payload, name: '' }]
  for (const { value, name } of found) {
    if (Array.isArray(value)) {
      for (const item of value) if (isContainer(item)) found.push({ value: item, name })
      continue
    }
    for (const key of Object.keys(value)) {
      const member = value[key] as Json
      if (isContainer(member)) found.push({ value: member, name: key })
    }
  }
  return found
}

function isContainer(value: Json): value is Json[] | JsonObject {
  return typeof value === 'object' && value !== null
}

function redactContainer(
  container: Container['value'],
  name: string,
  clean: ReadonlyMap<Json, Json>,
  redactor: Redactor,
): Json {
  const redactValue = (value: Json, valueName: string): Json => {
    if (typeof value === 'string') return withVisibleNul(redactor.redactMember(valueName, value))
    return isContainer(value) ? (clean.get(value) ?? value) : value
  }
  if (Array.isArray(container)) {
    const items = container.map((item, index) =>
      redactValue(item, nameBefore(container, index) ?? name),
    )
    return items.some((item, index) => item !== container[index]) ? items : container
  }
  const pairName = namedByMember(container)
  const keys = Object.keys(container)
  const cleanKeys = keys.map((key) => redactor.redact(key))
  const values = keys.map((key) => container[key] as Json)
  const cleanValues = values.map((value, at) => {
    const key = keys[at] as string
    return redactValue(value, key === 'value' ? pairName : key)
  })
  const isSame = cleanKeys.every((key, at) => key === keys[at] && cleanValues[at] === values[at])
  if (isSame) return container
  return Object.fromEntries(
    withDistinctKeys(cleanKeys.map((key, at) => [key, cleanValues[at] as Json])),
  )
}

/** In `["--password", "…"]` the option names the value after it. */
function nameBefore(items: readonly Json[], index: number): string | undefined {
  const before = items[index - 1]
  return typeof before === 'string' && /^--?[a-z][\w-]+$/i.test(before) ? before : undefined
}

/** In `{"name": "DB_PASSWORD", "value": "…"}` the name applies to the value. */
function namedByMember(object: JsonObject): string {
  const name = object.name ?? object.key ?? object.Name
  return typeof name === 'string' ? name : 'value'
}

/** Two secret keys may get the same marker; keep both members. */
function withDistinctKeys(members: [string, Json][]): [string, Json][] {
  const seen = new Set<string>()
  return members.map(([key, value]) => {
    let distinct = key
    for (let copy = 2; seen.has(distinct); copy++) distinct = `${key} (${copy})`
    seen.add(distinct)
    return [distinct, value]
  })
}
