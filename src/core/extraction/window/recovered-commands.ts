/** Commands that failed and passed later: something was found out in between. */

import { commandKeys } from '../../activity/command-key.ts'
import type { Action } from '../../model/action.ts'

/** @returns the keys of those commands */
export function recoveredCommands(actions: readonly Action[]): Set<string> {
  const failed = new Set<string>()
  const recovered = new Set<string>()
  for (const { command = '', outcome } of actions) {
    for (const key of commandKeys(command)) {
      if (outcome === 'failed') failed.add(key)
      else if (failed.has(key)) recovered.add(key)
    }
  }
  return recovered
}

export function runsAnyOf(keys: ReadonlySet<string>, { command = '' }: Action): boolean {
  return commandKeys(command).some((key) => keys.has(key))
}
