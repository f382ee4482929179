/** What Throughline adds to Claude Code's settings. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getNodeValue, parse } from 'jsonc-parser'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type {
  Blocker,
  HostConnection,
  HostEventSpec,
  HostInstaller,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { detectBy, type HostSigns } from '../shared/detect.ts'
import { groupedHooks, jsonEntry } from '../shared/integrations.ts'
import { type MemberPath, memberValue, parseRoot } from '../shared/json-document.ts'
import { claudeCodeEvents } from './protocol.ts'

export const installer: HostInstaller = {
  configFolderVariable: 'CLAUDE_CONFIG_DIR',
  remarks: [],
  detect: (location) => detectBy(signs(location), location),
  integrationFiles: (location) => [
    { file: settingsFile(location), integrations: [hooks] },
    {
      file: stateFile(location),
      integrations: [jsonEntry('mcp', [...mcpServersPath(location), 'throughline'], mcpEntry)],
    },
  ],
  findBlockers,
  findOtherConnection,
}

const hooks = groupedHooks({ host: 'claude-code', events: claudeCodeEvents, timeout })

/** A SessionEnd hook is killed after 1.5 s unless its own timeout says otherwise. */
function timeout({ answers }: HostEventSpec) {
  return { timeout: answers ? 10 : 5 }
}

function mcpEntry({ mcpServer: { command, args, env } }: HostConnection) {
  return { type: 'stdio', command, args: [...args], env: { ...env } }
}

type Reading = Pick<SettingsFiles, 'read'>

async function findOtherConnection(
  location: SettingsLocation,
  files: Reading,
): Promise<string | undefined> {
  const plugin = await findEnabledPlugin(location, files)
  return plugin && `the plugin ${plugin.id}`
}

async function findBlockers(location: SettingsLocation, files: Reading): Promise<Blocker[]> {
  const file = settingsFile(location)
  const plugin = await findEnabledPlugin(location, files)
  const text = (await files.read(file)) ?? ''
  const disabled = memberValue(parseRoot(file, text), 'disableAllHooks')
  const isOff = disabled !== undefined && getNodeValue(disabled) === true
  return [
    ...(isOff
      ? [
          {
            problem: `${file} switches hooks off by disableAllHooks`,
            hint: 'take that setting out',
          },
        ]
      : []),
    ...(plugin
      ? [
          {
            problem: `the plugin ${plugin.id} is on too: every hook runs twice, though all counts once`,
            hint: `throughline remove --host claude-code, or claude plugin uninstall ${plugin.id}`,
          },
        ]
      : []),
  ]
}

/** In a project the personal file, which is not committed; `settings.json` belongs to the team. */
function settingsFile(location: SettingsLocation): string {
  return location.target === 'user'
    ? join(userFolder(location), 'settings.json')
    : join(location.projectFolder, '.claude', 'settings.local.json')
}

/** The client's own notebook; it has a user's MCP servers, and those of one project for one user. */
function stateFile({ configFolder, userHome }: SettingsLocation): string {
  return join(configFolder || userHome, '.claude.json')
}

function mcpServersPath({ target, projectFolder }: SettingsLocation): MemberPath {
  return target === 'user' ? ['mcpServers'] : ['projects', projectFolder, 'mcpServers']
}

function signs(location: SettingsLocation): HostSigns {
  return {
    paths: [userFolder(location), stateFile(location), join(location.projectFolder, '.claude')],
    programs: ['claude'],
  }
}

function userFolder(location: SettingsLocation): string {
  return location.configFolder || join(location.userHome, '.claude')
}

interface EnabledPlugin {
  /** As `claude plugin uninstall` takes it: `throughline@MARKETPLACE`. */
  readonly id: string
  /** The settings that have it on. */
  readonly file: string
}

const ourId = /^throughline@(.+)$/

/**
 * Finds our plugin by the files that Claude Code 2.1.325 writes: settings list the enabled plugins,
 * and a plugin loads only while its marketplace is where it was added from. Unreadable files are
 * ignored, and so are managed settings and plugins given for one session (`--plugin-dir`).
 */
export async function findEnabledPlugin(
  location: SettingsLocation,
  files: Reading,
): Promise<EnabledPlugin | undefined> {
  const known = join(userFolder(location), 'plugins', 'known_marketplaces.json')
  const marketplaces = await readObject(known, files)
  const found = new Map<string, EnabledPlugin>()
  for (const file of settingsThatCount(location)) {
    const { enabledPlugins } = await readObject(file, files)
    if (!isJsonObject(enabledPlugins)) continue
    for (const [id, value] of Object.entries(enabledPlugins)) {
      const [, marketplace = ''] = ourId.exec(id) ?? []
      // Other values are version ranges.
      if (value === false) found.delete(id)
      else if (isThere(marketplaces[marketplace])) found.set(id, { id, file })
    }
  }
  return [...found.values()][0]
}

/** What a later one says outweighs the earlier ones. */
function settingsThatCount(location: SettingsLocation): string[] {
  const ofUser = join(userFolder(location), 'settings.json')
  if (location.target === 'user') return [ofUser]
  const ofProject = join(location.projectFolder, '.claude')
  return [ofUser, join(ofProject, 'settings.json'), join(ofProject, 'settings.local.json')]
}

function isThere(marketplace: unknown): boolean {
  if (!isJsonObject(marketplace)) return false
  const { installLocation } = marketplace
  return typeof installLocation === 'string' && existsSync(installLocation)
}

async function readObject(file: string, files: Reading): Promise<JsonObject> {
  const text = await files.read(file).catch(() => undefined)
  const value: unknown = parse((text ?? '').replace(/^\uFEFF/, ''), [], {
    allowTrailingComma: true,
  })
  return isJsonObject(value) ? value : {}
}
