/** Where a host's settings are, for the user or for one folder. */
import type { Host, HostPlace, SettingsTarget } from '../ports/host.ts'

export interface HostSurroundings {
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the user's shell looks for programs. */
  readonly programFolders: readonly string[]
}

export function hostPlace(
  host: Pick<Host, 'configFolderVariable'>,
  target: SettingsTarget,
  projectFolder: string,
  { userHome, env, programFolders }: HostSurroundings,
): HostPlace {
  const configFolder = host.configFolderVariable && env[host.configFolderVariable]
  return { target, userHome, projectFolder, programFolders, ...(configFolder && { configFolder }) }
}
