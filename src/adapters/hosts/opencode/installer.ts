/** What Throughline adds to OpenCode: a plugin, since OpenCode runs no hook commands, and the MCP server. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostConnection, HostInstaller, SettingsLocation } from '../../../core/ports/host.ts'
import { detectBy, type HostSigns } from '../shared/detect.ts'
import { jsonEntry, ownFile } from '../shared/integrations.ts'
import { ourCommand } from '../shared/our-command.ts'
import { opencodeEvents } from './protocol.ts'

export const installer: HostInstaller = {
  // `OPENCODE_CONFIG_DIR` names one more folder to look in; this one moves the folder itself.
  configFolderVariable: 'XDG_CONFIG_HOME',
  remarks: [
    'Restart OpenCode to load a new plugin.',
    'OpenCode downloads its plugin library from npm the first time it starts with a plugin.',
  ],
  detect: (location) => detectBy(signs(location), location),
  integrationFiles: (location) => [
    { file: pluginFile(location), integrations: [ownFile('hooks', renderPlugin)] },
    {
      file: settingsFile(location),
      integrations: [jsonEntry('mcp', ['mcp', 'throughline'], mcpEntry)],
    },
  ],
}

function mcpEntry({ mcpServer: { command, args, env } }: HostConnection) {
  return { type: 'local', command: [command, ...args], environment: { ...env }, enabled: true }
}

function pluginFile(location: SettingsLocation): string {
  return join(folderOf(location), 'plugins', 'throughline.js')
}

/**
 * OpenCode reads two files and merges them; it makes itself the one with comments. Ours is where we
 * are already, or else the one there is.
 */
export function settingsFile(location: SettingsLocation): string {
  const folder = folderOf(location)
  const plain = join(folder, 'opencode.json')
  const present = [join(folder, 'opencode.jsonc'), plain]
    .map((file) => ({ file, text: textIn(file) }))
    .filter(({ text }) => text !== undefined)
  const ours = present.find(({ text }) => text?.includes('"throughline"'))
  return (ours ?? present[0])?.file ?? plain
}

function signs(location: SettingsLocation): HostSigns {
  return {
    paths: [userFolder(location), join(location.projectFolder, '.opencode')],
    programs: ['opencode'],
  }
}

function folderOf(location: SettingsLocation): string {
  return location.target === 'user'
    ? userFolder(location)
    : join(location.projectFolder, '.opencode')
}

function userFolder({ configFolder, userHome }: SettingsLocation): string {
  return join(configFolder || join(userHome, '.config'), 'opencode')
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The plugin with `@commands@` in place of the commands it runs. */
const template = new URL('./plugin/throughline.js', import.meta.url)

export function renderPlugin(connection: HostConnection): string {
  const commands = opencodeEvents.map((event) => {
    return [event.name, ourCommand(connection, 'opencode', event)] as const
  })
  const written = JSON.stringify(Object.fromEntries(commands), null, 2)
  return readFileSync(template, 'utf8').replace("'@commands@'", () => written)
}
