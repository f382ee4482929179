/** Installs Throughline in Codex's settings. */
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TomlTable } from 'smol-toml'
import { canonicalJson, isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type { Blocker, HostEventSpec, SettingsLocation } from '../../../core/ports/host.ts'
import { sha256 } from '../../ids.ts'
import {
  defineInstaller,
  folderFor,
  foldersNamed,
  type ReadableFiles,
  switchedOffBy,
} from '../shared/define-installer.ts'
import {
  groupedHooks,
  hookTimeout,
  isOurCommand,
  mcpInJson,
  mcpInToml,
} from '../shared/integrations.ts'
import { memberValue } from '../shared/json-document.ts'
import { parseHooks } from '../shared/json-hooks.ts'
import { findListedPlugin, generated, marketplace, pluginId } from '../shared/plugins.ts'
import { isTable, parseToml, tomlValueAt } from '../shared/toml-table.ts'
import { additionalContextLimit, codexProtocol } from './protocol.ts'

/** Codex has no personal project file, so the team shares these. */
const folders = foldersNamed('.codex')

const hooks = groupedHooks(codexProtocol, {
  timeout: limits,
  matcher: ({ isOnlyAsked }) => (isOnlyAsked ? 'Bash|apply_patch' : ''),
})

export const installer = defineInstaller({
  configFolderVariable: 'CODEX_HOME',
  remarks: [
    'Codex runs hooks only after you trust them, and asks again when they change: start codex, type /hooks and trust them.',
  ],
  plugin: {
    ...marketplace({
      program: 'codex',
      list: '.agents/plugins/marketplace.json',
      entry: {
        source: { source: 'local', path: './throughline' },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'Productivity',
      },
      manifest: '.codex-plugin/plugin.json',
      members: { mcpServers: './.mcp.json', hooks: './hooks/hooks.json', skills: './skills/' },
      files: { '.mcp.json': generated(mcpInJson()), 'hooks/hooks.json': generated(hooks) },
      install: 'add',
      remove: 'remove',
      settingsFile: userSettings,
      find: findCodexPlugin,
    }),
    // Codex keeps a copy of the plugin.
    updateCommands: [{ args: ['plugin', 'add', pluginId] }],
  },
  folders,
  programs: ['codex'],
  files: (_, folder) => [
    [join(folder, 'hooks.json'), hooks],
    [join(folder, 'config.toml'), mcpServer],
  ],

  async findBlockers(location, files) {
    const userFile = userSettings(location)
    const user = parseToml(userFile, await readText(userFile, files))
    const folder = folderFor(location, folders)
    const ownFile = join(folder, 'config.toml')
    const own = parseToml(ownFile, await readText(ownFile, files))

    const hooksFile = join(folder, 'hooks.json')
    const names = [hooksFile, await realpath(hooksFile).catch(() => hooksFile)] as const
    const trust = tomlValueAt(user, ['hooks', 'state'])
    return [
      ...switchedOff(own, ownFile),
      ...(ownFile === userFile ? [] : switchedOff(user, userFile)),
      ...(location.target === 'project' ? await untrustedFolder(location, user) : []),
      ...untrustedHooks(hooksFile, reviewOurHooks(await readText(hooksFile, files), names, trust)),
    ]
  },
})

function userSettings(location: SettingsLocation): string {
  return join(folders.user(location), 'config.toml')
}

const mcpServer = mcpInToml(['mcp_servers', 'throughline'])

/** Codex allows at most 3 s when a session ends. */
function limits(event: HostEventSpec) {
  const takesContext = event.answers && event.name !== 'PreCompact'
  return {
    ...(event.name === 'SessionEnd' ? { timeout: 3 } : hookTimeout(event)),
    ...(takesContext && { additionalContextLimit }),
  }
}

function untrustedHooks(file: string, hooks: readonly ReviewedHook[]): Blocker[] {
  return (['unknown', 'changed', 'off'] as const).flatMap((trust) => {
    const events = hooks.filter((hook) => hook.trust === trust).map(({ event }) => event)
    if (events.length === 0) return []
    const which = events.length === hooks.length ? '' : ` for ${events.join(', ')}`
    const [why, hint] = reasons[trust]
    return [{ problem: `Codex does not run our hooks${which} in ${file}: ${why}`, hint }]
  })
}

const reasons: Readonly<Record<Exclude<HookTrust, 'trusted'>, readonly [string, string]>> = {
  unknown: ['you have not trusted them yet', 'start codex, type /hooks and trust them'],
  changed: ['they have changed since you trusted them', 'start codex, type /hooks and trust them'],
  off: ['they are switched off', 'start codex, type /hooks and switch them on'],
}

/** The setting's older name is `codex_hooks`. */
function switchedOff(settings: TomlTable, file: string): Blocker[] {
  const name = ['hooks', 'codex_hooks'].find(
    (key) => tomlValueAt(settings, ['features', key]) === false,
  )
  return name === undefined ? [] : [switchedOffBy(`features.${name}`, file)]
}

/** Codex reads a project's settings only if the user trusts the project or a parent folder. */
async function untrustedFolder(
  { projectFolder }: SettingsLocation,
  user: TomlTable,
): Promise<Blocker[]> {
  const folder = await realpath(projectFolder).catch(() => projectFolder)
  const levels = [...foldersFrom(folder), ...foldersFrom(projectFolder)].map((each) =>
    tomlValueAt(user, ['projects', each, 'trust_level']),
  )
  if (levels.find((level) => level !== undefined) === 'trusted') return []
  return [
    {
      problem: `Codex does not read ${projectFolder}/.codex: you have not trusted the folder`,
      hint: 'start codex there and trust the folder',
    },
  ]
}

function foldersFrom(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersFrom(above)]
}

