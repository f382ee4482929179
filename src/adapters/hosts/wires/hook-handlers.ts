/** One command for each event in a settings file, among the hooks of others. */
import type { JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, SettingsText, Wire } from '../../../core/ports/host.ts'
import {
  type HookDocument,
  type HookHandler,
  type HookShape,
  parseHooks,
} from '../json-settings/hook-handlers.ts'
import { installHandlers } from '../json-settings/install-handlers.ts'
import { removeHandlers } from '../json-settings/remove-handlers.ts'
import { isOurCommand, ourCommand } from '../our-command.ts'

export interface HookHandlers {
  readonly host: string
  readonly events: readonly HostEventSpec[]
  readonly shape: HookShape
  /** The handler as the host has it. */
  render(event: HostEventSpec, command: string): JsonObject
  /** For an event of which only some occurrences matter; empty for all of them. */
  matcher?(event: HostEventSpec): string
}

export function hookHandlers(hooks: HookHandlers): Wire {
  const { host, events, shape, render, matcher } = hooks
  const isOurs = ({ command }: HookHandler) => command !== undefined && isOurCommand(command, host)
  const choose = (document: HookDocument) => new Set(handlersIn(document).filter(isOurs))
  return {
    kind: 'hooks',
    install({ file, text }, wiring) {
      const own = events.map((event) => {
        const handler = render(event, ourCommand(wiring, host, event))
        return [event.name, { handler, matcher: matcher?.(event) ?? '' }] as const
      })
      return installHandlers(file, text, { shape, byEvent: new Map(own), isOurs })
    },
    remove: ({ file, text }) => removeHandlers(file, text, { shape, choose }),
    missingEvents: (settings) => missingEvents(settings, hooks, isOurs),
  }
}

function missingEvents(
  { file, text }: SettingsText,
  { events, shape }: HookHandlers,
  isOurs: (handler: HookHandler) => boolean,
): readonly string[] {
  const wired = parseHooks(file, text, shape).events.filter(({ groups }) =>
    groups.some(({ handlers }) => handlers.some(isOurs)),
  )
  const names = new Set(wired.map(({ name }) => name))
  return events.map(({ name }) => name).filter((name) => !names.has(name))
}

function handlersIn(document: HookDocument): HookHandler[] {
  const groups = document.events.flatMap((event) => event.groups)
  return groups.flatMap(({ handlers }) => handlers)
}
