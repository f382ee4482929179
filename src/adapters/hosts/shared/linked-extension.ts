/** Our extension for Gemini CLI, and for Qwen Code, which comes from it. Both read it in our folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import type {
  HostCommand,
  HostPlugin,
  InstalledPlugin,
  Integration,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import type { ReadableFiles } from './define-installer.ts'
import { mcpInJson } from './integrations.ts'
import { generated, manifestWith, skillIn } from './plugin-files.ts'
import { readSettingsObject } from './settings-object.ts'

interface ExtensionSpec {
  /** The host's program, which also names its files: `gemini`. */
  readonly program: string
  readonly hooks: Integration
  /** Links it without a question. */
  link(folder: string): HostCommand
  /** The host's folder in the user's home. */
  folder(location: SettingsLocation): string
  /** Files in it that change when the extension is linked. */
  readonly changes: readonly string[]
}

const name = 'throughline'

export function linkedExtension(spec: ExtensionSpec): HostPlugin {
  const { program, hooks, link, folder, changes } = spec
  const own = `integrations/${program}`
  return {
    noun: 'extension',
    extras: 'a skill',
    program,
    folder: own,
    files: {
      [`${own}/${program}-extension.json`]: manifestWith({}, mcpInJson()),
      [`${own}/hooks/hooks.json`]: generated(hooks),
      ...skillIn(own),
    },
    installCommands: (path) => [link(path)],
    removeCommands: [{ args: ['extensions', 'uninstall', name] }],
    settingsFiles: (location) => changes.map((file) => join(folder(location), file)),
    find: (location, files) => findExtension(program, location, folder(location), files),
  }
}

/** By the files that Gemini CLI 0.61.0 and Qwen Code 0.24.4 write. */
async function findExtension(
  program: string,
  { configFolder, userHome }: SettingsLocation,
  folder: string,
  files: ReadableFiles,
): Promise<InstalledPlugin | undefined> {
  const extensions = join(folder, 'extensions')
  const record = join(extensions, name, `.${program}-extension-install.json`)
  const { source, type } = await readSettingsObject(record, files)
  if (typeof source !== 'string' || (type === 'link' && !existsSync(source))) return undefined
  const rules = await readSettingsObject(join(extensions, 'extension-enablement.json'), files)
  const isOff = [configFolder, userHome].some((home) => home && isDisabled(rules[name], home))
  return isOff ? undefined : { id: name, folder: source }
}

/** `!/home/dev/*` disables it for the user. A rule for one folder is not the user's. */
function isDisabled(rule: Json | undefined, home: string): boolean {
  const overrides = isJsonObject(rule) && Array.isArray(rule.overrides) ? rule.overrides : []
  return overrides.includes(`!${home}/*`)
}
