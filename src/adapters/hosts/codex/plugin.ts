/** Our plugin for Codex, which keeps a copy of it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type {
  HostPlugin,
  InstalledPlugin,
  Integration,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import type { ReadableFiles } from '../shared/define-installer.ts'
import { mcpInJson } from '../shared/integrations.ts'
import { marketplace, marketplaceOf, pluginId } from '../shared/marketplace.ts'
import { generated } from '../shared/plugin-files.ts'
import { isTable, parseToml } from '../shared/toml-syntax.ts'

export function codexPlugin(
  hooks: Integration,
  userFolder: (location: SettingsLocation) => string,
): HostPlugin {
  const configFile = (location: SettingsLocation) => join(userFolder(location), 'config.toml')
  return {
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
    }),
    updateCommands: [{ args: ['plugin', 'add', pluginId] }],
    settingsFiles: (location) => [configFile(location)],
    find: (location, files) => findPluginIn(configFile(location), files),
  }
}

/** By the settings that Codex 0.166.0 writes. */
async function findPluginIn(
  file: string,
  files: ReadableFiles,
): Promise<InstalledPlugin | undefined> {
  const { plugins, marketplaces } = await readTables(file, files)
  if (!isTable(plugins) || !isTable(marketplaces)) return undefined
  for (const [id, plugin] of Object.entries(plugins)) {
    const place = marketplaces[marketplaceOf(id) ?? '']
    if (!isTable(plugin) || plugin.enabled === false || !isTable(place)) continue
    const { source } = place
    if (typeof source === 'string' && existsSync(source)) return { id, folder: source }
  }
  return undefined
}

async function readTables(file: string, files: ReadableFiles) {
  try {
    return parseToml(file, ((await files.read(file)) ?? '').replace(/^\uFEFF/, ''))
  } catch {
    return {}
  }
}
