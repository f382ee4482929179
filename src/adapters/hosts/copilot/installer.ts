/** Installs Throughline in Copilot CLI's settings. */
import { join } from 'node:path'
import { objectOf } from '../../../core/model/json.ts'
import type { HostEventSpec, SettingsLocation } from '../../../core/ports/host.ts'
import {
  defineInstaller,
  findDisabledHooks,
  folderFor,
  foldersNamed,
  type ReadableFiles,
} from '../shared/define-installer.ts'
import { flatHooks, mcpInJson } from '../shared/integrations.ts'
import { findListedPlugin, generated, marketplace, readSettingsObject } from '../shared/plugins.ts'
import { copilotProtocol } from './protocol.ts'

const folders = { ...foldersNamed('.copilot'), project: join('.github', 'copilot') }

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
  plugin: marketplace({
    program: 'copilot',
    list: '.github/plugin/marketplace.json',
    entry: { source: './throughline' },
    manifest: 'plugin.json',
    members: { mcpServers: '.mcp.json', hooks: 'hooks.json', skills: 'skills/' },
    files: { '.mcp.json': generated(mcpServer), 'hooks.json': generated(ownHooks) },
    install: 'install',
    remove: 'uninstall',
    settingsFile: (location) => join(folders.user(location), 'settings.json'),
    find: findCopilotPlugin,
  }),
  folders,
  programs: ['copilot'],
  files: (location) => [
    [hooksFile(location), location.target === 'user' ? ownHooks : inlineHooks],
    [mcpFile(location), mcpServer],
  ],

  findBlockers(location, files) {
    const shared = join(location.projectFolder, folders.project, 'settings.json')
    const paths = [hooksFile(location), ...(location.target === 'project' ? [shared] : [])]
    return findDisabledHooks(paths, files)
  },
})

/** In a project, the personal settings, which are not committed; the team owns `.github/hooks`. */
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

/** Matches the settings that Copilot CLI 1.0.102 writes. */
async function findCopilotPlugin(file: string, files: ReadableFiles) {
  const { enabledPlugins, extraKnownMarketplaces } = await readSettingsObject(file, files)
  const folderOf = (name: string) =>
    objectOf(objectOf(objectOf(extraKnownMarketplaces)[name]).source).path
  return findListedPlugin(objectOf(enabledPlugins), (isEnabled) => isEnabled === true, folderOf)
}
