/** What wires hosts: their settings, our shim, and how one calls the other. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureHome } from '../adapters/filesystem/ensure-home.ts'
import { hookIsCurrent, installHook } from '../adapters/filesystem/hook-install.ts'
import { openSettingsBackups } from '../adapters/filesystem/settings-backups.ts'
import { settingsFiles } from '../adapters/filesystem/settings-files.ts'
import { findHost, hosts } from '../adapters/hosts/registry.ts'
import { sha256 } from '../adapters/sha256.ts'
import type { HookWiring, Host, HostEventSpec } from '../core/ports/host.ts'
import type { SetupTools } from '../core/setup/install.ts'
import type { HomePaths } from '../home.ts'

export interface Setup {
  readonly hosts: readonly Host[]
  /** @throws ThroughlineError `invalid-input` naming the nearest known host */
  findHost(name: string): Host
  readonly tools: SetupTools
  wiring(host: Host): HookWiring
  /** Puts the shim into the home folder. @returns whether anything had to change */
  installHook(): boolean
  isHookCurrent(): boolean
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'cjs'

/** The Node entry of the hook, in the form that runs: source or build. */
const hookEntry = fileURLToPath(new URL(`../entry/hook/main.${extension}`, import.meta.url))

export function openSetup(paths: HomePaths): Setup {
  const answering = hosts.flatMap(({ events }) => events.filter(({ answers }) => answers))
  const targets = {
    node: process.execPath,
    entry: hookEntry,
    answering: [...new Set(answering.map(({ name }) => name))],
  }
  return {
    hosts,
    findHost,
    tools: {
      files: settingsFiles,
      backups: openSettingsBackups(join(paths.backups, 'settings')),
      hash: sha256,
    },
    wiring: (host) => ({ command: (event) => hookCommand(paths, host, event) }),
    installHook: () => installHook(ensureHome(paths.root), targets),
    isHookCurrent: () => hookIsCurrent(paths, targets),
  }
}

/** The shim by its absolute path; on Windows, which has no sh, Node itself. */
export function hookCommand(paths: HomePaths, host: Host, event: HostEventSpec): string {
  if (process.platform !== 'win32') {
    return `'${paths.hook.replaceAll("'", "'\\''")}' ${host.name} ${event.name}`
  }
  const capture = event.answers ? '' : ' --capture'
  return `"${process.execPath}" "${hookEntry}" ${host.name} ${event.name}${capture}`
}
