/** What of ours goes into OpenCode's folder: a plugin, as it runs no commands, and our MCP server. */
import type { HostInstaller, HostWiring } from '../../../core/ports/host.ts'
import { detectBy } from '../detect.ts'
import { jsonEntry } from '../wires/json-entry.ts'
import { ownFile } from '../wires/own-file.ts'
import { renderPlugin } from './render-plugin.ts'
import { configFolderVariable, pluginFile, settingsFile, signs } from './settings-location.ts'

export const opencodeInstaller: HostInstaller = {
  configFolderVariable,
  remarks: [
    'A running OpenCode takes up a new plugin when it is started again.',
    'OpenCode fetches its plugin library from npm when it first starts with a plugin.',
  ],
  detect: (place) => detectBy(signs(place), place),
  wiredFiles: (place) => [
    { file: pluginFile(place), wires: [ownFile('hooks', renderPlugin)] },
    { file: settingsFile(place), wires: [jsonEntry('mcp', ['mcp', 'throughline'], mcpEntry)] },
  ],
}

function mcpEntry({ mcpServer: { command, args, env } }: HostWiring) {
  return { type: 'local', command: [command, ...args], environment: { ...env }, enabled: true }
}
