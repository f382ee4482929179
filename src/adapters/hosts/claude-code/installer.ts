/** What of ours goes into Claude Code's files. */
import { getNodeValue } from 'jsonc-parser'
import type {
  HostEventSpec,
  HostInstaller,
  HostPlace,
  HostWiring,
  Obstacle,
} from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { detectBy } from '../detect.ts'
import { memberValue, parseRoot } from '../json-settings/root-object.ts'
import { groupedHooks } from '../wires/grouped-hooks.ts'
import { jsonEntry } from '../wires/json-entry.ts'
import { claudeCodeEvents } from './events.ts'
import { findEnabledPlugin } from './plugin-installed.ts'
import {
  configFolderVariable,
  mcpServersPath,
  settingsFile,
  signs,
  stateFile,
} from './settings-location.ts'

export const claudeCodeInstaller: HostInstaller = {
  configFolderVariable,
  remarks: [],
  detect: (place) => detectBy(signs(place), place),
  wiredFiles: (place) => [
    { file: settingsFile(place), wires: [hooks] },
    {
      file: stateFile(place),
      wires: [jsonEntry('mcp', [...mcpServersPath(place), 'throughline'], mcpEntry)],
    },
  ],
  findObstacles,
  findOtherWay,
}

const hooks = groupedHooks({ host: 'claude-code', events: claudeCodeEvents, timeout })

/** A SessionEnd hook is killed after 1.5 s unless its own timeout says otherwise. */
function timeout({ answers }: HostEventSpec) {
  return { timeout: answers ? 10 : 5 }
}

function mcpEntry({ mcpServer: { command, args, env } }: HostWiring) {
  return { type: 'stdio', command, args: [...args], env: { ...env } }
}

type Reading = Pick<SettingsFiles, 'read'>

async function findOtherWay(place: HostPlace, files: Reading): Promise<string | undefined> {
  const plugin = await findEnabledPlugin(place, files)
  return plugin && `the plugin ${plugin.id}`
}

async function findObstacles(place: HostPlace, files: Reading): Promise<Obstacle[]> {
  const file = settingsFile(place)
  const plugin = await findEnabledPlugin(place, files)
  const text = (await files.read(file)) ?? ''
  const disabled = memberValue(parseRoot(file, text), 'disableAllHooks')
  const isOff = disabled !== undefined && getNodeValue(disabled) === true
  return [
    ...(isOff
      ? [
          {
            problem: `${file} switches hooks off by disableAllHooks`,
            hint: 'take that setting out',
          },
        ]
      : []),
    ...(plugin
      ? [
          {
            problem: `the plugin ${plugin.id} is on too: every hook runs twice, though all counts once`,
            hint: `throughline remove --host claude-code, or claude plugin uninstall ${plugin.id}`,
          },
        ]
      : []),
  ]
}
