/** Installs Throughline in OpenCode: the MCP server and a plugin, since it runs no hook commands. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HostConnection } from '../../../core/ports/host.ts'
import { programFile } from '../../../home/program-files.ts'
import { defineInstaller } from '../shared/define-installer.ts'
import { mcpInJson, ourCommand, ownFile } from '../shared/integrations.ts'
import { opencodeProtocol } from './protocol.ts'

export const installer = defineInstaller({
  // Not `OPENCODE_CONFIG_DIR`, which only adds one more folder; this moves the folder itself.
  configFolderVariable: 'XDG_CONFIG_HOME',
  remarks: [
    'Restart OpenCode to load a new plugin.',
    'OpenCode downloads its plugin library from npm the first time it starts with a plugin.',
  ],
  folders: {
    user: ({ configFolder, userHome }) =>
      join(configFolder || join(userHome, '.config'), 'opencode'),
    project: '.opencode',
  },
  programs: ['opencode'],
  files: (_, folder) => [
    [join(folder, 'plugins', 'throughline.js'), ownFile('hooks', renderPlugin)],
    [settingsFile(folder), mcpServer],
  ],
})

const mcpServer = mcpInJson(
  ({ command, args, env }) => ({
    type: 'local',
    command: [command, ...args],
    environment: env,
    enabled: true,
  }),
  ['mcp', 'throughline'],
)

/**
 * OpenCode merges two files and itself creates the one with comments. We edit the file that already
 * names us, else the one that exists.
 */
function settingsFile(folder: string): string {
  const plain = join(folder, 'opencode.json')
  const present = [join(folder, 'opencode.jsonc'), plain]
    .map((file) => ({ file, text: textIn(file) }))
    .filter(({ text }) => text !== undefined)
  const ours = present.find(({ text }) => text?.includes('"throughline"'))
  return (ours ?? present[0])?.file ?? plain
}

function textIn(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/** The plugin's source, with `@commands@` as the placeholder for its commands. */
const template = programFile('adapters/hosts/opencode/plugin/throughline.js')

export function renderPlugin(connection: HostConnection): string {
  const commands = opencodeProtocol.events.map((event) => {
    return [event.name, ourCommand(connection, 'opencode', event)] as const
  })
  const written = JSON.stringify(Object.fromEntries(commands), null, 2)
  return readFileSync(template, 'utf8').replace("'@commands@'", () => written)
}
