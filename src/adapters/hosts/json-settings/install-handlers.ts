/** Puts our handlers into a hook document: one for each event, older ones of ours replaced. */
import { canonicalJson, type Json, type JsonObject } from '../../../core/model/json.ts'
import { type HookDocument, type HookHandler, type HookShape, parseHooks } from './hook-handlers.ts'
import { appendChild, replaceValue } from './json-edits.ts'
import { styleOf } from './json-style.ts'
import { removeHandlers } from './remove-handlers.ts'
import { withRoot } from './root-object.ts'

export interface WantedHandlers {
  readonly shape: HookShape
  readonly byEvent: ReadonlyMap<string, WantedHandler>
  isOurs(handler: HookHandler): boolean
}

export interface WantedHandler {
  readonly handler: JsonObject
  /** Which occurrences of the event it is for; empty for all. */
  readonly matcher: string
}

export function installHandlers(file: string, text: string, wanted: WantedHandlers): string {
  const choose = (document: HookDocument) => superfluous(document, wanted)
  const cleaned = removeHandlers(file, text, { shape: wanted.shape, choose })
  return [...wanted.byEvent].reduce(
    (edited, [event, own]) => installOne(file, edited, event, own, wanted),
    withRoot(file, cleaned),
  )
}

/** Our handler for the event, if it stands where it is called when it should be. */
export function currentHandler(
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
  const all = document.events.flatMap(({ groups }) => groups.flatMap(({ handlers }) => handlers))
  return new Set(all.filter((handler) => wanted.isOurs(handler) && !kept.has(handler)))
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
