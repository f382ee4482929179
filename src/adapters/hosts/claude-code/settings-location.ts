/** Where Claude Code keeps its settings, and how we know that it is here. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostPlace } from '../../../core/ports/host.ts'

export const configFolderVariable = 'CLAUDE_CONFIG_DIR'

/** In a project the personal file, which is not committed; `settings.json` belongs to the team. */
export function settingsFile(place: HostPlace): string {
  return place.target === 'user'
    ? join(userFolder(place), 'settings.json')
    : join(place.projectFolder, '.claude', 'settings.local.json')
}

export async function detectClaudeCode(
  place: HostPlace,
): Promise<{ found: boolean; reason: string }> {
  const signs = [
    userFolder(place),
    join(place.userHome, '.claude.json'),
    join(place.projectFolder, '.claude'),
  ]
  for (const sign of signs) {
    if (await exists(sign)) return { found: true, reason: `${sign} exists` }
  }
  return { found: false, reason: `there is no ${userFolder(place)}` }
}

function userFolder(place: HostPlace): string {
  return place.configFolder || join(place.userHome, '.claude')
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
