/** What Throughline adds to Gemini CLI's settings: hooks and MCP server share one file. */
import { join } from 'node:path'
import { getNodeValue } from 'jsonc-parser'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { harmlessTools } from '../../../core/setup/hook-command.ts'
import {
  defineInstaller,
  type HostFolders,
  readInOrder,
  switchedOffBy,
} from '../shared/define-installer.ts'
import { groupedHooks, isOurCommand, mcpInJson, ownFile } from '../shared/integrations.ts'
import { memberValue, parseRoot } from '../shared/json-document.ts'
import { linkedExtension } from '../shared/plugins.ts'
import { geminiProtocol } from './protocol.ts'

/** The name under which Gemini CLI shows our hooks, and by which `/hooks disable` turns them off. */
const hookName = 'throughline'

/** A project has one file only, which is committed or not as the project likes. */
const folders: HostFolders = {
  user: ({ configFolder, userHome }) => join(configFolder || userHome, '.gemini'),
  project: '.gemini',
}

const changingTools =
  '^(?:run_shell_command|replace|write_file|web_fetch|google_web_search|mcp_.*)$'

/**
 * PreCompress comes with every model call, and mostly nothing is compressed then. A hook for those
 * would cost a process each time for nothing; extraction reads every turn when it ends, so a
 * compression loses nothing. `/compress` is rare and certain.
 */
const hooks = groupedHooks(geminiProtocol, {
  name: hookName,
  timeout: ({ answers }) => ({ timeout: answers ? 10_000 : 5_000 }),
  matcher: ({ name, isOnlyAsked }) =>
    name === 'PreCompress' ? 'manual' : isOnlyAsked ? changingTools : '',
})

export const installer = defineInstaller({
  // Moves the home folder, in which Gemini CLI looks for `.gemini`.
  configFolderVariable: 'GEMINI_CLI_HOME',
  remarks: [
    'Gemini CLI runs hooks and MCP servers only in folders that you trust; it asks the first time you start it there.',
    'Gemini CLI announces a compaction before every call of its model, so Throughline notices only the ones you start with /compress.',
  ],
  plugin: linkedExtension({
    program: 'gemini',
    hooks,
    link: (folder) => ({ args: ['extensions', 'link', folder, '--consent'] }),
    folder: folders.user,
    // It trusts the folder in which it links.
    changes: ['trustedFolders.json'],
  }),
  folders,
  programs: ['gemini'],
  files: ({ target }, folder) => [
    [join(folder, 'settings.json'), hooks, mcpInJson()],
    // Gemini CLI reads no policies of a project.
    ...(target === 'user' ? [[join(folder, 'policies', 'throughline.toml'), policy] as const] : []),
  ],

  /** A project's settings come after the user's and win; lists of both are joined. */
  async findBlockers(location, files) {
    const read = await readInOrder(location, folders, 'settings.json', files)
    const settings = read.map(({ file, text }) => ({ file, ...hooksConfigIn(file, text) }))
    const decisive = settings.findLast(({ enabled }) => typeof enabled === 'boolean')
    const disabling = settings.filter(({ disabled }) => listsOurs(disabled))
    return [
      ...(decisive?.enabled === false ? [switchedOffBy('hooksConfig.enabled', decisive.file)] : []),
      ...disabling.map(({ file }) => ({
        problem: `${file} lists our hooks in hooksConfig.disabled`,
        hint: `run /hooks enable ${hookName} in Gemini CLI, or remove them from the list`,
      })),
    ]
  },
})

/** Its `trust` for a server would allow the tools that remove memories too. */
const policy = ownFile('permissions', () => {
  const rules = harmlessTools.map(
    (tool) => `[[rule]]
mcpName = "throughline"
toolName = "${tool}"
decision = "allow"
priority = 100
`,
  )
  return `# Written by \`throughline setup --allow-tools\`; \`throughline disconnect\` deletes it.\n${rules.join('\n')}`
})

function hooksConfigIn(file: string, text: string) {
  const node = memberValue(parseRoot(file, text), 'hooksConfig')
  const value: Json = node ? getNodeValue(node) : null
  const { enabled, disabled } = isJsonObject(value) ? value : {}
  return { enabled, disabled }
}

/** A hook is listed by its name, or by its command where it has none. */
function listsOurs(disabled: Json | undefined): boolean {
  const names = Array.isArray(disabled) ? disabled : []
  return names.some(
    (name) => name === hookName || (typeof name === 'string' && isOurCommand(name, 'gemini')),
  )
}
