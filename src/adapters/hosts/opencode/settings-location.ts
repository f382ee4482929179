/** Where OpenCode looks for plugins and settings, and how we know that it is here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostPlace } from '../../../core/ports/host.ts'
import type { HostSigns } from '../detect.ts'

/** `OPENCODE_CONFIG_DIR` names one more folder to look in; this one moves the folder itself. */
export const configFolderVariable = 'XDG_CONFIG_HOME'

export function pluginFile(place: HostPlace): string {
  return join(folderOf(place), 'plugins', 'throughline.js')
}

/**
 * OpenCode reads two files and merges them; it makes itself the one with comments. Ours is where we
 * are already, or else the one there is.
 */
export function settingsFile(place: HostPlace): string {
  const folder = folderOf(place)
  const plain = join(folder, 'opencode.json')
  const present = [join(folder, 'opencode.jsonc'), plain]
    .map((file) => ({ file, text: textIn(file) }))
    .filter(({ text }) => text !== undefined)
  const ours = present.find(({ text }) => text?.includes('"throughline"'))
  return (ours ?? present[0])?.file ?? plain
}

export function signs(place: HostPlace): HostSigns {
  return {
    paths: [userFolder(place), join(place.projectFolder, '.opencode')],
    programs: ['opencode'],
  }
}

function folderOf(place: HostPlace): string {
  return place.target === 'user' ? userFolder(place) : join(place.projectFolder, '.opencode')
}

function userFolder({ configFolder, userHome }: HostPlace): string {
  return join(configFolder || join(userHome, '.config'), 'opencode')
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
