/** The kinds of integration: hooks, an entry in JSON or TOML, and a file of our own. */
import type { Json, JsonObject } from '../../../core/model/json.ts'
import type {
  HostConnection,
  HostEventSpec,
  Integration,
  IntegrationKind,
  SettingsText,
} from '../../../core/ports/host.ts'
import {
  type MemberPath,
  memberValue,
  parseRoot,
  removeMember,
  setMember,
} from './json-document.ts'
import {
  type HookDocument,
  type HookHandler,
  type HookShape,
  installHandlers,
  parseHooks,
  removeHandlers,
} from './json-hooks.ts'
import { isOurCommand, ourCommand } from './our-command.ts'
import { removeTable, setTable, type TablePath } from './toml-table.ts'

interface HookHandlers {
  readonly host: string
  readonly events: readonly HostEventSpec[]
  readonly shape: HookShape
  /** The handler as the host has it. */
  render(event: HostEventSpec, command: string): JsonObject
  /** For an event of which only some occurrences matter; empty for all of them. */
  matcher?(event: HostEventSpec): string
}

/** One command for each event, next to hooks of others. */
function hookHandlers(hooks: HookHandlers): Integration {
  const { host, events, shape, render, matcher } = hooks
  const isOurs = ({ command }: HookHandler) => command !== undefined && isOurCommand(command, host)
  const choose = (document: HookDocument) => new Set(handlersIn(document).filter(isOurs))
  return {
    kind: 'hooks',
    install({ file, text }, connection) {
      const own = events.map((event) => {
        const handler = render(event, ourCommand(connection, host, event))
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
  const connected = parseHooks(file, text, shape).events.filter(({ groups }) =>
    groups.some(({ handlers }) => handlers.some(isOurs)),
  )
  const names = new Set(connected.map(({ name }) => name))
  return events.map(({ name }) => name).filter((name) => !names.has(name))
}

function handlersIn(document: HookDocument): HookHandler[] {
  const groups = document.events.flatMap((event) => event.groups)
  return groups.flatMap(({ handlers }) => handlers)
}

interface GroupedHooks {
  readonly host: string
  readonly events: readonly HostEventSpec[]
  /** The host's limit for a hook, in the fields and units it has. */
  timeout(event: HostEventSpec): JsonObject
  /** What the host shows while our hook runs, where it shows something. */
  readonly name?: string
  /** For an event of which only some occurrences matter; empty for all of them. */
  matcher?(event: HostEventSpec): string
}

/** Hooks in Claude Code's form, which others have adopted: events, groups, handlers. */
export function groupedHooks({ timeout, name, ...hooks }: GroupedHooks): Integration {
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

interface FlatHooks {
  readonly host: string
  readonly events: readonly HostEventSpec[]
  /** The host's limit for a hook, in the fields and units it has. */
  timeout(event: HostEventSpec): JsonObject
  /** For files that must state the version of their format. */
  readonly version?: number
}

/** Hooks without groups: `{"version": 1, "hooks": {"stop": [{"command": "…"}]}}`. */
export function flatHooks({ timeout, version, ...hooks }: FlatHooks): Integration {
  const handlers = hookHandlers({
    ...hooks,
    shape: 'flat',
    render: (event, command) => ({ command, ...timeout(event) }),
  })
  if (version === undefined) return handlers
  return {
    ...handlers,
    install({ file, text }, connection) {
      const isTold = memberValue(parseRoot(file, text), 'version') !== undefined
      const versioned = isTold ? text : setMember(file, text, ['version'], version)
      return handlers.install({ file, text: versioned }, connection)
    },
    remove({ file, text }) {
      const removed = handlers.remove({ file, text })
      if (removed === text || !isVersionOnly(file, removed)) return removed
      return removeMember(file, removed, ['version'])
    },
  }
}

/** A file that holds nothing else needs no version. */
function isVersionOnly(file: string, text: string): boolean {
  const members = parseRoot(file, text)?.children ?? []
  return members.length === 1 && members[0]?.children?.[0]?.value === 'version'
}

/** One entry at a fixed path in a JSON settings file, such as the MCP server. */
export function jsonEntry(
  kind: IntegrationKind,
  path: MemberPath,
  render: (connection: HostConnection) => Json,
): Integration {
  return {
    kind,
    install: ({ file, text }, connection) => setMember(file, text, path, render(connection)),
    remove: ({ file, text }) => removeMember(file, text, path),
  }
}

/** One table in a TOML settings file: the MCP server. */
export function tomlTable(
  kind: IntegrationKind,
  path: TablePath,
  render: (connection: HostConnection) => JsonObject,
): Integration {
  return {
    kind,
    install: ({ file, text }, connection) => setTable(file, text, path, render(connection)),
    remove: ({ file, text }) => removeTable(file, text, path),
  }
}

/** A whole file of ours, in a folder where the host looks. */
export function ownFile(
  kind: IntegrationKind,
  render: (connection: HostConnection) => string,
): Integration {
  return {
    kind,
    install: (_, connection) => render(connection),
    remove: () => '',
  }
}
