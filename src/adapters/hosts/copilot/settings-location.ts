/** Where Copilot CLI keeps its settings. */
import { join } from 'node:path'
import type { HostPlace } from '../../../core/ports/host.ts'

/** In a project the personal settings, which are not committed; `.github/hooks` is the team's. */
export function hooksFile(place: HostPlace): string {
  return place.target === 'user'
    ? join(userFolder(place), 'hooks', 'throughline.json')
    : join(projectFolder(place), 'settings.local.json')
}

export function sharedSettingsFile(place: HostPlace): string {
  return join(projectFolder(place), 'settings.json')
}

/** It reads a project's `.mcp.json` too, but so does Claude Code. */
export function mcpFile(place: HostPlace): string {
  return place.target === 'user'
    ? join(userFolder(place), 'mcp-config.json')
    : join(place.projectFolder, '.github', 'mcp.json')
}

export function userFolder({ configFolder, userHome }: HostPlace): string {
  return configFolder || join(userHome, '.copilot')
}

export function projectFolder(place: HostPlace): string {
  return join(place.projectFolder, '.github', 'copilot')
}
