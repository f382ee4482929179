/** Our plugins and extensions, built from what we would otherwise write into a host's settings. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { learningSkill, skill } from '../../../core/guidance/guidance.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import type {
  HostCommand,
  HostConnection,
  HostPlugin,
  InstalledPlugin,
  Integration,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import { version } from '../../../home/version.ts'
import type { ReadableFiles } from './define-installer.ts'
import { mcpInJson } from './integrations.ts'

/** A marketplace in our folder with one plugin, for hosts that only install from a marketplace. */
interface MarketplaceSpec {
  readonly program: string
  /** Where the host looks for the plugin list, and the fields of an entry besides its name. */
  readonly list: string
  readonly entry: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** Where the host looks for the plugin manifest, and its fields besides name and version. */
  readonly manifest: string
  readonly members: Readonly<Record<string, string>>
  readonly files: HostPlugin['files']
  readonly install: string
  readonly remove: string
  /** The user's settings file, in which the host lists its plugins. */
  settingsFile(location: SettingsLocation): string
  find(file: string, files: ReadableFiles): Promise<InstalledPlugin | undefined>
}

export const pluginId = 'throughline@throughline'

export function marketplace(spec: MarketplaceSpec): HostPlugin {
  const folder = `integrations/${spec.program}`
  const plugin = `${folder}/throughline`
  const inPlugin = Object.entries(spec.files).map(([path, file]) => [`${plugin}/${path}`, file])
  const command = (...args: string[]): HostCommand => ({ args: ['plugin', ...args] })
  return {
    noun: 'plugin',
    program: spec.program,
    folder,
    files: {
      [`${folder}/${spec.list}`]: manifestWith({
        owner: { name: 'Throughline' },
        plugins: [{ name: 'throughline', ...spec.entry }],
      }),
      [`${plugin}/${spec.manifest}`]: manifestWith(spec.members),
      ...Object.fromEntries(inPlugin),
      ...skillIn(plugin),
    },
    installCommands: (path) => [
      command('marketplace', 'add', path),
      command(spec.install, pluginId),
    ],
    removeCommands: [
      command(spec.remove, pluginId),
      command('marketplace', 'remove', 'throughline'),
    ],
    settingsFiles: (location) => [spec.settingsFile(location)],
    find: (location, files) => spec.find(spec.settingsFile(location), files),
  }
}

/**
 * Finds our plugin among those a host lists, if its marketplace still exists.
 * @param folderOf returns the folder of a marketplace
 */
export function findListedPlugin<Plugin>(
  plugins: Readonly<Record<string, Plugin>>,
  isEnabled: (plugin: Plugin) => boolean,
  folderOf: (marketplace: string) => unknown,
): InstalledPlugin | undefined {
  for (const [id, plugin] of Object.entries(plugins)) {
    const folder = folderOf(marketplaceOf(id) ?? '')
    if (isEnabled(plugin) && typeof folder === 'string' && existsSync(folder)) return { id, folder }
  }
  return undefined
}

/** Returns the marketplace's name if the plugin is ours. */
export function marketplaceOf(id: string): string | undefined {
  return /^throughline@(.+)$/.exec(id)?.[1]
}

/** Our extension for Gemini CLI and its fork Qwen Code. Both load it from our folder. */
interface ExtensionSpec {
  /** The host's program, which also gives its files their name: `gemini`. */
  readonly program: string
  readonly hooks: Integration
  /** Links the extension without asking the user. */
  link(folder: string): HostCommand
  folder(location: SettingsLocation): string
  /** Files in the host's folder that linking changes. */
  readonly changes: readonly string[]
}

const name = 'throughline'

export function linkedExtension(spec: ExtensionSpec): HostPlugin {
  const { program, hooks, link, folder, changes } = spec
  const own = `integrations/${program}`
  return {
    noun: 'extension',
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

/** Matches the files that Gemini CLI 0.61.0 and Qwen Code 0.24.4 write. */
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

/** `!/home/dev/*` disables the extension for the user. A rule for one folder does not. */
function isDisabled(rule: Json | undefined, home: string): boolean {
  const overrides = isJsonObject(rule) && Array.isArray(rule.overrides) ? rule.overrides : []
  return overrides.includes(`!${home}/*`)
}

type PluginFile = (connection: HostConnection) => string

/** A file that contains only these integrations. */
export function generated(...integrations: readonly Integration[]): PluginFile {
  return generatedIn('', integrations)
}

/** Builds the plugin's manifest, including integrations if they share the file. */
function manifestWith(members: JsonObject, ...integrations: Integration[]): PluginFile {
  const manifest = { name: 'throughline', version, description, ...members }
  return generatedIn(`${JSON.stringify(manifest, null, 2)}\n`, integrations)
}

const description =
  'A memory for coding agents that survives sessions, compaction, machines and teammates.'

function skillIn(folder: string): Record<string, PluginFile> {
  return {
    [`${folder}/skills/using-memory/SKILL.md`]: () => skill,
    [`${folder}/skills/learn/SKILL.md`]: () => learningSkill,
  }
}

function generatedIn(start: string, integrations: readonly Integration[]): PluginFile {
  return (connection) =>
    integrations.reduce((text, each) => each.install({ file: '', text }, connection), start)
}

/** Reads a host's JSON object. Empty if the file is missing, unreadable or not an object. */
export async function readSettingsObject(file: string, files: ReadableFiles): Promise<JsonObject> {
  const text = await files.read(file).catch(() => undefined)
  const value: unknown = parse((text ?? '').replace(/^\uFEFF/, ''), [], {
    allowTrailingComma: true,
  })
  return isJsonObject(value) ? value : {}
}
