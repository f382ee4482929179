/**
 * Finds hook handlers in settings shaped `hooks → event → groups → handlers`: `{"hooks": {"Stop":
 * [{"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}]}}`, or flat, without groups:
 * `{"hooks": {"stop": [{"command": "…"}]}}`. Strict about the parts we edit, lenient about other
 * people's groups.
 */
import { getNodeValue, type Node } from 'jsonc-parser'
import { canonicalJson, type Json, type JsonObject } from '../../../core/model/json.ts'
import { memberValue, parseRoot, type Removal, withRoot } from './json-document.ts'
import { appendChild, removeChild, replaceValue, styleOf } from './json-edits.ts'
import { malformedAt } from './malformed-settings.ts'

export type HookShape = 'grouped' | 'flat'

export interface HookDocument {
  readonly text: string
  readonly root: Node | undefined
  readonly hooks: Node | undefined
  readonly events: readonly HookEvent[]
}

interface HookEvent {
  readonly name: string
  readonly property: Node
  readonly array: Node
  readonly groups: readonly HookGroup[]
}

interface HookGroup {
  readonly node: Node
  /** Empty matches every tool, source or reason. */
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
    // Older Gemini CLIs keep switches next to the events: `"enabled": true`.
    if (array.type !== 'array' && array.type !== 'boolean') {
      throw malformedAt(file, text, array.offset, `must have an array as "hooks.${key.value}"`)
    }
    const groups = (array.children ?? []).map(shape === 'grouped' ? group : groupOfOne)
    return [{ name: String(key.value), property, array, groups }]
  })
  return { text, root, hooks, events }
}

export function handlersIn(events: readonly HookEvent[]): HookHandler[] {
  return events.flatMap(({ groups }) => groups.flatMap(({ handlers }) => handlers))
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

/** A flat handler has its own matcher. */
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

interface WantedHandlers {
  readonly shape: HookShape
  readonly byEvent: ReadonlyMap<string, WantedHandler>
  isOurs(handler: HookHandler): boolean
}

interface WantedHandler {
  readonly handler: JsonObject
  /** Which occurrences of the event match; empty matches all. */
  readonly matcher: string
}

/** Adds one handler per event and replaces our older ones. */
export function installHandlers(file: string, text: string, wanted: WantedHandlers): string {
  const choose = (document: HookDocument) => superfluous(document, wanted)
  const cleaned = removeHandlers(file, text, { shape: wanted.shape, choose })
  return [...wanted.byEvent].reduce(
    (edited, [event, own]) => installOne(file, edited, event, own, wanted),
    withRoot(file, cleaned),
  )
}

/** Finds our handler for the event, if its group has the right matcher. */
function currentHandler(
  document: HookDocument,
  event: string,
  wanted: WantedHandlers,
): HookHandler | undefined {
  const own = wanted.byEvent.get(event)
  if (!own) return undefined
  const groups = document.events.findLast(({ name }) => name === event)?.groups ?? []
  return groups
    .filter(({ matcher }) => matcher === own.matcher)
    .flatMap(({ handlers }) => handlers)
    .find(wanted.isOurs)
}

function superfluous(document: HookDocument, wanted: WantedHandlers): ReadonlySet<HookHandler> {
  const kept = new Set(document.events.map(({ name }) => currentHandler(document, name, wanted)))
  const ours = handlersIn(document.events).filter(wanted.isOurs)
  return new Set(ours.filter((handler) => !kept.has(handler)))
}

function installOne(
  file: string,
  text: string,
  event: string,
  { handler, matcher }: WantedHandler,
  wanted: WantedHandlers,
): string {
  const document = parseHooks(file, text, wanted.shape)
  const style = styleOf(text, document.root)
  const current = currentHandler(document, event, wanted)
  if (current && canonicalJson(current.value) === canonicalJson(handler)) return text
  if (current) return replaceValue(text, current.node, handler, style)

  const isFlat = wanted.shape === 'flat'
  const group: Json = isFlat ? handler : { ...(matcher && { matcher }), hooks: [handler] }
  const array = document.events.findLast(({ name }) => name === event)?.array
  if (array) return appendChild(text, array, { value: group }, style)
  if (document.hooks)
    return appendChild(text, document.hooks, { key: event, value: [group] }, style)
  if (!document.root) return text
  return appendChild(text, document.root, { key: 'hooks', value: { [event]: [group] } }, style)
}

interface UnwantedHandlers {
  readonly shape: HookShape
  choose(document: HookDocument): ReadonlySet<HookHandler>
}

/** Removes handlers, and any groups, events and objects left empty. */
export function removeHandlers(file: string, text: string, unwanted: UnwantedHandlers): string {
  const document = parseHooks(file, text, unwanted.shape)
  const next = nextRemoval(document, unwanted.choose(document))
  if (!next) return text
  return removeHandlers(file, removeChild(text, next.container, next.child), unwanted)
}

/** Finds the largest part of the document that contains nothing but chosen handlers. */
function nextRemoval(
  { root, hooks, events }: HookDocument,
  chosen: ReadonlySet<HookHandler>,
): Removal | undefined {
  if (chosen.size === 0 || !root || !hooks) return undefined
  const isOnlyChosen = (handlers: readonly HookHandler[]) =>
    handlers.length > 0 && handlers.every((handler) => chosen.has(handler))
  const emptied = events.map((event) => ({
    ...event,
    isEmptied:
      event.groups.length > 0 && event.groups.every(({ handlers }) => isOnlyChosen(handlers)),
  }))

  if (emptied.every(({ isEmptied }) => isEmptied)) return removalOf(root, hooks.parent)
  for (const { property, array, groups, isEmptied } of emptied) {
    if (isEmptied) return removalOf(hooks, property)
    for (const { node, handlerArray, handlers } of groups) {
      if (isOnlyChosen(handlers)) return removalOf(array, node)
      const handler = handlers.find((each) => chosen.has(each))
      if (handler) return removalOf(handlerArray, handler.node)
    }
  }
  return undefined
}

function removalOf(container: Node | undefined, child: Node | undefined) {
  return container && child && { container, child }
}
