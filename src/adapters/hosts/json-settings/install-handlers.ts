/** Puts our handlers into a hook document: one for each event, older ones of ours replaced. */
import { canonicalJson, type Json, type JsonObject } from '../../../core/json.ts'
import { type HookDocument, type HookHandler, parseHooks } from './hook-handlers.ts'
import { appendChild, replaceValue } from './json-edits.ts'
import { styleOf } from './json-style.ts'
import { removeHandlers } from './remove-handlers.ts'

export interface WantedHandlers {
  readonly byEvent: ReadonlyMap<string, JsonObject>
  isOurs(handler: HookHandler): boolean
}

export function installHandlers(file: string, text: string, wanted: WantedHandlers): string {
  const cleaned = removeHandlers(file, text, (document) => superfluous(document, wanted))
  return [...wanted.byEvent].reduce(
    (edited, [event, handler]) => installOne(file, edited, event, handler, wanted),
    withRoot(file, cleaned),
  )
}

/** Our handler for the event, if it stands where it is called for every occurrence. */
export function currentHandler(
  document: HookDocument,
  event: string,
  wanted: WantedHandlers,
): HookHandler | undefined {
  if (!wanted.byEvent.has(event)) return undefined
  const groups = document.events.findLast(({ name }) => name === event)?.groups ?? []
  return groups
    .filter(({ matchesAll }) => matchesAll)
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
  handler: JsonObject,
  wanted: WantedHandlers,
): string {
  const document = parseHooks(file, text)
  const style = styleOf(text, document.root)
  const current = currentHandler(document, event, wanted)
  if (current && canonicalJson(current.value) === canonicalJson(handler)) return text
  if (current) return replaceValue(text, current.node, handler, style)

  const group: Json = { hooks: [handler] }
  const array = document.events.findLast(({ name }) => name === event)?.array
  if (array) return appendChild(text, array, { value: group }, style)
  if (document.hooks)
    return appendChild(text, document.hooks, { key: event, value: [group] }, style)
  if (!document.root) return text
  return appendChild(text, document.root, { key: 'hooks', value: { [event]: [group] } }, style)
}

/** A text without a value gets an empty object to put things into. */
function withRoot(file: string, text: string): string {
  const { root } = parseHooks(file, text)
  if (root) return text
  const { lineBreak } = styleOf(text, root)
  const comments = text.trim() === '' ? '' : text.trimEnd() + lineBreak
  return `${comments}{}${lineBreak}`
}
