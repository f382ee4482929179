/** Our plugins for the hosts: written into the home, installed by the hosts' programs. */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { openSettingsBackups, settingsFiles } from '../adapters/filesystem/settings-files.ts'
import { sha256 } from '../adapters/ids.ts'
import { hasPlugins, writePlugins } from '../adapters/installed-program/write-launchers.ts'
import { findCommand, runCommand } from '../adapters/programs.ts'
import { ThroughlineError } from '../contract/errors.ts'
import type {
  Host,
  HostCommand,
  HostConnection,
  HostPlugin,
  HostPrograms,
} from '../core/ports/host.ts'
import { type HostSurroundings, settingsLocation } from '../core/setup/inspect-host.ts'
import { findPlugin, type PluginTools } from '../core/setup/plugin.ts'
import type { Environment } from '../home/config.ts'
import type { HomePaths } from '../home/paths.ts'
import { packageFolder } from '../home/program-files.ts'
import { tryTo } from '../home/try-to.ts'

type HostConnections = (host: Host) => HostConnection

const limitMs = 120_000

export function createPluginTools(paths: HomePaths, env: Environment): PluginTools {
  const folderOf = ({ folder }: HostPlugin) => join(paths.plugin, folder)
  return {
    files: settingsFiles,
    hash: sha256,
    backups: openSettingsBackups(join(paths.backups, 'plugins')),
    programs: hostPrograms(paths, env),
    folderOf,
    isOurs: (plugin, { folder }) => isSameFolder(folder, folderOf(plugin)),
  }
}

/** Some hosts resolve links before they record where a plugin is. */
function isSameFolder(one: string, other: string): boolean {
  return tryTo(() => realpathSync(one) === realpathSync(other)) ?? false
}

/** @throws ThroughlineError `not-found` if this program has no plugins */
export function writeHostPlugins(
  paths: HomePaths,
  hosts: readonly Host[],
  connection: HostConnections,
): void {
  const files = hosts.flatMap((host) =>
    Object.entries(host.plugin?.files ?? {}).map(
      ([path, render]) => [path, render(connection(host))] as const,
    ),
  )
  writePlugins(paths, packageFolder, new Map(files))
}

export function mustKeepPlugins({ plugin }: HomePaths): boolean {
  return existsSync(plugin) && hasPlugins(packageFolder)
}

/** @returns the names of agents with an old copy, because their program failed */
export async function updateHostPlugins(
  hosts: readonly Host[],
  tools: PluginTools,
  surroundings: HostSurroundings,
): Promise<string[]> {
  const stale: string[] = []
  for (const host of hosts) {
    const location = settingsLocation(host, 'user', surroundings.userHome, surroundings)
    const found = await findPlugin(host, location, tools)
    if (!host.plugin?.updateCommands || !found?.isOurs) continue
    try {
      for (const command of host.plugin.updateCommands)
        await tools.programs.run(host.plugin.program, command)
    } catch (error) {
      if (!(error instanceof ThroughlineError)) throw error
      stale.push(host.displayName)
    }
  }
  return stale
}

/** Runs in our own folder, because some programs trust the folder in which they start. */
function hostPrograms(paths: HomePaths, env: Environment): HostPrograms {
  return {
    isThere: (program) => findCommand(program, env) !== undefined,
    async run(program, command) {
      const file = findCommand(program, env)
      if (file === undefined) {
        throw new ThroughlineError('not-found', `there is no program "${program}" on your PATH`, {
          hint: `run this where ${program} can be called`,
        })
      }
      const { args, input = '' } = command
      const run = { file, args, env, folder: paths.plugin, input, mostBytes: 1024 * 1024 }
      const limit = AbortSignal.timeout(limitMs)
      const result = await runCommand(run, limit).catch((cause: unknown) => {
        const why = limit.aborted ? `took longer than ${limitMs / 1000} s` : String(cause)
        throw failed(program, command, why, cause)
      })
      if (result.code !== 0) throw failed(program, command, reasonIn(result))
    },
  }
}

function failed(program: string, { args }: HostCommand, why: string, cause?: unknown) {
  const said = `${program} ${args.join(' ')} failed: ${why}`
  return new ThroughlineError('conflict', said, {
    hint: 'run that command yourself to see more, or leave out --plugin',
    cause,
  })
}

/** The last line has the error; warnings precede it. */
function reasonIn({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) {
  const lines = stripVTControlCharacters(`${stdout}\n${stderr}`)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.at(-1)?.slice(0, 300) ?? 'no reason given'
}
