/** Our plugin for Claude Code. Its skill and commands come with the package. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '../../../core/model/json.ts'
import type {
  HostPlugin,
  InstalledPlugin,
  Integration,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import type { ReadableFiles } from '../shared/define-installer.ts'
import { mcpInJson } from '../shared/integrations.ts'
import { marketplaceOf, pluginId } from '../shared/marketplace.ts'
import { generated } from '../shared/plugin-files.ts'
import { readSettingsObject } from '../shared/settings-object.ts'

const folder = 'integrations/claude-code'

export function claudeCodePlugin(
  hooks: Integration,
  userFolder: (location: SettingsLocation) => string,
): HostPlugin {
  return {
    noun: 'plugin',
    extras: 'a skill and the commands /recall, /remember and /memory',
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
    find: (location, files) => findEnabledPlugin(location, userFolder(location), files),
  }
}

/**
 * Finds our plugin by the files that Claude Code 2.1.325 writes: settings list the enabled plugins,
 * and a plugin loads only while its marketplace is where it was added from. Unreadable files are
 * ignored, and so are managed settings and plugins given for one session (`--plugin-dir`).
 */
async function findEnabledPlugin(
  location: SettingsLocation,
  userFolder: string,
  files: ReadableFiles,
): Promise<InstalledPlugin | undefined> {
  const known = join(userFolder, 'plugins', 'known_marketplaces.json')
  const marketplaces = await readSettingsObject(known, files)
  const found = new Map<string, InstalledPlugin>()
  for (const file of settingsByRank(location, userFolder)) {
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
function settingsByRank({ target, projectFolder }: SettingsLocation, userFolder: string): string[] {
  const ofUser = join(userFolder, 'settings.json')
  if (target === 'user') return [ofUser]
  const ofProject = join(projectFolder, '.claude')
  return [ofUser, join(ofProject, 'settings.json'), join(ofProject, 'settings.local.json')]
}

function folderOf(marketplace: unknown): string | undefined {
  if (!isJsonObject(marketplace)) return undefined
  const { installLocation } = marketplace
  const isThere = typeof installLocation === 'string' && existsSync(installLocation)
  return isThere ? installLocation : undefined
}
