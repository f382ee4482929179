/** Installs Throughline in Claude Code's settings. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '../../../core/model/json.ts'
import type { HostPlugin, InstalledPlugin, SettingsLocation } from '../../../core/ports/host.ts'
import {
  defineInstaller,
  findDisabledHooks,
  folderFor,
  foldersNamed,
  type ReadableFiles,
} from '../shared/define-installer.ts'
import { groupedHooks, harmlessToolRules, mcpInJson } from '../shared/integrations.ts'
import type { MemberPath } from '../shared/json-document.ts'
import { generated, marketplaceOf, pluginId, readSettingsObject } from '../shared/plugins.ts'
import { claudeCodeProtocol } from './protocol.ts'

const folders = foldersNamed('.claude')
const userFolder = folders.user

/** Read-only tools are left out: a hook before each would start a process for nothing. */
const changingTools =
  '^(?:Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|WebFetch|WebSearch|Agent|Task|mcp__.*)$'

/** The timeout matters: without one, a SessionEnd hook is killed after 1.5 s. */
const hooks = groupedHooks(claudeCodeProtocol, {
  matcher: ({ isOnlyAsked }) => (isOnlyAsked ? changingTools : ''),
})

export const installer = defineInstaller({
  configFolderVariable: 'CLAUDE_CONFIG_DIR',
  remarks: [],
  plugin: claudeCodePlugin(),
  folders,
  programs: ['claude'],
  otherSign: stateFile,
  files: (location) => [
    [settingsFile(location), hooks, harmlessToolRules],
    [stateFile(location), mcpServer(location)],
  ],

  findBlockers: (location, files) => findDisabledHooks([settingsFile(location)], files),
})

function mcpServer({ target, projectFolder }: SettingsLocation) {
  const servers: MemberPath =
    target === 'user' ? ['mcpServers'] : ['projects', projectFolder, 'mcpServers']
  return mcpInJson((server) => ({ type: 'stdio', ...server }), [...servers, 'throughline'])
}

/** In a project, write the personal file, which is not committed; the team owns `settings.json`. */
function settingsFile(location: SettingsLocation): string {
  const name = location.target === 'user' ? 'settings.json' : 'settings.local.json'
  return join(folderFor(location, folders), name)
}

/** Claude Code's own state file, which lists the user's MCP servers, global and per project. */
function stateFile({ configFolder, userHome }: SettingsLocation): string {
  return join(configFolder || userHome, '.claude.json')
}

function claudeCodePlugin(): HostPlugin {
  const folder = 'integrations/claude-code'
  return {
    noun: 'plugin',
    program: 'claude',
    folder: '',
    files: {
      [`${folder}/hooks/hooks.json`]: generated(hooks),
      [`${folder}/.mcp.json`]: generated(mcpInJson()),
    },
    installCommands: (marketplace) => [
      { args: ['plugin', 'marketplace', 'add', marketplace] },
      { args: ['plugin', 'install', pluginId] },
    ],
    removeCommands: [
      { args: ['plugin', 'uninstall', pluginId] },
      { args: ['plugin', 'marketplace', 'remove', 'throughline'] },
    ],
    settingsFiles: (location) => [join(userFolder(location), 'settings.json')],
    find: findEnabledPlugin,
  }
}

/**
 * Finds our plugin in the files that Claude Code 2.1.325 writes. Settings list the enabled plugins,
 * and a plugin loads only while its marketplace folder exists. Skips unreadable files, managed
 * settings and plugins passed for one session (`--plugin-dir`).
 */
async function findEnabledPlugin(
  location: SettingsLocation,
  files: ReadableFiles,
): Promise<InstalledPlugin | undefined> {
  const known = join(userFolder(location), 'plugins', 'known_marketplaces.json')
  const marketplaces = await readSettingsObject(known, files)
  const found = new Map<string, InstalledPlugin>()
  for (const file of settingsByRank(location)) {
    const { enabledPlugins } = await readSettingsObject(file, files)
    if (!isJsonObject(enabledPlugins)) continue
    for (const [each, value] of Object.entries(enabledPlugins)) {
      const source = folderOf(marketplaces[marketplaceOf(each) ?? ''])
      // Other values are version ranges.
      if (value === false) found.delete(each)
      else if (source !== undefined) found.set(each, { id: each, folder: source })
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

function folderOf(marketplace: unknown): string | undefined {
  if (!isJsonObject(marketplace)) return undefined
  const { installLocation } = marketplace
  const isThere = typeof installLocation === 'string' && existsSync(installLocation)
  return isThere ? installLocation : undefined
}
