/** Where Claude Code keeps its settings, and how we know that it is here. */
import { join } from 'node:path'
import type { HostPlace } from '../../../core/ports/host.ts'
import type { HostSigns } from '../detect.ts'
import type { MemberPath } from '../json-settings/json-member.ts'

export const configFolderVariable = 'CLAUDE_CONFIG_DIR'

/** In a project the personal file, which is not committed; `settings.json` belongs to the team. */
export function settingsFile(place: HostPlace): string {
  return place.target === 'user'
    ? join(userFolder(place), 'settings.json')
    : join(place.projectFolder, '.claude', 'settings.local.json')
}

/** The client's own notebook; it has a user's MCP servers, and those of one project for one user. */
export function stateFile({ configFolder, userHome }: HostPlace): string {
  return join(configFolder || userHome, '.claude.json')
}

export function mcpServersPath({ target, projectFolder }: HostPlace): MemberPath {
  return target === 'user' ? ['mcpServers'] : ['projects', projectFolder, 'mcpServers']
}

export function signs(place: HostPlace): HostSigns {
  return {
    paths: [userFolder(place), stateFile(place), join(place.projectFolder, '.claude')],
    programs: ['claude'],
  }
}

export function userFolder(place: HostPlace): string {
  return place.configFolder || join(place.userHome, '.claude')
}
