/**
 * The hook handlers in settings shaped `hooks → event → groups → handlers`:
 * `{"hooks": {"Stop": [{"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}]}}`.
 * Strict about what we must edit, lenient about what is inside other people's groups.
 */
import { getNodeValue, type Node } from 'jsonc-parser'
import type { Json } from '../../../core/json.ts'
import { malformedAt, parseJson } from './parse-json.ts'

export interface HookDocument {
  readonly text: string
  readonly root: Node | undefined
  readonly hooks: Node | undefined
  readonly events: readonly HookEvent[]
}

export interface HookEvent {
  readonly name: string
  readonly property: Node
  readonly array: Node
  readonly groups: readonly HookGroup[]
}

export interface HookGroup {
  readonly node: Node
  /** Whether every tool, source or reason matches. */
  readonly matchesAll: boolean
  readonly handlerArray: Node | undefined
  readonly handlers: readonly HookHandler[]
}

export interface HookHandler {
  readonly node: Node
  readonly value: Json
  readonly command: string | undefined
}

/** @throws ThroughlineError `malformed-settings` */
export function parseHooks(file: string, text: string): HookDocument {
  const root = parseJson(file, text)
  if (root && root.type !== 'object') {
    throw malformedAt(file, text, root.offset, 'must hold a JSON object')
  }
  const hooks = memberValue(root, 'hooks')
  if (hooks && hooks.type !== 'object') {
    throw malformedAt(file, text, hooks.offset, 'must have an object as "hooks"')
  }
  const events = (hooks?.children ?? []).flatMap((property) => {
    const [key, array] = property.children ?? []
    if (!key || !array) return []
    if (array.type !== 'array') {
      throw malformedAt(file, text, array.offset, `must have an array as "hooks.${key.value}"`)
    }
    return [{ name: String(key.value), property, array, groups: (array.children ?? []).map(group) }]
  })
  return { text, root, hooks, events }
}

function group(node: Node): HookGroup {
  const handlerArray = memberValue(node, 'hooks')
  const matcher = memberValue(node, 'matcher')
  const isList = handlerArray?.type === 'array'
  return {
    node,
    matchesAll: matcher === undefined || matcher.value === '' || matcher.value === '*',
    handlerArray: isList ? handlerArray : undefined,
    handlers: isList ? (handlerArray.children ?? []).map(handler) : [],
  }
}

function handler(node: Node): HookHandler {
  const command = memberValue(node, 'command')?.value
  return {
    node,
    value: getNodeValue(node) as Json,
    command: typeof command === 'string' ? command : undefined,
  }
}

/** Of a key written twice the last counts, as for every JSON parser. */
function memberValue(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined
  const property = object.children?.findLast((member) => member.children?.[0]?.value === key)
  return property?.children?.[1]
}
