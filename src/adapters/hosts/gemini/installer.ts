/** What of ours goes into Gemini CLI's settings: hooks and MCP server share one file. */
import { join } from 'node:path'
import type { HostInstaller, HostWiring } from '../../../core/ports/host.ts'
import { detectBy } from '../detect.ts'
import { groupedHooks } from '../wires/grouped-hooks.ts'
import { jsonEntry } from '../wires/json-entry.ts'
import { geminiEvents } from './events.ts'
import { findObstacles, hookName } from './obstacles.ts'
import { settingsFile, userFolder } from './settings-location.ts'

export const geminiInstaller: HostInstaller = {
  // It moves the home folder, in which `.gemini` is looked for.
  configFolderVariable: 'GEMINI_CLI_HOME',
  remarks: [
    'Gemini CLI runs hooks and MCP servers only in folders that you trust; it asks when you first start it there.',
    'Gemini CLI announces a compaction before every call of its model, so only one that you ask for with /compress is noticed.',
  ],
  detect: (place) =>
    detectBy(
      { paths: [userFolder(place), join(place.projectFolder, '.gemini')], programs: ['gemini'] },
      place,
    ),
  wiredFiles: (place) => [{ file: settingsFile(place), wires: [hooks, mcpServer] }],
  findObstacles,
}

/**
 * PreCompress comes with every model call and mostly nothing is compressed then. A hook for those
 * would cost a process each time and tell nothing; every turn is looked through when it ends, so
 * nothing that a compression drops is lost to us. `/compress` is rare and certain.
 */
const hooks = groupedHooks({
  host: 'gemini',
  events: geminiEvents,
  name: hookName,
  timeout: ({ answers }) => ({ timeout: answers ? 10_000 : 5_000 }),
  matcher: ({ name }) => (name === 'PreCompress' ? 'manual' : ''),
})

const mcpServer = jsonEntry('mcp', ['mcpServers', 'throughline'], mcpEntry)

function mcpEntry({ mcpServer: { command, args, env } }: HostWiring) {
  return { command, args: [...args], env: { ...env } }
}
