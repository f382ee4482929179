/** The hook script in the home folder, as this installation writes it. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type HookTargets, installHook } from '../adapters/filesystem/hook-install.ts'
import { hostProtocols } from '../adapters/hosts/hosts.ts'
import type { HomePaths } from '../home/paths.ts'

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'cjs'

/** The Node entry of the hook, in the form that runs: source or build. */
export const hookEntry = fileURLToPath(new URL(`../entry/hook/main.${extension}`, import.meta.url))

export const hookTargets: HookTargets = {
  node: process.execPath,
  entry: hookEntry,
  answering: hostProtocols.flatMap(({ name, events }) =>
    events.filter(({ answers }) => answers).map((event) => `${name}/${event.name}`),
  ),
}

/** Leaves an existing one alone: the installation it belongs to may outlive this one. */
export function installMissingShim(paths: HomePaths): void {
  if (!existsSync(paths.hook)) installHook(paths, hookTargets)
}
