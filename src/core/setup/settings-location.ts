/** Where to look for a host's settings, for the user or for one project. */
import type { Host, SettingsLocation, SettingsTarget } from '../ports/host.ts'

export interface HostSurroundings {
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the user's shell looks for programs. */
  readonly programFolders: readonly string[]
}

export function settingsLocation(
  host: Pick<Host, 'configFolderVariable'>,
  target: SettingsTarget,
  projectFolder: string,
  { userHome, env, programFolders }: HostSurroundings,
): SettingsLocation {
  const configFolder = host.configFolderVariable && env[host.configFolderVariable]
  return { target, userHome, projectFolder, programFolders, ...(configFolder && { configFolder }) }
}
