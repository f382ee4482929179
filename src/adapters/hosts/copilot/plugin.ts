/** Our plugin for Copilot CLI, which reads it in our folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import type {
  HostPlugin,
  InstalledPlugin,
  Integration,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import type { ReadableFiles } from '../shared/define-installer.ts'
import { marketplace, marketplaceOf } from '../shared/marketplace.ts'
import { generated } from '../shared/plugin-files.ts'
import { readSettingsObject } from '../shared/settings-object.ts'

export function copilotPlugin(
  hooks: Integration,
  mcpServer: Integration,
  userFolder: (location: SettingsLocation) => string,
): HostPlugin {
  const settingsFile = (location: SettingsLocation) => join(userFolder(location), 'settings.json')
  return {
    ...marketplace({
      program: 'copilot',
      list: '.github/plugin/marketplace.json',
      entry: { source: './throughline' },
      manifest: 'plugin.json',
      members: { mcpServers: '.mcp.json', hooks: 'hooks.json', skills: 'skills/' },
      files: { '.mcp.json': generated(mcpServer), 'hooks.json': generated(hooks) },
      install: 'install',
      remove: 'uninstall',
    }),
    settingsFiles: (location) => [settingsFile(location)],
    find: (location, files) => findPluginIn(settingsFile(location), files),
  }
}

/** By the settings that Copilot CLI 1.0.102 writes. */
async function findPluginIn(
  file: string,
  files: ReadableFiles,
): Promise<InstalledPlugin | undefined> {
  const { enabledPlugins, extraKnownMarketplaces } = await readSettingsObject(file, files)
  if (!isJsonObject(enabledPlugins) || !isJsonObject(extraKnownMarketplaces)) return undefined
  for (const [id, isEnabled] of Object.entries(enabledPlugins)) {
    const folder = folderOf(extraKnownMarketplaces[marketplaceOf(id) ?? ''])
    if (isEnabled === true && folder !== undefined) return { id, folder }
  }
  return undefined
}

function folderOf(place: Json | undefined): string | undefined {
  const source = isJsonObject(place) ? place.source : undefined
  const path = isJsonObject(source) ? source.path : undefined
  return typeof path === 'string' && existsSync(path) ? path : undefined
}