/** Matches the settings that Codex 0.166.0 writes. */
async function findCodexPlugin(file: string, files: ReadableFiles) {
  const { plugins, marketplaces } = await readTables(file, files)
  if (!isTable(plugins) || !isTable(marketplaces)) return undefined
  return findListedPlugin(
    plugins,
    (plugin) => isTable(plugin) && plugin.enabled !== false,
    (name) => tomlValueAt(marketplaces, [name, 'source']),
  )
}

async function readTables(file: string, files: ReadableFiles): Promise<TomlTable> {
  try {
    return parseToml(file, await readText(file, files))
  } catch {
    return {}
  }
}

const readText = async (file: string, files: ReadableFiles) =>
  ((await files.read(file)) ?? '').replace(/^\uFEFF/, '')

type HookTrust = 'trusted' | 'unknown' | 'changed' | 'off'

interface ReviewedHook {
  readonly event: string
  readonly trust: HookTrust
}

/**
 * Codex runs a hook only while `hooks.state` in the user's settings has its hash, under a key built
 * from the file, the event and the position. We compute both as Codex 0.166.0 does.
 * @param names possible paths of the file; Codex knows it by one of them
 * @param states the value of `hooks.state`
 */
function reviewOurHooks(
  text: string,
  names: readonly [string, ...string[]],
  states: unknown,
): readonly ReviewedHook[] {
  const { events } = parseHooks(names[0], text, 'grouped')
  return events.flatMap(({ name: event, groups }) =>
    groups.flatMap(({ node, handlers }, groupIndex) => {
      const matcher = memberValue(node, 'matcher')?.value
      return handlers.flatMap(({ value, command }, index) => {
        if (command === undefined || !isOurCommand(command, 'codex')) return []
        if (!isJsonObject(value)) return []
        const keys = names.map((name) => `${name}:${labelOf(event)}:${groupIndex}:${index}`)
        return [{ event, trust: trustOf(states, keys, hashOf(event, matcher, value)) }]
      })
    }),
  )
}

function trustOf(states: unknown, keys: readonly string[], hash: string): HookTrust {
  const known = keys.map((key) => (isTable(states) ? states[key] : undefined)).find(isTable)
  if (known?.enabled === false) return 'off'
  if (known?.trusted_hash === undefined) return 'unknown'
  return known.trusted_hash === hash ? 'trusted' : 'changed'
}

function hashOf(event: string, matcher: unknown, handler: JsonObject): string {
  const { type, command, async = false, statusMessage, additionalContextLimit } = handler
  const identity = {
    event_name: labelOf(event),
    ...(typeof matcher === 'string' && !unmatched.includes(event) && { matcher }),
    hooks: [
      {
        type: type ?? null,
        command: command ?? null,
        timeout: timeoutOf(event, handler),
        async,
        ...(statusMessage !== undefined && { statusMessage }),
        ...(additionalContextLimit !== undefined && { additionalContextLimit }),
      },
    ],
  }
  return `sha256:${sha256(canonicalJson(identity))}`
}

const unmatched = ['UserPromptSubmit', 'Stop']

function timeoutOf(event: string, { timeout }: JsonObject): number {
  const isEnd = event === 'SessionEnd'
  const wanted = Math.max(1, typeof timeout === 'number' ? timeout : isEnd ? 1 : 600)
  return isEnd ? Math.min(wanted, 3) : wanted
}

/** `PostToolUse` becomes `post_tool_use`. */
function labelOf(event: string): string {
  return event.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase()
}
