/** Takes handlers out of a hook document, and with them whatever holds nothing else. */
import type { Node } from 'jsonc-parser'
import { type HookDocument, type HookHandler, type HookShape, parseHooks } from './hook-handlers.ts'
import { removeChild } from './json-edits.ts'

export interface UnwantedHandlers {
  readonly shape: HookShape
  choose(document: HookDocument): ReadonlySet<HookHandler>
}

export function removeHandlers(file: string, text: string, unwanted: UnwantedHandlers): string {
  const document = parseHooks(file, text, unwanted.shape)
  const next = nextRemoval(document, unwanted.choose(document))
  if (!next) return text
  return removeHandlers(file, removeChild(text, next.container, next.child), unwanted)
}

/** The largest part of the document that holds chosen handlers and nothing else. */
function nextRemoval(
  { root, hooks, events }: HookDocument,
  chosen: ReadonlySet<HookHandler>,
): { container: Node; child: Node } | undefined {
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
