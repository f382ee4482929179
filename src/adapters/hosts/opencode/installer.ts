/** What Throughline adds to OpenCode: a plugin, since OpenCode runs no hook commands, and the MCP server. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostInstaller, HostPlace, HostWiring } from '../../../core/ports/host.ts'
import { detectBy, type HostSigns } from '../shared/detect.ts'
import { jsonEntry, ownFile } from '../shared/integrations.ts'
import { ourCommand } from '../shared/our-command.ts'
import { opencodeEvents } from './protocol.ts'

export const installer: HostInstaller = {
  // `OPENCODE_CONFIG_DIR` names one more folder to look in; this one moves the folder itself.
  configFolderVariable: 'XDG_CONFIG_HOME',
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

function pluginFile(place: HostPlace): string {
  return join(folderOf(place), 'plugins', 'throughline.js')
}

/**
 * OpenCode reads two files and merges them; it makes itself the one with comments. Ours is where we
 * are already, or else the one there is.
 */
export function settingsFile(place: HostPlace): string {
  const folder = folderOf(place)
  const plain = join(folder, 'opencode.json')
  const present = [join(folder, 'opencode.jsonc'), plain]
    .map((file) => ({ file, text: textIn(file) }))
    .filter(({ text }) => text !== undefined)
  const ours = present.find(({ text }) => text?.includes('"throughline"'))
  return (ours ?? present[0])?.file ?? plain
}

function signs(place: HostPlace): HostSigns {
  return {
    paths: [userFolder(place), join(place.projectFolder, '.opencode')],
    programs: ['opencode'],
  }
}

function folderOf(place: HostPlace): string {
  return place.target === 'user' ? userFolder(place) : join(place.projectFolder, '.opencode')
}

function userFolder({ configFolder, userHome }: HostPlace): string {
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

export function renderPlugin(wiring: HostWiring): string {
  const commands = opencodeEvents.map((event) => {
    return [event.name, ourCommand(wiring, 'opencode', event)] as const
  })
  const written = JSON.stringify(Object.fromEntries(commands), null, 2)
  return readFileSync(template, 'utf8').replace("'@commands@'", () => written)
}
