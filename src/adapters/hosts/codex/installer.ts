/** What Throughline adds to Codex's settings. */

import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TomlTable } from 'smol-toml'
import type { Blocker, HostEventSpec, SettingsLocation } from '../../../core/ports/host.ts'
import {
  defineInstaller,
  folderFor,
  type HostFolders,
  switchedOffBy,
} from '../shared/define-installer.ts'
import { groupedHooks, hookTimeout, mcpInToml } from '../shared/integrations.ts'
import { parseToml, tomlValueAt } from '../shared/toml-syntax.ts'
import { type HookTrust, type ReviewedHook, reviewOurHooks } from './hook-trust.ts'
import { codexPlugin } from './plugin.ts'
import { additionalContextLimit, codexProtocol } from './protocol.ts'

/** Codex has no personal files in a project: the team shares them. */
const folders: HostFolders = {
  user: ({ configFolder, userHome }) => configFolder || join(userHome, '.codex'),
  project: '.codex',
}

const hooks = groupedHooks(codexProtocol, { timeout: limits })

export const installer = defineInstaller({
  configFolderVariable: 'CODEX_HOME',
  remarks: [
    'Codex runs hooks only after you trust them, and asks again when they change: start codex, type /hooks and trust them.',
  ],
  plugin: codexPlugin(hooks, folders.user),
  folders,
  programs: ['codex'],
  files: (_, folder) => [
    [join(folder, 'hooks.json'), hooks],
    [join(folder, 'config.toml'), mcpServer],
  ],

  async findBlockers(location, files) {
    const textOf = async (file: string) => ((await files.read(file)) ?? '').replace(/^\uFEFF/, '')
    const userFile = join(folders.user(location), 'config.toml')
    const user = parseToml(userFile, await textOf(userFile))
    const folder = folderFor(location, folders)
    const ownFile = join(folder, 'config.toml')
    const own = parseToml(ownFile, await textOf(ownFile))

    const hooksFile = join(folder, 'hooks.json')
    const names = [hooksFile, await realpath(hooksFile).catch(() => hooksFile)] as const
    const trust = tomlValueAt(user, ['hooks', 'state'])
    return [
      ...switchedOff(own, ownFile),
      ...(ownFile === userFile ? [] : switchedOff(user, userFile)),
      ...(location.target === 'project' ? await untrustedFolder(location, user) : []),
      ...untrustedHooks(hooksFile, reviewOurHooks(await textOf(hooksFile), names, trust)),
    ]
  },
})

const mcpServer = mcpInToml(['mcp_servers', 'throughline'])

/** At the end of a session Codex grants 3 s at most. */
function limits(event: HostEventSpec) {
  const takesContext = event.answers && event.name !== 'PreCompact'
  return {
    ...(event.name === 'SessionEnd' ? { timeout: 3 } : hookTimeout(event)),
    ...(takesContext && { additionalContextLimit }),
  }
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

/** The setting's older name is `codex_hooks`. */
function switchedOff(settings: TomlTable, file: string): Blocker[] {
  const name = ['hooks', 'codex_hooks'].find(
    (key) => tomlValueAt(settings, ['features', key]) === false,
  )
  return name === undefined ? [] : [switchedOffBy(`features.${name}`, file)]
}

/** Codex reads a project's settings only if the user has trusted the project or a folder above it. */
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
