/** What Throughline adds to Codex's settings. */

import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TomlTable } from 'smol-toml'
import type {
  Blocker,
  HostConnection,
  HostEventSpec,
  HostInstaller,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { detectBy, type HostSigns } from '../shared/detect.ts'
import { groupedHooks, tomlTable } from '../shared/integrations.ts'
import { parseToml, tomlValueAt } from '../shared/toml-syntax.ts'
import { type HookTrust, type ReviewedHook, reviewOurHooks } from './hook-trust.ts'
import { additionalContextLimit, codexEvents, eventsTakingContext } from './protocol.ts'

export const installer: HostInstaller = {
  configFolderVariable: 'CODEX_HOME',
  remarks: [
    'Codex runs hooks only once you have trusted them, and again after they change: start codex, type /hooks and trust them.',
  ],
  detect: (location) => detectBy(signs(location), location),
  integrationFiles: (location) => [
    { file: hooksFile(location), integrations: [hooks] },
    {
      file: configFile(location),
      integrations: [tomlTable('mcp', ['mcp_servers', 'throughline'], mcpServer)],
    },
  ],
  findBlockers,
}

const hooks = groupedHooks({ host: 'codex', events: codexEvents, timeout: limits })

/** More than 3 s is not granted at the end of a session. */
function limits({ name, answers }: HostEventSpec) {
  return {
    timeout: name === 'SessionEnd' ? 3 : answers ? 10 : 5,
    ...(eventsTakingContext.includes(name) && { additionalContextLimit }),
  }
}

function mcpServer({ mcpServer: { command, args, env } }: HostConnection) {
  return { command, args: [...args], env: { ...env } }
}

/** Codex has no personal files in a project: the team shares them. */
function hooksFile(location: SettingsLocation): string {
  return join(folderOf(location), 'hooks.json')
}

function configFile(location: SettingsLocation): string {
  return join(folderOf(location), 'config.toml')
}

function userConfigFile(location: SettingsLocation): string {
  return join(userFolder(location), 'config.toml')
}

function signs(location: SettingsLocation): HostSigns {
  return {
    paths: [userFolder(location), projectFolder(location)],
    programs: ['codex'],
  }
}

function folderOf(location: SettingsLocation): string {
  return location.target === 'user' ? userFolder(location) : projectFolder(location)
}

function userFolder({ configFolder, userHome }: SettingsLocation): string {
  return configFolder || join(userHome, '.codex')
}

function projectFolder(location: SettingsLocation): string {
  return join(location.projectFolder, '.codex')
}

/** Codex runs no hook that its user has not trusted. */
async function findBlockers(
  location: SettingsLocation,
  files: Pick<SettingsFiles, 'read'>,
): Promise<Blocker[]> {
  const textOf = async (file: string) => ((await files.read(file)) ?? '').replace(/^\uFEFF/, '')
  const userFile = userConfigFile(location)
  const user = parseToml(userFile, await textOf(userFile))
  const ownFile = configFile(location)
  const own = parseToml(ownFile, await textOf(ownFile))

  const hooks = hooksFile(location)
  const names = [hooks, await realpath(hooks).catch(() => hooks)] as const
  const reviewed = reviewOurHooks(await textOf(hooks), names, tomlValueAt(user, ['hooks', 'state']))
  return [
    ...switchedOff(own, ownFile),
    ...(ownFile === userFile ? [] : switchedOff(user, userFile)),
    ...(location.target === 'project' ? await untrustedFolder(location, user) : []),
    ...untrustedHooks(hooks, reviewed),
  ]
}

function untrustedHooks(file: string, hooks: readonly ReviewedHook[]): Blocker[] {
  return (['unknown', 'changed', 'off'] as const).flatMap((trust) => {
    const events = hooks.filter((hook) => hook.trust === trust).map(({ event }) => event)
    if (events.length === 0) return []
    const which = events.length === hooks.length ? '' : ` for ${events.join(', ')}`
    const [why, hint] = reasons[trust]
    return [{ problem: `Codex does not run our hooks${which} in ${file}: ${why}`, hint }]
  })
}

const reasons: Readonly<Record<Exclude<HookTrust, 'trusted'>, readonly [string, string]>> = {
  unknown: ['you have not trusted them yet', 'start codex, type /hooks and trust them'],
  changed: ['they have changed since you trusted them', 'start codex, type /hooks and trust them'],
  off: ['they are switched off', 'start codex, type /hooks and switch them on'],
}

/** `codex_hooks` is what the switch was called before. */
function switchedOff(settings: TomlTable, file: string): Blocker[] {
  const name = ['hooks', 'codex_hooks'].find(
    (key) => tomlValueAt(settings, ['features', key]) === false,
  )
  if (name === undefined) return []
  return [
    { problem: `${file} switches hooks off by features.${name}`, hint: 'take that setting out' },
  ]
}

/** Of projects it reads those only that lie in a folder which the user has trusted. */
async function untrustedFolder(
  { projectFolder }: SettingsLocation,
  user: TomlTable,
): Promise<Blocker[]> {
  const folder = await realpath(projectFolder).catch(() => projectFolder)
  const levels = [...foldersFrom(folder), ...foldersFrom(projectFolder)].map((each) =>
    tomlValueAt(user, ['projects', each, 'trust_level']),
  )
  if (levels.find((level) => level !== undefined) === 'trusted') return []
  return [
    {
      problem: `Codex does not read ${projectFolder}/.codex: you have not trusted the folder`,
      hint: 'start codex there and trust the folder',
    },
  ]
}

function foldersFrom(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersFrom(above)]
}
