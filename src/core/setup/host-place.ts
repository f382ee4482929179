/** Where a host's settings are, for the user or for one folder. */
import type { Host, HostPlace, SettingsTarget } from '../ports/host.ts'

export interface HostSurroundings {
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export function hostPlace(
  host: Host,
  target: SettingsTarget,
  projectFolder: string,
  { userHome, env }: HostSurroundings,
): HostPlace {
  const configFolder = host.configFolderVariable && env[host.configFolderVariable]
  return { target, userHome, projectFolder, ...(configFolder && { configFolder }) }
}
