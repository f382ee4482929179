/** What Throughline adds to Copilot CLI's settings. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import type {
  HostEventSpec,
  HostPlugin,
  InstalledPlugin,
  Integration,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import {
  defineInstaller,
  folderFor,
  type HostFolders,
  type ReadableFiles,
  switchedOffBy,
} from '../shared/define-installer.ts'
import { flatHooks, mcpInJson } from '../shared/integrations.ts'
import { memberValue, parseRoot } from '../shared/json-document.ts'
import { generated, marketplace, marketplaceOf, readSettingsObject } from '../shared/plugins.ts'
import { copilotProtocol } from './protocol.ts'

const folders: HostFolders = {
  user: ({ configFolder, userHome }) => configFolder || join(userHome, '.copilot'),
  project: join('.github', 'copilot'),
}

const timeout = ({ answers }: HostEventSpec) => ({ timeoutSec: answers ? 10 : 5 })
const ownHooks = flatHooks(copilotProtocol, { timeout, version: 1 })
const inlineHooks = flatHooks(copilotProtocol, { timeout })
const mcpServer = mcpInJson((server) => ({ type: 'local', ...server, tools: ['*'] }))

export const installer = defineInstaller({
  configFolderVariable: 'COPILOT_HOME',
  remarks: [],
  projectRemarks: [
    'Copilot CLI runs project hooks only in folders that you trust, and in print mode (-p) perhaps not at all; hooks in your home folder always run.',
    'In a project our hooks are in your own .github/copilot/settings.local.json, but our MCP entry is in .github/mcp.json, which is committed unless git ignores it.',
  ],
  plugin: copilotPlugin(ownHooks, mcpServer, folders.user),
  folders,
  programs: ['copilot'],
  files: (location) => [
    [hooksFile(location), location.target === 'user' ? ownHooks : inlineHooks],
    [mcpFile(location), mcpServer],
  ],

  async findBlockers(location, files) {
    const shared = join(location.projectFolder, folders.project, 'settings.json')
    const looked = [hooksFile(location), ...(location.target === 'project' ? [shared] : [])]
    const texts = await Promise.all(looked.map((file) => files.read(file)))
    const disabling = looked.filter((file, index) => disablesHooks(file, texts[index] ?? ''))
    return disabling.map((file) => switchedOffBy('disableAllHooks', file))
  },
})

/** In a project the personal settings, which are not committed; `.github/hooks` is the team's. */
function hooksFile(location: SettingsLocation): string {
  const name = location.target === 'user' ? 'hooks/throughline.json' : 'settings.local.json'
  return join(folderFor(location, folders), name)
}

/** Copilot reads a project's `.mcp.json` too, but so does Claude Code. */
function mcpFile(location: SettingsLocation): string {
  return location.target === 'user'
    ? join(folders.user(location), 'mcp-config.json')
    : join(location.projectFolder, '.github', 'mcp.json')
}

function disablesHooks(file: string, text: string): boolean {
  return memberValue(parseRoot(file, text), 'disableAllHooks')?.value === true
}

// Our plugin for Copilot CLI, which reads it in our folder.

function copilotPlugin(
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
