/** Installs Throughline in Gemini CLI's settings: hooks and the MCP server share one file. */
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

/** Gemini CLI lists our hooks under this name, and `/hooks disable` uses it. */
const hookName = 'throughline'

/** A project has only one settings file, committed or not. */
const folders: HostFolders = {
  user: ({ configFolder, userHome }) => join(configFolder || userHome, '.gemini'),
  project: '.gemini',
}

const changingTools =
  '^(?:run_shell_command|replace|write_file|web_fetch|google_web_search|mcp_.*)$'

/**
 * `auto` is left out: Gemini CLI sends PreCompress before every model call and rarely compresses
 * then, so a hook would start a process for nothing. Extraction reads every turn when it ends, so a
 * compression loses nothing. `/compress` is rare and always compresses.
 */
const hooks = groupedHooks(geminiProtocol, {
  name: hookName,
  timeout: ({ answers }) => ({ timeout: answers ? 10_000 : 5_000 }),
  matcher: ({ name, isOnlyAsked }) =>
    name === 'PreCompress' ? 'manual' : isOnlyAsked ? changingTools : '',
})

export const installer = defineInstaller({
  // Moves the home folder in which Gemini CLI looks for `.gemini`.
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
    // Linking marks the folder as trusted.
    changes: ['trustedFolders.json'],
  }),
  folders,
  programs: ['gemini'],
  files: ({ target }, folder) => [
    [join(folder, 'settings.json'), hooks, mcpInJson()],
    // Gemini CLI does not read policies from a project.
    ...(target === 'user' ? [[join(folder, 'policies', 'throughline.toml'), policy] as const] : []),
  ],

  /** Project settings override user settings; lists from both are concatenated. */
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

/** Setting `trust` on the server would also allow the tools that remove memories. */
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

/** Gemini CLI lists a hook by its name, or by its command if it has none. */
function listsOurs(disabled: Json | undefined): boolean {
  const names = Array.isArray(disabled) ? disabled : []
  return names.some(
    (name) => name === hookName || (typeof name === 'string' && isOurCommand(name, 'gemini')),
  )
}
