/** The kinds of integration: hooks, the MCP server in JSON or TOML, and files of our own. */
import type { Node } from 'jsonc-parser'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Json, JsonObject } from '../../../core/model/json.ts'
import type {
  HostConnection,
  HostEventSpec,
  HostProtocol,
  Integration,
} from '../../../core/ports/host.ts'
import { harmlessTools } from '../../../core/setup/hook-command.ts'
import {
  type MemberPath,
  memberValue,
  parseRoot,
  removeMember,
  setMember,
} from './json-document.ts'
import { appendChild, removeChild, styleOf } from './json-edits.ts'
import {
  type HookDocument,
  type HookHandler,
  type HookShape,
  handlersIn,
  installHandlers,
  parseHooks,
  removeHandlers,
} from './json-hooks.ts'
import { malformedAt } from './malformed-settings.ts'
import { removeTable, setTable } from './toml-table.ts'

type HookedHost = Pick<HostProtocol, 'name' | 'events'>

interface HookOptions {
  /** The hook's time limit, in the host's own field and unit. */
  timeout?(event: HostEventSpec): JsonObject
  /** Selects some occurrences of an event; empty selects all. */
  matcher?(event: HostEventSpec): string
}

interface HookHandlers extends HookOptions {
  readonly shape: HookShape
  /** Fields of a handler besides the command and the time limit. */
  readonly fields?: JsonObject
}

/** In seconds, as most hosts expect. */
export const hookTimeout = ({ answers }: HostEventSpec) => ({ timeout: answers ? 10 : 5 })

/** Adds one command per event, next to other people's hooks. */
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
  readonly name?: string
}

/** Hooks in Claude Code's format, which other hosts use too: events, groups, handlers. */
export function groupedHooks(host: HookedHost, options: GroupedHookOptions = {}): Integration {
  const { name, ...others } = options
  const fields = { type: 'command', ...(name !== undefined && { name }) }
  return hookHandlers(host, { ...others, shape: 'grouped', fields })
}

interface FlatHookOptions extends HookOptions {
  /** For files that must name their format version. */
  readonly version?: number
}

/** Hooks without groups, such as `{"version": 1, "hooks": {"stop": [{"command": "…"}]}}`. */
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

/** If nothing else is in the file, the version can go. */
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
 * Entries for a permission list in Claude Code's format: one for each tool that cannot remove
 * anything. A rule for the whole server would allow the others too.
 */
export const harmlessToolRules: Integration = {
  kind: 'permissions',
  install: ({ file, text }) => addItems(file, text, allowed, rules),
  remove: ({ file, text }) => removeItems(file, text, allowed, rules),
}

const allowed: MemberPath = ['permissions', 'allow']
const rules = harmlessTools.map((tool) => `mcp__throughline__${tool}`)

/** A file that is all ours, in a folder the host reads. */
export function ownFile(
  kind: 'hooks' | 'instructions' | 'permissions',
  render: (connection: HostConnection) => string,
): Integration {
  return { kind, install: (_, connection) => render(connection), remove: () => '' }
}

/** Our guidance as a rule file that the host reads in every session. */
export function ruleFile(frontMatter: string): Integration {
  return ownFile('instructions', ({ guidance }) => {
    return `---\n${frontMatter}\n---\n\n${guidance.trim()}\n`
  })
}

/**
 * Adds texts to a list in a JSON settings file and keeps the others in place.
 * @throws ThroughlineError `malformed-settings` if the path leads to anything but a list
 */
export function addItems(
  file: string,
  text: string,
  path: MemberPath,
  items: readonly string[],
): string {
  const { root, list } = listAt(file, text, path)
  if (!list) return setMember(file, text, path, [...items])
  const missing = items.filter((item) => !itemsIn(list).some(({ value }) => value === item))
  const [first] = missing
  if (first === undefined) return text
  const added = appendChild(text, list, { value: first }, styleOf(text, root))
  return addItems(file, added, path, items)
}

/** Also removes the list if it ends up empty. */
export function removeItems(
  file: string,
  text: string,
  path: MemberPath,
  items: readonly string[],
): string {
  const { list } = listAt(file, text, path)
  const ours = list && itemsIn(list).find(({ value }) => items.includes(String(value)))
  if (!list || !ours) return text
  if (itemsIn(list).length === 1) return removeMember(file, text, path)
  return removeItems(file, removeChild(text, list, ours), path, items)
}

const itemsIn = ({ children = [] }: Node) => children

function listAt(file: string, text: string, path: MemberPath) {
  const root = parseRoot(file, text)
  const list = path.reduce<Node | undefined>(memberValue, root)
  if (list && list.type !== 'array') {
    throw malformedAt(file, text, list.offset, `must have a list as "${path.join('.')}"`)
  }
  return { root, list }
}

const shim = /(?:^|[/\\\s'"])throughline-hook(?:\.\w+)?['"]?\s+([\w-]+)(?:\s|$)/
const nodeEntry = /[/\\]entry[/\\]hook[/\\][\w.-]+\.[cm]?[jt]s['"]?\s+([\w-]+)(?:\s|$)/

/**
 * Recognises our hook commands from any version and install location: the shell shim by its name,
 * or (on Windows) our Node entry by its folders.
 */
export function isOurCommand(command: string, host: string): boolean {
  return [shim, nodeEntry].some((pattern) => pattern.exec(command)?.[1] === host)
}

/** Refuses a command that we could not recognise later: we could neither update nor remove it. */
export function ourCommand(connection: HostConnection, host: string, event: HostEventSpec): string {
  const command = connection.command(event)
  if (isOurCommand(command, host)) return command
  throw new ThroughlineError('internal', `cannot recognise our own hook command: ${command}`)
}
