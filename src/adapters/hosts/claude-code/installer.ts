/** What Throughline adds to Claude Code's settings. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type { SettingsLocation } from '../../../core/ports/host.ts'
import { quoteForShell } from '../../../core/text/quote-for-shell.ts'
import { defineInstaller, type ReadableFiles, switchedOffBy } from '../shared/define-installer.ts'
import { groupedHooks, harmlessToolRules, mcpInJson } from '../shared/integrations.ts'
import { type MemberPath, memberValue, parseRoot } from '../shared/json-document.ts'
import { claudeCodeProtocol } from './protocol.ts'

export const installer = defineInstaller({
  configFolderVariable: 'CLAUDE_CONFIG_DIR',
  remarks: [],
  plugin: {
    extras: 'a skill and the commands /recall, /remember and /memory',
    installCommands: (folder) => [
      `claude plugin marketplace add ${quoteForShell(folder)}`,
      'claude plugin install throughline@throughline',
    ],
  },
  folders: { user: userFolder, project: '.claude' },
  programs: ['claude'],
  otherSign: stateFile,
  files: (location) => [
    [settingsFile(location), hooks, harmlessToolRules],
    [stateFile(location), mcpServer(location)],
  ],

  async findBlockers(location, files) {
    const file = settingsFile(location)
    const plugin = await findEnabledPlugin(location, files)
    const root = parseRoot(file, (await files.read(file)) ?? '')
    const isOff = memberValue(root, 'disableAllHooks')?.value === true
    return [
      ...(isOff ? [switchedOffBy('disableAllHooks', file)] : []),
      ...(plugin ? [connectedTwice(plugin.id)] : []),
    ]
  },

  async findOtherConnection(location, files) {
    const plugin = await findEnabledPlugin(location, files)
    return plugin && `the plugin ${plugin.id}`
  },
})

/** The timeout matters: without one, a SessionEnd hook is killed after 1.5 s. */
const hooks = groupedHooks(claudeCodeProtocol)

function mcpServer({ target, projectFolder }: SettingsLocation) {
  const servers: MemberPath =
    target === 'user' ? ['mcpServers'] : ['projects', projectFolder, 'mcpServers']
  return mcpInJson((server) => ({ type: 'stdio', ...server }), [...servers, 'throughline'])
}

function connectedTwice(plugin: string) {
  return {
    problem: `the plugin ${plugin} is enabled too: every hook runs twice, although each event counts once`,
    hint: `throughline remove --host claude-code, or claude plugin uninstall ${plugin}`,
  }
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

function userFolder({ configFolder, userHome }: SettingsLocation): string {
  return configFolder || join(userHome, '.claude')
}

interface EnabledPlugin {
  /** As `claude plugin uninstall` takes it: `throughline@MARKETPLACE`. */
  readonly id: string
  /** The settings that enable it. */
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
  files: ReadableFiles,
): Promise<EnabledPlugin | undefined> {
  const known = join(userFolder(location), 'plugins', 'known_marketplaces.json')
  const marketplaces = await readObject(known, files)
  const found = new Map<string, EnabledPlugin>()
  for (const file of settingsByRank(location)) {
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

/** Later files override earlier ones. */
function settingsByRank(location: SettingsLocation): string[] {
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

async function readObject(file: string, files: ReadableFiles): Promise<JsonObject> {
  const text = await files.read(file).catch(() => undefined)
  const value: unknown = parse((text ?? '').replace(/^\uFEFF/, ''), [], {
    allowTrailingComma: true,
  })
  return isJsonObject(value) ? value : {}
}
