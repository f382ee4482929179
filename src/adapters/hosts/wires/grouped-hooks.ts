/** Hooks in settings shaped as Claude Code's, which others have taken over: events, groups, handlers. */
import type { JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, Wire } from '../../../core/ports/host.ts'
import { hookHandlers } from './hook-handlers.ts'

export interface GroupedHooks {
  readonly host: string
  readonly events: readonly HostEventSpec[]
  /** The host's limit for a hook, in the fields and units it has. */
  timeout(event: HostEventSpec): JsonObject
  /** What the host shows while our hook runs, where it shows something. */
  readonly name?: string
  /** For an event of which only some occurrences matter; empty for all of them. */
  matcher?(event: HostEventSpec): string
}

export function groupedHooks({ timeout, name, ...hooks }: GroupedHooks): Wire {
  return hookHandlers({
    ...hooks,
    shape: 'grouped',
    render: (event, command) => ({
      type: 'command',
      ...(name !== undefined && { name }),
      command,
      ...timeout(event),
    }),
  })
}
