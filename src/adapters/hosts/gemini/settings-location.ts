/** Where Gemini CLI keeps its settings. */
import { join } from 'node:path'
import type { HostPlace } from '../../../core/ports/host.ts'

/** A project has one file only, which is committed or not as the project likes. */
export function settingsFile(place: HostPlace): string {
  return place.target === 'user'
    ? join(userFolder(place), 'settings.json')
    : join(place.projectFolder, '.gemini', 'settings.json')
}

export function userFolder({ configFolder, userHome }: HostPlace): string {
  return join(configFolder || userHome, '.gemini')
}
