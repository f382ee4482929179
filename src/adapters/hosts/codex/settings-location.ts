/** Where Codex keeps its settings, and how we know that it is here. */
import { join } from 'node:path'
import type { HostPlace } from '../../../core/ports/host.ts'
import type { HostSigns } from '../detect.ts'

export const configFolderVariable = 'CODEX_HOME'

/** It has no personal files in a project: what stands there is everybody's. */
export function hooksFile(place: HostPlace): string {
  return join(folderOf(place), 'hooks.json')
}

export function configFile(place: HostPlace): string {
  return join(folderOf(place), 'config.toml')
}

export function userConfigFile(place: HostPlace): string {
  return join(userFolder(place), 'config.toml')
}

export function signs(place: HostPlace): HostSigns {
  return {
    paths: [userFolder(place), projectFolder(place)],
    programs: ['codex'],
  }
}

function folderOf(place: HostPlace): string {
  return place.target === 'user' ? userFolder(place) : projectFolder(place)
}

function userFolder({ configFolder, userHome }: HostPlace): string {
  return configFolder || join(userHome, '.codex')
}

function projectFolder(place: HostPlace): string {
  return join(place.projectFolder, '.codex')
}
