/**
 * The hook handlers in settings shaped `hooks → event → groups → handlers`:
 * `{"hooks": {"Stop": [{"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}]}}`,
 * or flat, without groups: `{"hooks": {"stop": [{"command": "…"}]}}`.
 * Strict about what we must edit, lenient about what is inside other people's groups.
 */
import { getNodeValue, type Node } from 'jsonc-parser'
import type { Json } from '../../../core/model/json.ts'
import { malformedAt } from '../malformed-settings.ts'
import { memberValue, parseRoot } from './root-object.ts'

export type HookShape = 'grouped' | 'flat'

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
  /** Empty where every tool, source or reason matches. */
  readonly matcher: string
  readonly handlerArray: Node | undefined
  readonly handlers: readonly HookHandler[]
}

export interface HookHandler {
  readonly node: Node
  readonly value: Json
  readonly command: string | undefined
}

/** @throws ThroughlineError `malformed-settings` */
export function parseHooks(file: string, text: string, shape: HookShape): HookDocument {
  const root = parseRoot(file, text)
  const hooks = memberValue(root, 'hooks')
  if (hooks && hooks.type !== 'object') {
    throw malformedAt(file, text, hooks.offset, 'must have an object as "hooks"')
  }
  const events = (hooks?.children ?? []).flatMap((property) => {
    const [key, array] = property.children ?? []
    if (!key || !array) return []
    // Older Gemini CLIs had their switches beside the events: `"enabled": true`.
    if (array.type !== 'array' && array.type !== 'boolean') {
      throw malformedAt(file, text, array.offset, `must have an array as "hooks.${key.value}"`)
    }
    const groups = (array.children ?? []).map(shape === 'grouped' ? group : groupOfOne)
    return [{ name: String(key.value), property, array, groups }]
  })
  return { text, root, hooks, events }
}

function group(node: Node): HookGroup {
  const handlerArray = memberValue(node, 'hooks')
  const isList = handlerArray?.type === 'array'
  return {
    node,
    matcher: matcherOf(node),
    handlerArray: isList ? handlerArray : undefined,
    handlers: isList ? (handlerArray.children ?? []).map(handler) : [],
  }
}

/** A flat handler has a matcher of its own. */
function groupOfOne(node: Node): HookGroup {
  return { node, matcher: matcherOf(node), handlerArray: undefined, handlers: [handler(node)] }
}

function matcherOf(node: Node): string {
  const matcher = memberValue(node, 'matcher')?.value ?? ''
  return matcher === '*' ? '' : String(matcher)
}

function handler(node: Node): HookHandler {
  const command = memberValue(node, 'command')?.value
  return {
    node,
    value: getNodeValue(node) as Json,
    command: typeof command === 'string' ? command : undefined,
  }
}
