/** What of ours goes into Codex's files. */
import type { HostEventSpec, HostInstaller, HostWiring } from '../../../core/ports/host.ts'
import { detectBy } from '../detect.ts'
import { groupedHooks } from '../wires/grouped-hooks.ts'
import { tomlTable } from '../wires/toml-table.ts'
import { additionalContextLimit } from './context-limit.ts'
import { codexEvents, eventsTakingContext } from './events.ts'
import { findObstacles } from './obstacles.ts'
import { configFile, configFolderVariable, hooksFile, signs } from './settings-location.ts'

export const codexInstaller: HostInstaller = {
  configFolderVariable,
  remarks: [
    'Codex runs hooks only once you have trusted them, and again after they change: start codex, type /hooks and trust them.',
  ],
  detect: (place) => detectBy(signs(place), place),
  wiredFiles: (place) => [
    { file: hooksFile(place), wires: [hooks] },
    {
      file: configFile(place),
      wires: [tomlTable('mcp', ['mcp_servers', 'throughline'], mcpServer)],
    },
  ],
  findObstacles,
}

const hooks = groupedHooks({ host: 'codex', events: codexEvents, timeout: limits })

/** More than 3 s is not granted at the end of a session. */
function limits({ name, answers }: HostEventSpec) {
  return {
    timeout: name === 'SessionEnd' ? 3 : answers ? 10 : 5,
    ...(eventsTakingContext.includes(name) && { additionalContextLimit }),
  }
}

function mcpServer({ mcpServer: { command, args, env } }: HostWiring) {
  return { command, args: [...args], env: { ...env } }
}
