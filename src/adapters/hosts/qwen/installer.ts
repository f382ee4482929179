/** Installs Throughline in Qwen Code's settings: hooks, MCP server and permissions share one file. */
import { join } from 'node:path'
import {
  defineInstaller,
  disablesHooks,
  foldersNamed,
  readInOrder,
  switchedOffBy,
} from '../shared/define-installer.ts'
import { groupedHooks, harmlessToolRules, mcpInJson } from '../shared/integrations.ts'
import { linkedExtension } from '../shared/plugins.ts'
import { qwenProtocol } from './protocol.ts'

const folders = foldersNamed('.qwen')

const changingTools = '^(?:run_shell_command|edit|write_file|web_fetch|web_search|agent|mcp__.*)$'

/** Older versions count milliseconds. Newer ones read values below 1,000 as seconds. */
const hooks = groupedHooks(qwenProtocol, {
  name: 'throughline',
  timeout: ({ answers }) => ({ timeout: answers ? 10_000 : 5_000 }),
  matcher: ({ isOnlyAsked }) => (isOnlyAsked ? changingTools : ''),
})

export const installer = defineInstaller({
  configFolderVariable: 'QWEN_HOME',
  remarks: [
    'In print mode (-p) Qwen Code sends no event when a session ends, so such a session ends when it falls silent.',
  ],
  projectRemarks: [
    'Qwen Code runs project hooks only in folders that you trust; hooks in your home folder always run.',
    'In a project our entries are in .qwen/settings.json, which is committed unless git ignores it.',
  ],
  plugin: linkedExtension({
    program: 'qwen',
    hooks,
    // Qwen Code has no `--consent` option.
    link: (folder) => ({ args: ['extensions', 'link', folder], input: 'y\n' }),
    folder: folders.user,
    changes: ['settings.json'],
  }),
  folders,
  programs: ['qwen'],
  files: (_, folder) => [[join(folder, 'settings.json'), hooks, mcpInJson(), harmlessToolRules]],

  /** Project settings override user settings. */
  async findBlockers(location, files) {
    const read = await readInOrder(location, folders, 'settings.json', files)
    const switches = read.map(({ file, text }) => ({ file, disables: disablesHooks(file, text) }))
    const decisive = switches.findLast(({ disables }) => typeof disables === 'boolean')
    return decisive?.disables === true ? [switchedOffBy('disableAllHooks', decisive.file)] : []
  },
})
