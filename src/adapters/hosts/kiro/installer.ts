/** What Throughline adds to Kiro's settings. */
import { join } from 'node:path'
import type { HostInstaller, HostPlace, HostWiring } from '../../../core/ports/host.ts'
import { detectBy } from '../shared/detect.ts'
import { jsonEntry, ownFile } from '../shared/integrations.ts'
import { ourCommand } from '../shared/our-command.ts'
import { kiroEvents } from './protocol.ts'

export const installer: HostInstaller = {
  configFolderVariable: 'KIRO_HOME',
  remarks: [
    'Kiro CLI before version 3 reads no hooks from files of their own; there only our steering file and our MCP server work.',
    'Kiro tells of no end of a session, so a session counts as ended when it has fallen silent.',
  ],
  projectRemarks: [
    'In a project our hooks, our MCP entry and our steering file are in .kiro, which is committed unless you have git ignore them.',
  ],
  detect: (place) => {
    const paths = [userFolder(place), projectFolder(place)] as const
    return detectBy({ paths, programs: ['kiro-cli', 'kiro'] }, place)
  },
  wiredFiles: (place) => {
    const folder = place.target === 'user' ? userFolder(place) : projectFolder(place)
    return [
      { file: join(folder, 'hooks', 'throughline.json'), wires: [ownFile('hooks', hooks)] },
      { file: join(folder, 'settings', 'mcp.json'), wires: [mcpServer] },
      {
        file: join(folder, 'steering', 'throughline.md'),
        wires: [ownFile('instructions', steering)],
      },
    ]
  },
}

const userFolder = ({ configFolder, userHome }: HostPlace) =>
  configFolder || join(userHome, '.kiro')
const projectFolder = (place: HostPlace) => join(place.projectFolder, '.kiro')

function hooks(wiring: HostWiring): string {
  const entries = kiroEvents.map((event) => ({
    name: `throughline ${event.name}`,
    trigger: event.name,
    action: { type: 'command', command: ourCommand(wiring, 'kiro', event) },
    timeout: event.answers ? 10 : 5,
    enabled: true,
  }))
  return `${JSON.stringify({ version: 'v1', hooks: entries }, null, 2)}\n`
}

const mcpServer = jsonEntry('mcp', ['mcpServers', 'throughline'], mcpEntry)

function mcpEntry({ mcpServer: { command, args, env } }: HostWiring) {
  return { command, args: [...args], env: { ...env } }
}

/** That the model is given what hooks print was only reported of version 3. */
function steering({ guidance }: HostWiring): string {
  return `---\ninclusion: always\n---\n\n${guidance.trim()}\n`
}
