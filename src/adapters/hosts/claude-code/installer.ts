/** What Throughline adds to Claude Code's settings. */

import { join } from 'node:path'
import type { SettingsLocation } from '../../../core/ports/host.ts'
import { defineInstaller, switchedOffBy } from '../shared/define-installer.ts'
import { groupedHooks, harmlessToolRules, mcpInJson } from '../shared/integrations.ts'
import { type MemberPath, memberValue, parseRoot } from '../shared/json-document.ts'
import { claudeCodePlugin } from './plugin.ts'
import { claudeCodeProtocol } from './protocol.ts'

/** The timeout matters: without one, a SessionEnd hook is killed after 1.5 s. */
const hooks = groupedHooks(claudeCodeProtocol)

export const installer = defineInstaller({
  configFolderVariable: 'CLAUDE_CONFIG_DIR',
  remarks: [],
  plugin: claudeCodePlugin(hooks, userFolder),
  folders: { user: userFolder, project: '.claude' },
  programs: ['claude'],
  otherSign: stateFile,
  files: (location) => [
    [settingsFile(location), hooks, harmlessToolRules],
    [stateFile(location), mcpServer(location)],
  ],

  async findBlockers(location, files) {
    const file = settingsFile(location)
    const root = parseRoot(file, (await files.read(file)) ?? '')
    const isOff = memberValue(root, 'disableAllHooks')?.value === true
    return isOff ? [switchedOffBy('disableAllHooks', file)] : []
  },
})

function mcpServer({ target, projectFolder }: SettingsLocation) {
  const servers: MemberPath =
    target === 'user' ? ['mcpServers'] : ['projects', projectFolder, 'mcpServers']
  return mcpInJson((server) => ({ type: 'stdio', ...server }), [...servers, 'throughline'])
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
