/** What Throughline adds to Copilot CLI's settings. */

import { join } from 'node:path'
import type {
  HostEventSpec,
  HostInstaller,
  HostPlace,
  HostWiring,
  Obstacle,
} from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { detectBy } from '../shared/detect.ts'
import { flatHooks, jsonEntry } from '../shared/integrations.ts'
import { memberValue, parseRoot } from '../shared/json-document.ts'
import { copilotEvents } from './protocol.ts'

export const installer: HostInstaller = {
  configFolderVariable: 'COPILOT_HOME',
  remarks: [],
  projectRemarks: [
    'Copilot CLI runs the hooks of a project only in folders that you trust, and in print mode (-p) it may not run them at all; those in your home folder always run.',
    'In a project our hooks are in your own .github/copilot/settings.local.json, but our MCP entry is in .github/mcp.json, which is committed unless you have git ignore it.',
  ],
  detect: (place) =>
    detectBy({ paths: [userFolder(place), projectFolder(place)], programs: ['copilot'] }, place),
  wiredFiles: (place) => [
    { file: hooksFile(place), wires: [place.target === 'user' ? ownHooks : inlineHooks] },
    { file: mcpFile(place), wires: [jsonEntry('mcp', ['mcpServers', 'throughline'], mcpEntry)] },
  ],
  findObstacles,
}

const hooks = {
  host: 'copilot',
  events: copilotEvents,
  timeout: ({ answers }: HostEventSpec) => ({ timeoutSec: answers ? 10 : 5 }),
}
const ownHooks = flatHooks({ ...hooks, version: 1 })
const inlineHooks = flatHooks(hooks)

function mcpEntry({ mcpServer: { command, args, env } }: HostWiring) {
  return { type: 'local', command, args: [...args], env: { ...env }, tools: ['*'] }
}

/** In a project the personal settings, which are not committed; `.github/hooks` is the team's. */
function hooksFile(place: HostPlace): string {
  return place.target === 'user'
    ? join(userFolder(place), 'hooks', 'throughline.json')
    : join(projectFolder(place), 'settings.local.json')
}

function sharedSettingsFile(place: HostPlace): string {
  return join(projectFolder(place), 'settings.json')
}

/** It reads a project's `.mcp.json` too, but so does Claude Code. */
function mcpFile(place: HostPlace): string {
  return place.target === 'user'
    ? join(userFolder(place), 'mcp-config.json')
    : join(place.projectFolder, '.github', 'mcp.json')
}

function userFolder({ configFolder, userHome }: HostPlace): string {
  return configFolder || join(userHome, '.copilot')
}

function projectFolder(place: HostPlace): string {
  return join(place.projectFolder, '.github', 'copilot')
}

async function findObstacles(
  place: HostPlace,
  files: Pick<SettingsFiles, 'read'>,
): Promise<readonly Obstacle[]> {
  const looked = [
    hooksFile(place),
    ...(place.target === 'project' ? [sharedSettingsFile(place)] : []),
  ]
  const found = await Promise.all(
    looked.map(async (file) => ({ file, text: (await files.read(file)) ?? '' })),
  )
  return found.filter(switchesOff).map(({ file }) => ({
    problem: `${file} switches hooks off by disableAllHooks`,
    hint: 'take that setting out',
  }))
}

function switchesOff({ file, text }: { file: string; text: string }): boolean {
  return memberValue(parseRoot(file, text), 'disableAllHooks')?.value === true
}
