/** What keeps Codex from running our hooks: it asks its user first. */
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TomlTable } from 'smol-toml'
import type { HostPlace, Obstacle } from '../../../core/ports/host.ts'
import type { SettingsFiles } from '../../../core/ports/settings-files.ts'
import { parseToml, valueAt } from '../toml-settings/parse-toml.ts'
import { type HookTrust, type ReviewedHook, reviewOurHooks } from './hook-trust.ts'
import { configFile, hooksFile, userConfigFile } from './settings-location.ts'

export async function findObstacles(
  place: HostPlace,
  files: Pick<SettingsFiles, 'read'>,
): Promise<Obstacle[]> {
  const textOf = async (file: string) => ((await files.read(file)) ?? '').replace(/^\uFEFF/, '')
  const userFile = userConfigFile(place)
  const user = parseToml(userFile, await textOf(userFile))
  const ownFile = configFile(place)
  const own = parseToml(ownFile, await textOf(ownFile))

  const hooks = hooksFile(place)
  const names = [hooks, await realpath(hooks).catch(() => hooks)] as const
  const reviewed = reviewOurHooks(await textOf(hooks), names, valueAt(user, ['hooks', 'state']))
  return [
    ...switchedOff(own, ownFile),
    ...(ownFile === userFile ? [] : switchedOff(user, userFile)),
    ...(place.target === 'project' ? await untrustedFolder(place, user) : []),
    ...untrustedHooks(hooks, reviewed),
  ]
}

function untrustedHooks(file: string, hooks: readonly ReviewedHook[]): Obstacle[] {
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
function switchedOff(settings: TomlTable, file: string): Obstacle[] {
  const name = ['hooks', 'codex_hooks'].find(
    (key) => valueAt(settings, ['features', key]) === false,
  )
  if (name === undefined) return []
  return [
    { problem: `${file} switches hooks off by features.${name}`, hint: 'take that setting out' },
  ]
}

/** Of projects it reads those only that lie in a folder which the user has trusted. */
async function untrustedFolder({ projectFolder }: HostPlace, user: TomlTable): Promise<Obstacle[]> {
  const folder = await realpath(projectFolder).catch(() => projectFolder)
  const levels = [...foldersFrom(folder), ...foldersFrom(projectFolder)].map((each) =>
    valueAt(user, ['projects', each, 'trust_level']),
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
