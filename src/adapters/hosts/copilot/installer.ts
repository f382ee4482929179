/** What of ours goes into Copilot CLI's files. */
import type { HostEventSpec, HostInstaller, HostWiring } from '../../../core/ports/host.ts'
import { detectBy } from '../detect.ts'
import { flatHooks } from '../wires/flat-hooks.ts'
import { jsonEntry } from '../wires/json-entry.ts'
import { copilotEvents } from './events.ts'
import { findObstacles } from './obstacles.ts'
import { hooksFile, mcpFile, projectFolder, userFolder } from './settings-location.ts'

export const copilotInstaller: HostInstaller = {
  configFolderVariable: 'COPILOT_HOME',
  remarks: [],
  projectRemarks: [
    'Copilot CLI runs the hooks of a project only in folders that you trust, and in print mode (-p) it may not run them at all; those in your home folder always run.',
    'In a project our hooks are in your own .github/copilot/settings.local.json, but our MCP entry is in .github/mcp.json, which is committed unless you have git ignore it.',
  ],
  detect: (place) =>
    detectBy({ paths: [userFolder(place), projectFolder(place)], programs: ['copilot'] }, place),
  wiredFiles: (place) => [
    { file: hooksFile(place), wires: [place.target === 'user' ? ownHooks : inlineHooks] },
    { file: mcpFile(place), wires: [jsonEntry('mcp', ['mcpServers', 'throughline'], mcpEntry)] },
  ],
  findObstacles,
}

const hooks = {
  host: 'copilot',
  events: copilotEvents,
  timeout: ({ answers }: HostEventSpec) => ({ timeoutSec: answers ? 10 : 5 }),
}
const ownHooks = flatHooks({ ...hooks, version: 1 })
const inlineHooks = flatHooks(hooks)

function mcpEntry({ mcpServer: { command, args, env } }: HostWiring) {
  return { type: 'local', command, args: [...args], env: { ...env }, tools: ['*'] }
}
