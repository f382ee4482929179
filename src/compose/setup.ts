/** What setup needs: hosts, their settings files, and the commands they run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hookIsCurrent, installHook } from '../adapters/filesystem/hook-install.ts'
import { openSettingsBackups, settingsFiles } from '../adapters/filesystem/settings-files.ts'
import { findByName, loadHosts } from '../adapters/hosts/hosts.ts'
import { sha256 } from '../adapters/ids.ts'
import { nodeFor } from '../adapters/installed-program/keep-node.ts'
import { commandLauncher, hookLauncher } from '../adapters/installed-program/write-launchers.ts'
import { withLock } from '../adapters/sqlite/connection/process-lock.ts'
import { type HookTrial, type McpTrial, tryHook, tryMcp } from '../adapters/trials/trials.ts'
import { guidance } from '../core/guidance/guidance.ts'
import type { Host, HostConnection, HostEventSpec, McpServerCommand } from '../core/ports/host.ts'
import type { SetupTools } from '../core/setup/connect.ts'
import { hookCommandLine } from '../core/setup/hook-command.ts'
import type { PluginTools } from '../core/setup/plugin.ts'
import type { Environment } from '../home/config.ts'
import { ensureHome } from '../home/ensure-home.ts'
import type { HomePaths } from '../home/paths.ts'
import { isBuilt, packageFolder } from '../home/program-files.ts'
import { createPluginTools, writeHostPlugins } from './host-plugins.ts'
import { hookEntry, targetsOf } from './program/hook-shim.ts'

export { findUnignored } from '../adapters/git/find-unignored.ts'
export type { HookTrial }

export interface Setup {
  readonly hosts: readonly Host[]
  /** @throws ThroughlineError `invalid-input` naming the nearest known host */
  findHost(name: string): Host
  readonly tools: SetupTools
  /** @param env used to find the hosts' programs */
  plugins(env: Environment): PluginTools
  /** Writes our plugins into the home folder. @throws ThroughlineError if this program has none */
  writePlugins(): void
  connection(host: Host): HostConnection
  /** Installs the shim in the home folder. @returns whether anything changed */
  installHook(): boolean
  isHookCurrent(): boolean
  /**
   * Waits until another setup, `remove` or `uninstall` of this home has finished.
   * @throws ThroughlineError if that takes longer than a minute
   */
  alone<T>(work: () => Promise<T>): Promise<T>
  tryHook(host: Host, env: Environment): HookTrial
  tryMcp(env: Environment): Promise<McpTrial>
}

export async function openSetup(paths: HomePaths): Promise<Setup> {
  const hosts = await loadHosts()
  const connection = (host: Host): HostConnection => ({
    command: (event) => hookCommand(paths, host, event),
    mcpServer: mcpServer(paths),
    guidance: guidance.minimal,
  })
  return {
    hosts,
    findHost: (name) => findByName(hosts, name),
    tools: {
      files: settingsFiles,
      backups: openSettingsBackups(join(paths.backups, 'settings')),
      hash: sha256,
    },
    plugins: (env) => createPluginTools(paths, env),
    writePlugins: () => writeHostPlugins(ensureHome(paths.root), hosts, connection),
    connection,
    installHook: () => installHook(ensureHome(paths.root), targetsOf(paths)),
    isHookCurrent: () => hookIsCurrent(paths, targetsOf(paths)),
    alone(work) {
      const message = 'another setup, remove or uninstall is running'
      const options = { patienceMs: 60_000, message, hint: 'run this again when it has finished' }
      return withLock(ensureHome(paths.root).setupLock, options, work)
    },
    tryHook: (host, env) => tryHook(host, connection(host), env),
    tryMcp: (env) => tryMcp(mcpServer(paths), env),
  }
}

/** With absolute paths and this home, because hosts start it in their own environment. */
function mcpServer(paths: HomePaths): McpServerCommand {
  const env = { THROUGHLINE_HOME: paths.root }
  if (isInstalled(paths) && process.platform !== 'win32') {
    return { command: paths.command, args: ['mcp'], env }
  }
  const program = isInstalled(paths) ? commandLauncher(paths) : thisProgram
  return { command: nodeOf(paths), args: [program, 'mcp'], env }
}

const thisProgram = join(packageFolder, 'bin', 'throughline.js')

/**
 * Setup copies a built program into the home, and hosts run the copy. Sources run in place, unless a
 * copy is already installed.
 */
const isInstalled = (paths: HomePaths) => isBuilt || existsSync(paths.versionsInUse)

const nodeOf = (paths: HomePaths) => (isInstalled(paths) ? nodeFor(paths) : process.execPath)

export function hookCommand(
  paths: HomePaths,
  host: Pick<Host, 'name' | 'windowsShell'>,
  event: HostEventSpec,
): string {
  const program = {
    platform: process.platform,
    shim: paths.hook,
    node: nodeOf(paths),
    entry: isInstalled(paths) ? hookLauncher(paths) : hookEntry,
  }
  return hookCommandLine(program, host, event)
}
