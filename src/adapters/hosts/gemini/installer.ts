/** What Throughline adds to Gemini CLI's settings: hooks and MCP server share one file. */
import { join } from 'node:path'
import { getNodeValue } from 'jsonc-parser'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import type {
  Blocker,
  HostConnection,
  HostInstaller,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { detectBy } from '../shared/detect.ts'
import { groupedHooks, jsonEntry } from '../shared/integrations.ts'
import { memberValue, parseRoot } from '../shared/json-document.ts'
import { isOurCommand } from '../shared/our-command.ts'
import { geminiEvents } from './protocol.ts'

/** The name under which Gemini CLI shows our hooks, and by which `/hooks disable` turns them off. */
const hookName = 'throughline'

export const installer: HostInstaller = {
  // It moves the home folder, in which `.gemini` is looked for.
  configFolderVariable: 'GEMINI_CLI_HOME',
  remarks: [
    'Gemini CLI runs hooks and MCP servers only in folders that you trust; it asks the first time you start it there.',
    'Gemini CLI announces a compaction before every call of its model, so Throughline notices only the ones you start with /compress.',
  ],
  detect: (location) =>
    detectBy(
      {
        paths: [userFolder(location), join(location.projectFolder, '.gemini')],
        programs: ['gemini'],
      },
      location,
    ),
  integrationFiles: (location) => [
    { file: settingsFile(location), integrations: [hooks, mcpServer] },
  ],
  findBlockers,
}

/**
 * PreCompress comes with every model call and mostly nothing is compressed then. A hook for those
 * would cost a process each time for nothing; extraction reads every turn when it ends, so a
 * compression loses nothing. `/compress` is rare and certain.
 */
const hooks = groupedHooks({
  host: 'gemini',
  events: geminiEvents,
  name: hookName,
  timeout: ({ answers }) => ({ timeout: answers ? 10_000 : 5_000 }),
  matcher: ({ name }) => (name === 'PreCompress' ? 'manual' : ''),
})

const mcpServer = jsonEntry('mcp', ['mcpServers', 'throughline'], mcpEntry)

function mcpEntry({ mcpServer: { command, args, env } }: HostConnection) {
  return { command, args: [...args], env: { ...env } }
}

/** A project has one file only, which is committed or not as the project likes. */
function settingsFile(location: SettingsLocation): string {
  return location.target === 'user'
    ? join(userFolder(location), 'settings.json')
    : join(location.projectFolder, '.gemini', 'settings.json')
}

function userFolder({ configFolder, userHome }: SettingsLocation): string {
  return join(configFolder || userHome, '.gemini')
}

/** A project's settings come after the user's and win; lists of both are joined. */
async function findBlockers(
  location: SettingsLocation,
  files: Pick<SettingsFiles, 'read'>,
): Promise<readonly Blocker[]> {
  const targets = location.target === 'user' ? (['user'] as const) : (['user', 'project'] as const)
  const read = targets.map(async (target) => {
    const file = settingsFile({ ...location, target })
    return { file, hooksConfig: hooksConfigIn(file, (await files.read(file)) ?? '') }
  })
  const settings = await Promise.all(read)
  const decisive = settings.findLast(({ hooksConfig }) => typeof hooksConfig.enabled === 'boolean')
  const disabling = settings.filter(({ hooksConfig }) => listsOurs(hooksConfig.disabled))
  return [
    ...(decisive?.hooksConfig.enabled === false
      ? [
          {
            problem: `${decisive.file} switches hooks off by hooksConfig.enabled`,
            hint: 'take that setting out',
          },
        ]
      : []),
    ...disabling.map(({ file }) => ({
      problem: `${file} lists our hooks in hooksConfig.disabled`,
      hint: `run /hooks enable ${hookName} in Gemini CLI, or take them out of the list`,
    })),
  ]
}

function hooksConfigIn(file: string, text: string) {
  const node = memberValue(parseRoot(file, text), 'hooksConfig')
  const value: Json = node ? getNodeValue(node) : {}
  return isJsonObject(value) ? value : {}
}

/** A hook is listed by its name, or by its command where it has none. */
function listsOurs(disabled: Json | undefined): boolean {
  const names = Array.isArray(disabled) ? disabled : []
  return names.some(
    (name) => name === hookName || (typeof name === 'string' && isOurCommand(name, 'gemini')),
  )
}
