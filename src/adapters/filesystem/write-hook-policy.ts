/** Writes the hook policy. Separate from reading, so that a hook loads only what it needs. */
import { statSync } from 'node:fs'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'
import { formatHookPolicy, type HookPolicy, type PolicyPlace, policyFloor } from './hook-policy.ts'

const secondMs = 1000

/** When config.json last changed. Call this before reading the file, so as to notice a later edit. */
export function configTime(place: PolicyPlace): Date | undefined {
  return statSync(place.config, { throwIfNoEntry: false })?.mtime
}

/**
 * Saves the policy for the config of that time. Skips a config changed less than two seconds ago:
 * it may change again without a new timestamp.
 * @returns whether it was saved
 */
export function writeHookPolicy(
  place: PolicyPlace,
  policy: HookPolicy,
  madeFrom: Date,
  now: Date,
): boolean {
  const time = madeFrom.getTime()
  if (now.getTime() - time < 2 * secondMs) return false
  makeFolder(place.run)
  const write = (file: string, text: string, modifiedMs: number) =>
    writeFileAtomically(file, text, { mode: 0o600, modifiedAt: new Date(modifiedMs) })
  // In this order, the times of the two files never enclose another config.
  write(place.hookPolicy, formatHookPolicy(policy), time + secondMs)
  write(policyFloor(place), '', time - secondMs)
  return true
}
