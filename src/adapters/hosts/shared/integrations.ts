/** The kinds of integration: hooks, the MCP server in JSON or TOML, and a file of our own. */
import type { Json, JsonObject } from '../../../core/model/json.ts'
import type {
  HostConnection,
  HostEventSpec,
  HostProtocol,
  Integration,
} from '../../../core/ports/host.ts'
import { harmlessTools } from '../../../core/setup/harmless-tools.ts'
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
  handlersIn,
  installHandlers,
  parseHooks,
  removeHandlers,
} from './json-hooks.ts'
import { addItems, removeItems } from './json-items.ts'
import { isOurCommand, ourCommand } from './our-command.ts'
import { removeTable, setTable } from './toml-table.ts'

type HookedHost = Pick<HostProtocol, 'name' | 'events'>

interface HookOptions {
  /** The time limit of a hook in the host's own field and unit. */
  timeout?(event: HostEventSpec): JsonObject
  /** For an event of which only some occurrences matter; empty for all of them. */
  matcher?(event: HostEventSpec): string
}

interface HookHandlers extends HookOptions {
  readonly shape: HookShape
  /** What a handler has besides the command and the time limit. */
  readonly fields?: JsonObject
}

/** In seconds, as most hosts count. */
export const hookTimeout = ({ answers }: HostEventSpec) => ({ timeout: answers ? 10 : 5 })

/** One command for each event, beside other people's hooks. */
function hookHandlers({ name: host, events }: HookedHost, hooks: HookHandlers): Integration {
  const { shape, fields, timeout = hookTimeout, matcher } = hooks
  const isOurs = ({ command }: HookHandler) => command !== undefined && isOurCommand(command, host)
  const choose = (document: HookDocument) => new Set(handlersIn(document.events).filter(isOurs))
  return {
    kind: 'hooks',
    install({ file, text }, connection) {
      const own = events.map((event) => {
        const command = ourCommand(connection, host, event)
        const handler = { ...fields, command, ...timeout(event) }
        return [event.name, { handler, matcher: matcher?.(event) ?? '' }] as const
      })
      return installHandlers(file, text, { shape, byEvent: new Map(own), isOurs })
    },
    remove: ({ file, text }) => removeHandlers(file, text, { shape, choose }),
    missingEvents({ file, text }) {
      const document = parseHooks(file, text, shape)
      const connected = document.events.filter((event) => handlersIn([event]).some(isOurs))
      const names = new Set(connected.map(({ name }) => name))
      return events.map(({ name }) => name).filter((name) => !names.has(name))
    },
  }
}

interface GroupedHookOptions extends HookOptions {
  /** The name under which the host shows our hook. */
  readonly name?: string
}

/** Hooks in Claude Code's form, which others have adopted: events, groups, handlers. */
export function groupedHooks(host: HookedHost, options: GroupedHookOptions = {}): Integration {
  const { name, ...others } = options
  const fields = { type: 'command', ...(name !== undefined && { name }) }
  return hookHandlers(host, { ...others, shape: 'grouped', fields })
}

interface FlatHookOptions extends HookOptions {
  /** For files that must state the version of their format. */
  readonly version?: number
}

/** Hooks without groups: `{"version": 1, "hooks": {"stop": [{"command": "…"}]}}`. */
export function flatHooks(host: HookedHost, options: FlatHookOptions = {}): Integration {
  const { version, ...others } = options
  const handlers = hookHandlers(host, { ...others, shape: 'flat' })
  if (version === undefined) return handlers
  return {
    ...handlers,
    install({ file, text }, connection) {
      const hasVersion = memberValue(parseRoot(file, text), 'version') !== undefined
      const versioned = hasVersion ? text : setMember(file, text, ['version'], version)
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

type ServerEntry = { command: string; args: string[]; env: Record<string, string> }

function serverEntry({ mcpServer: { command, args, env } }: HostConnection): ServerEntry {
  return { command, args: [...args], env: { ...env } }
}

/** Our MCP server in a JSON settings file. */
export function mcpInJson(
  render: (server: ServerEntry) => Json = (server) => server,
  path: MemberPath = ['mcpServers', 'throughline'],
): Integration {
  return {
    kind: 'mcp',
    install: ({ file, text }, connection) =>
      setMember(file, text, path, render(serverEntry(connection))),
    remove: ({ file, text }) => removeMember(file, text, path),
  }
}

/** Our MCP server in a TOML settings file. */
export function mcpInToml(path: MemberPath): Integration {
  return {
    kind: 'mcp',
    install: ({ file, text }, connection) => setTable(file, text, path, serverEntry(connection)),
    remove: ({ file, text }) => removeTable(file, text, path),
  }
}

/**
 * Entries in Claude Code's list of rules, and in that of agents who took it over: one for each tool
 * that removes nothing. A rule for the whole server would allow the others too.
 */
export const harmlessToolRules: Integration = {
  kind: 'permissions',
  install: ({ file, text }) => addItems(file, text, allowed, rules),
  remove: ({ file, text }) => removeItems(file, text, allowed, rules),
}

const allowed: MemberPath = ['permissions', 'allow']
const rules = harmlessTools.map((tool) => `mcp__throughline__${tool}`)

/** A whole file of ours, in a folder where the host looks. */
export function ownFile(
  kind: 'hooks' | 'instructions' | 'permissions',
  render: (connection: HostConnection) => string,
): Integration {
  return { kind, install: (_, connection) => render(connection), remove: () => '' }
}

/** Our guidance as a rule that the host reads with every session. */
export function ruleFile(frontMatter: string): Integration {
  return ownFile('instructions', ({ guidance }) => {
    return `---\n${frontMatter}\n---\n\n${guidance.trim()}\n`
  })
}
