/** The hook script in the home folder, as this installation writes it. */
import { existsSync } from 'node:fs'
import { type HookTargets, installHook } from '../../adapters/filesystem/hook-install.ts'
import { hostProtocols } from '../../adapters/hosts/hosts.ts'
import { nodeFor } from '../../adapters/installed-program/keep-node.ts'
import type { HostEventSpec } from '../../core/ports/host.ts'
import type { HomePaths } from '../../home/paths.ts'
import { builtFile } from '../../home/program-files.ts'

export const hookEntry = builtFile('entry/hook/main.cjs')

export const hookTargets: HookTargets = {
  node: process.execPath,
  entry: hookEntry,
  answering: eventsThat(({ answers }) => answers),
  touching: eventsThat(({ answersAtFile = false }) => answersAtFile),
  using: eventsThat(({ answersAtTool, isOnlyAsked }) => answersAtTool === true && !isOnlyAsked),
  announcing: eventsThat(({ isOnlyAsked = false }) => isOnlyAsked),
  guarding: eventsThat(({ guardsTool, answersAtTool }) => guardsTool === true && !answersAtTool),
  settling: eventsThat(({ answersIfSettled = false }) => answersIfSettled),
  failing: eventsThat(({ answersIfFailed = false }) => answersIfFailed),
}

function eventsThat(fit: (event: HostEventSpec) => boolean): string[] {
  return hostProtocols.flatMap(({ name, events }) =>
    events.filter(fit).map((event) => `${name}/${event.name}`),
  )
}

/** If a version is installed in this home, hooks run the version in use. */
export function targetsOf(paths: HomePaths): HookTargets {
  const { versions, versionsInUse } = paths
  if (!existsSync(versionsInUse)) return hookTargets
  return { ...hookTargets, node: nodeFor(paths), versions }
}

/** Keeps an existing shim, whose installation may outlive this one. */
export function installMissingShim(paths: HomePaths): void {
  if (!existsSync(paths.hook)) installHook(paths, targetsOf(paths))
}
