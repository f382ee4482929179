/** Connects and disconnects a host through our plugin, using the host's own program. */
import type {
  Host,
  HostPlugin,
  HostPrograms,
  InstalledPlugin,
  SettingsLocation,
} from '../ports/host.ts'
import type { SettingsBackups } from '../ports/host-files.ts'
import type { SetupTools } from './connect.ts'
import { addLayer, removeLayer } from './settings-text.ts'

export interface PluginTools extends Pick<SetupTools, 'files' | 'hash'> {
  readonly programs: HostPrograms
  /** The settings that hosts changed when they installed a plugin. */
  readonly backups: SettingsBackups
  folderOf(plugin: HostPlugin): string
  /** Whether it is in that folder. */
  isOurs(plugin: HostPlugin, installed: InstalledPlugin): boolean
}

export interface PluginState extends InstalledPlugin {
  /** Whether setup installed it, so that we may remove it. */
  readonly isOurs: boolean
}

type PluginHost = Pick<Host, 'plugin'>

export async function findPlugin(
  { plugin }: PluginHost,
  location: SettingsLocation,
  { files, isOurs }: Pick<PluginTools, 'files' | 'isOurs'>,
): Promise<PluginState | undefined> {
  const found = await plugin?.find(location, files)
  return plugin && found && { ...found, isOurs: isOurs(plugin, found) }
}

/**
 * Leaves a host unchanged if it fails.
 * @throws ThroughlineError with the program's message
 */
export async function installPlugin(
  plugin: HostPlugin,
  location: SettingsLocation,
  tools: PluginTools,
): Promise<void> {
  const before = await readAll(plugin.settingsFiles(location), tools)
  try {
    for (const command of plugin.installCommands(tools.folderOf(plugin)))
      await tools.programs.run(plugin.program, command)
  } catch (error) {
    await takeBack(plugin, tools)
    for (const [file, text] of before) await write(file, text, tools)
    throw error
  }
  for (const [file, text] of before) {
    const after = await tools.files.read(file)
    if (after === undefined || after === text) continue
    const layers = addLayer({ text, layers: [] }, 'user', after, tools.hash)
    await tools.backups.save({ file, wasCreated: text === undefined, layers, madeFolders: [] })
  }
}

/**
 * Settings that nobody else changed since get their former bytes back.
 * @throws ThroughlineError with the program's message
 */
export async function removePlugin(
  plugin: HostPlugin,
  location: SettingsLocation,
  tools: PluginTools,
): Promise<void> {
  const former = new Map<string, string | undefined>()
  const files = plugin.settingsFiles(location)
  for (const [file, text] of await readAll(files, tools)) {
    const backup = await tools.backups.find(file)
    if (!backup || text === undefined) continue
    const unchanged = (whole: string) => whole
    const below = removeLayer({ text, layers: backup.layers }, 'user', unchanged, tools.hash)
    if (below.text !== text) former.set(file, below.text)
  }
  for (const command of plugin.removeCommands) await tools.programs.run(plugin.program, command)
  for (const [file, text] of former) await write(file, text, tools)
  for (const file of files) await tools.backups.forget(file)
}

/** Undoes what the host managed to do. */
async function takeBack(plugin: HostPlugin, { programs }: PluginTools): Promise<void> {
  for (const command of plugin.removeCommands)
    await programs.run(plugin.program, command).catch(() => undefined)
}

async function readAll(names: readonly string[], { files }: PluginTools) {
  const read = async (file: string) => [file, await files.read(file)] as const
  return Promise.all(names.map(read))
}

async function write(file: string, text: string | undefined, { files }: PluginTools) {
  if ((await files.read(file)) === text) return
  await (text === undefined ? files.remove(file) : files.write(file, text))
}
