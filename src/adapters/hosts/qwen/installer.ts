/** What Throughline adds to Qwen Code's settings: hooks, MCP server and permissions share one file. */
import { join } from 'node:path'
import { harmlessTools } from '../../../core/setup/harmless-tools.ts'
import {
  defineInstaller,
  folderFor,
  type HostFolders,
  switchedOffBy,
} from '../shared/define-installer.ts'
import { groupedHooks, mcpInJson, rulesInJson } from '../shared/integrations.ts'
import { memberValue, parseRoot } from '../shared/json-document.ts'
import { qwenProtocol } from './protocol.ts'

const folders: HostFolders = {
  user: ({ configFolder, userHome }) => configFolder || join(userHome, '.qwen'),
  project: '.qwen',
}

export const installer = defineInstaller({
  configFolderVariable: 'QWEN_HOME',
  remarks: [
    'In print mode (-p) Qwen Code sends no event when a session ends, so such a session ends when it falls silent.',
  ],
  projectRemarks: [
    'Qwen Code runs project hooks only in folders that you trust; hooks in your home folder always run.',
    'In a project our entries are in .qwen/settings.json, which is committed unless git ignores it.',
  ],
  folders,
  programs: ['qwen'],
  files: (_, folder) => [[join(folder, 'settings.json'), hooks, mcpInJson(), permissions]],

  /** A project's settings come after the user's and win. */
  async findBlockers(location, files) {
    const targets = new Set(['user', location.target] as const)
    const read = [...targets].map(async (target) => {
      const file = join(folderFor({ ...location, target }, folders), 'settings.json')
      const root = parseRoot(file, (await files.read(file)) ?? '')
      return { file, disables: memberValue(root, 'disableAllHooks')?.value }
    })
    const decisive = (await Promise.all(read)).findLast(
      ({ disables }) => typeof disables === 'boolean',
    )
    return decisive?.disables === true ? [switchedOffBy('disableAllHooks', decisive.file)] : []
  },
})

/** Milliseconds, as older versions count; newer ones count seconds only below 1,000. */
const hooks = groupedHooks(qwenProtocol, {
  name: 'throughline',
  timeout: ({ answers }) => ({ timeout: answers ? 10_000 : 5_000 }),
})

/** One rule for each tool: its `trust` for a server would allow those that remove memories too. */
const permissions = rulesInJson(
  ['permissions', 'allow'],
  harmlessTools.map((tool) => `mcp__throughline__${tool}`),
)
