/** Writes the hooks' policy; apart from reading it, so that a hook loads only what it needs. */
import { statSync } from 'node:fs'
import { makeFolder } from '../../home/make-folder.ts'
import { writeFileAtomically } from '../../home/write-atomic.ts'
import { formatHookPolicy, type HookPolicy, type PolicyPlace, policyFloor } from './hook-policy.ts'

const secondMs = 1000

/** When config.json last changed. Ask before reading it, so that a later edit is noticed. */
export function configTime(place: PolicyPlace): Date | undefined {
  return statSync(place.config, { throwIfNoEntry: false })?.mtime
}

/**
 * Keeps the policy made from the config of that time. A config that changed less than two seconds
 * ago may change again without its time showing it, so what was made from it is not kept.
 * @returns whether it was kept
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
  // In this order the two never enclose a config other than the policy's.
  write(place.hookPolicy, formatHookPolicy(policy), time + secondMs)
  write(policyFloor(place), '', time - secondMs)
  return true
}
