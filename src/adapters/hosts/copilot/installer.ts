/** What Throughline adds to Copilot CLI's settings. */

import { join } from 'node:path'
import type {
  Blocker,
  HostConnection,
  HostEventSpec,
  HostInstaller,
  SettingsLocation,
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
    'Copilot CLI runs project hooks only in folders that you trust, and in print mode (-p) perhaps not at all; hooks in your home folder always run.',
    'In a project our hooks are in your own .github/copilot/settings.local.json, but our MCP entry is in .github/mcp.json, which is committed unless git ignores it.',
  ],
  detect: (location) =>
    detectBy(
      { paths: [userFolder(location), projectFolder(location)], programs: ['copilot'] },
      location,
    ),
  integrationFiles: (location) => [
    {
      file: hooksFile(location),
      integrations: [location.target === 'user' ? ownHooks : inlineHooks],
    },
    {
      file: mcpFile(location),
      integrations: [jsonEntry('mcp', ['mcpServers', 'throughline'], mcpEntry)],
    },
  ],
  findBlockers,
}

const hooks = {
  host: 'copilot',
  events: copilotEvents,
  timeout: ({ answers }: HostEventSpec) => ({ timeoutSec: answers ? 10 : 5 }),
}
const ownHooks = flatHooks({ ...hooks, version: 1 })
const inlineHooks = flatHooks(hooks)

function mcpEntry({ mcpServer: { command, args, env } }: HostConnection) {
  return { type: 'local', command, args: [...args], env: { ...env }, tools: ['*'] }
}

/** In a project the personal settings, which are not committed; `.github/hooks` is the team's. */
function hooksFile(location: SettingsLocation): string {
  return location.target === 'user'
    ? join(userFolder(location), 'hooks', 'throughline.json')
    : join(projectFolder(location), 'settings.local.json')
}

function sharedSettingsFile(location: SettingsLocation): string {
  return join(projectFolder(location), 'settings.json')
}

/** It reads a project's `.mcp.json` too, but so does Claude Code. */
function mcpFile(location: SettingsLocation): string {
  return location.target === 'user'
    ? join(userFolder(location), 'mcp-config.json')
    : join(location.projectFolder, '.github', 'mcp.json')
}

function userFolder({ configFolder, userHome }: SettingsLocation): string {
  return configFolder || join(userHome, '.copilot')
}

function projectFolder(location: SettingsLocation): string {
  return join(location.projectFolder, '.github', 'copilot')
}

async function findBlockers(
  location: SettingsLocation,
  files: Pick<SettingsFiles, 'read'>,
): Promise<readonly Blocker[]> {
  const looked = [
    hooksFile(location),
    ...(location.target === 'project' ? [sharedSettingsFile(location)] : []),
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
