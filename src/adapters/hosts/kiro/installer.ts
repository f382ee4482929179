/** Installs Throughline in Kiro's settings. */
import { join } from 'node:path'
import type { HostConnection } from '../../../core/ports/host.ts'
import { defineInstaller, foldersNamed } from '../shared/define-installer.ts'
import { hookTimeout, mcpInJson, ourCommand, ownFile, ruleFile } from '../shared/integrations.ts'
import { kiroProtocol } from './protocol.ts'

export const installer = defineInstaller({
  configFolderVariable: 'KIRO_HOME',
  remarks: [
    'Kiro CLI before version 3 does not read separate hook files; there only our steering file and our MCP server work.',
    'Kiro sends no event when a session ends, so a session ends when it falls silent.',
  ],
  projectRemarks: [
    'In a project our hooks, MCP entry and steering file are in .kiro, which is committed unless git ignores it.',
  ],
  folders: foldersNamed('.kiro'),
  programs: ['kiro-cli', 'kiro'],
  files: (_, folder) => [
    [join(folder, 'hooks', 'throughline.json'), ownFile('hooks', renderHooks)],
    [join(folder, 'settings', 'mcp.json'), mcpInJson()],
    // By its users' reports, only version 3 gives hook output to the model.
    [join(folder, 'steering', 'throughline.md'), ruleFile('inclusion: always')],
  ],
})

function renderHooks(connection: HostConnection): string {
  const hooks = kiroProtocol.events.map((event) => ({
    name: `throughline ${event.name}`,
    trigger: event.name,
    action: { type: 'command', command: ourCommand(connection, 'kiro', event) },
    ...hookTimeout(event),
    enabled: true,
  }))
  return `${JSON.stringify({ version: 'v1', hooks }, null, 2)}\n`
}
