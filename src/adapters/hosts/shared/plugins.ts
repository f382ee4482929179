/** Our plugins and extensions for hosts that have them, made of what their settings would get. */
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

/** A marketplace in our folder with one plugin in it, for hosts that install plugins only from there. */
interface MarketplaceSpec {
  /** The host's program. */
  readonly program: string
  /** Where it looks for the list of plugins, and what an entry has besides the name. */
  readonly list: string
  readonly entry: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** Where it looks for the plugin's manifest, and what that has besides name and version. */
  readonly manifest: string
  readonly members: Readonly<Record<string, string>>
  readonly files: HostPlugin['files']
  readonly install: string
  readonly remove: string
  /** The user's settings, in which the host lists the plugins it has. */
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
    extras: 'two skills',
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
 * Our plugin among all that a host lists, if its marketplace is still there.
 * @param folderOf where a marketplace is
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

/** The name of the marketplace, if the plugin is ours. */
export function marketplaceOf(id: string): string | undefined {
  return /^throughline@(.+)$/.exec(id)?.[1]
}

/** Our extension for Gemini CLI and its descendant Qwen Code. Both read it in our folder. */
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
    extras: 'two skills',
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

type PluginFile = (connection: HostConnection) => string

/** A file with these integrations and nothing else. */
export function generated(...integrations: readonly Integration[]): PluginFile {
  return generatedIn('', integrations)
}

/** Describes the plugin to the host, with integrations if they are in the same file. */
function manifestWith(members: JsonObject, ...integrations: Integration[]): PluginFile {
  const manifest = { name: 'throughline', version, description, ...members }
  return generatedIn(`${JSON.stringify(manifest, null, 2)}\n`, integrations)
}

const description =
  'A memory for coding agents that survives sessions, compaction, machines and teammates.'

/** @param folder the plugin's */
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

/** A JSON object that a host wrote. Empty if the file is missing, unreadable or something else. */
export async function readSettingsObject(file: string, files: ReadableFiles): Promise<JsonObject> {
  const text = await files.read(file).catch(() => undefined)
  const value: unknown = parse((text ?? '').replace(/^\uFEFF/, ''), [], {
    allowTrailingComma: true,
  })
  return isJsonObject(value) ? value : {}
}
