/** Builds a host's installer from its folders, its programs and our additions to its files. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Blocker,
  Detection,
  HostInstaller,
  Integration,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/host-files.ts'
import { memberValue, parseRoot } from './json-document.ts'

interface InstallerSpec extends Omit<HostInstaller, 'detect' | 'integrationFiles'> {
  readonly folders: HostFolders
  readonly programs: readonly [string, ...string[]]
  /** Another file or folder that shows the host is installed. */
  otherSign?(location: SettingsLocation): string
  /** The files we edit, the one with the hooks first. */
  files(location: SettingsLocation, folder: string): readonly EditedFile[]
}

type EditedFile = readonly [file: string, ...integrations: Integration[]]

/** Where the host keeps its settings. */
export interface HostFolders {
  user(location: SettingsLocation): string
  readonly project: string
}

export type ReadableFiles = Pick<SettingsFiles, 'read'>

/** Expects a folder with this name in the user's home and in the project. */
export const foldersNamed = (name: string): HostFolders => ({
  user: ({ configFolder, userHome }) => configFolder || join(userHome, name),
  project: name,
})

export function defineInstaller(spec: InstallerSpec): HostInstaller {
  const { folders, programs, otherSign, files, ...own } = spec
  return {
    ...own,
    detect(location) {
      const { user, project } = folders
      const others = otherSign ? [otherSign(location)] : []
      const paths = [user(location), ...others, join(location.projectFolder, project)]
      return detectBy(paths, programs, location)
    },
    integrationFiles: (location) =>
      files(location, folderFor(location, folders)).map(([file, ...integrations]) => ({
        file,
        integrations,
      })),
  }
}

export function folderFor(location: SettingsLocation, { user, project }: HostFolders): string {
  return location.target === 'user' ? user(location) : join(location.projectFolder, project)
}

/** Reads the user's settings file and, for a project, the project's, which overrides it. */
export async function readInOrder(
  location: SettingsLocation,
  folders: HostFolders,
  name: string,
  files: ReadableFiles,
): Promise<{ readonly file: string; readonly text: string }[]> {
  const targets = [...new Set(['user', location.target] as const)]
  return Promise.all(
    targets.map(async (target) => {
      const file = join(folderFor({ ...location, target }, folders), name)
      return { file, text: (await files.read(file)) ?? '' }
    }),
  )
}

async function detectBy(
  paths: readonly string[],
  programs: InstallerSpec['programs'],
  { programFolders }: SettingsLocation,
): Promise<Detection> {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.ps1'] : ['']
  const files = programFolders.flatMap((folder) =>
    programs.flatMap((program) => suffixes.map((suffix) => join(folder, program + suffix))),
  )
  for (const sign of [...paths, ...files]) {
    const exists = await stat(sign).catch(() => undefined)
    if (exists) return { found: true, reason: `${sign} exists` }
  }
  return { found: false, reason: `there is no ${paths[0]} and no program "${programs[0]}"` }
}

/** Files that set Claude Code's switch for all hooks to off. Other hosts read that switch too. */
export async function findDisabledHooks(
  paths: readonly string[],
  files: ReadableFiles,
): Promise<Blocker[]> {
  const texts = await Promise.all(paths.map(async (file) => (await files.read(file)) ?? ''))
  return paths
    .filter((file, index) => disablesHooks(file, texts[index] ?? '') === true)
    .map((file) => switchedOffBy('disableAllHooks', file))
}

export const disablesHooks = (file: string, text: string): unknown =>
  memberValue(parseRoot(file, text), 'disableAllHooks')?.value

export function switchedOffBy(setting: string, file: string): Blocker {
  return { problem: `${file} disables hooks with ${setting}`, hint: 'remove that setting' }
}
