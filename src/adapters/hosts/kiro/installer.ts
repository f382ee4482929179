/** What Throughline adds to Kiro's settings. */
import { join } from 'node:path'
import type { HostConnection, HostInstaller, SettingsLocation } from '../../../core/ports/host.ts'
import { detectBy } from '../shared/detect.ts'
import { jsonEntry, ownFile } from '../shared/integrations.ts'
import { ourCommand } from '../shared/our-command.ts'
import { kiroEvents } from './protocol.ts'

export const installer: HostInstaller = {
  configFolderVariable: 'KIRO_HOME',
  remarks: [
    'Kiro CLI before version 3 does not read separate hook files; there only our steering file and our MCP server work.',
    'Kiro sends no event when a session ends, so a session ends when it falls silent.',
  ],
  projectRemarks: [
    'In a project our hooks, MCP entry and steering file are in .kiro, which is committed unless git ignores it.',
  ],
  detect: (location) => {
    const paths = [userFolder(location), projectFolder(location)] as const
    return detectBy({ paths, programs: ['kiro-cli', 'kiro'] }, location)
  },
  integrationFiles: (location) => {
    const folder = location.target === 'user' ? userFolder(location) : projectFolder(location)
    return [
      { file: join(folder, 'hooks', 'throughline.json'), integrations: [ownFile('hooks', hooks)] },
      { file: join(folder, 'settings', 'mcp.json'), integrations: [mcpServer] },
      {
        file: join(folder, 'steering', 'throughline.md'),
        integrations: [ownFile('instructions', steering)],
      },
    ]
  },
}

const userFolder = ({ configFolder, userHome }: SettingsLocation) =>
  configFolder || join(userHome, '.kiro')
const projectFolder = (location: SettingsLocation) => join(location.projectFolder, '.kiro')

function hooks(connection: HostConnection): string {
  const entries = kiroEvents.map((event) => ({
    name: `throughline ${event.name}`,
    trigger: event.name,
    action: { type: 'command', command: ourCommand(connection, 'kiro', event) },
    timeout: event.answers ? 10 : 5,
    enabled: true,
  }))
  return `${JSON.stringify({ version: 'v1', hooks: entries }, null, 2)}\n`
}

const mcpServer = jsonEntry('mcp', ['mcpServers', 'throughline'], mcpEntry)

function mcpEntry({ mcpServer: { command, args, env } }: HostConnection) {
  return { command, args: [...args], env: { ...env } }
}

/** That the model is given what hooks print was only reported of version 3. */
function steering({ guidance }: HostConnection): string {
  return `---\ninclusion: always\n---\n\n${guidance.trim()}\n`
}
