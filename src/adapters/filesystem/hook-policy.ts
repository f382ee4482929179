/**
 * The part of the configuration that hooks need, in lines that a shell reads without a fork:
 *
 *     mode on|off|ask
 *     deadline 1000
 *     on /a/folder        under `ask`: folders already decided
 *     off /another/folder
 *
 * It caches config.json and is valid only while that file is unchanged. A shell can only compare
 * times, so the policy is dated one second after its config and a second file one second before: any
 * edit, even restoring an older file, falls outside the two.
 */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import type { HomePaths } from '../../home/paths.ts'

export interface HookPolicy {
  readonly mode: 'on' | 'off' | 'ask'
  readonly deadlineMs: number
  readonly folders: ReadonlyMap<string, 'on' | 'off'>
}

export type HookPolicyState =
  | { readonly kind: 'no-config' }
  | { readonly kind: 'current'; readonly policy: HookPolicy }
  | { readonly kind: 'unknown' }

export type PolicyPlace = Pick<HomePaths, 'config' | 'run' | 'hookPolicy'>

/** The shell reads a policy byte by byte; 64 folders take about 1 ms. */
const maxFolders = 64

export function readHookPolicy(place: PolicyPlace): HookPolicyState {
  if (!lstatSync(place.config, { throwIfNoEntry: false })) return { kind: 'no-config' }
  if (!isCurrent(place)) return { kind: 'unknown' }
  const policy = parseHookPolicy(readFileSync(place.hookPolicy, 'utf8'))
  return policy ? { kind: 'current', policy } : { kind: 'unknown' }
}

export function formatHookPolicy(policy: HookPolicy): string {
  const folders = [...policy.folders]
    .filter(([folder]) => !folder.includes('\n'))
    .slice(-maxFolders)
    .map(([folder, decision]) => `${decision} ${folder}\n`)
  return `mode ${policy.mode}\ndeadline ${policy.deadlineMs}\n${folders.join('')}`
}

export function parseHookPolicy(text: string): HookPolicy | undefined {
  const lines = text.split('\n')
  const mode = /^mode (on|off|ask)$/.exec(lines[0] ?? '')?.[1]
  const deadline = /^deadline (\d{1,6})$/.exec(lines[1] ?? '')?.[1]
  if (!mode || !deadline) return undefined
  const folders = new Map<string, 'on' | 'off'>()
  for (const line of lines.slice(2)) {
    if (line.startsWith('on ')) folders.set(line.slice(3), 'on')
    if (line.startsWith('off ')) folders.set(line.slice(4), 'off')
  }
  return { mode: mode as HookPolicy['mode'], deadlineMs: Number(deadline), folders }
}

/** The file dated one second before the config. */
export const policyFloor = (place: PolicyPlace) => `${place.hookPolicy}-floor`

function isCurrent(place: PolicyPlace): boolean {
  const config = modifiedNs(place.config)
  const after = modifiedNs(place.hookPolicy)
  const before = modifiedNs(policyFloor(place))
  if (config === undefined || after === undefined || before === undefined) return false
  return before < config && config < after
}

function modifiedNs(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs
}
