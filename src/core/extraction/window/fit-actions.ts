/** Fits an agent's actions into a number of characters. */
import { commandKeys } from '../../activity/command-line.ts'
import { isFailedCommand } from '../../activity/to-action.ts'
import type { Action } from '../../model/host-event.ts'
import { keepEnds } from '../../text/shorten.ts'

const mostCommandCharacters = 500

/**
 * As many actions as fit, then their output. The most informative are kept first, the newest among
 * equals; the result is in order.
 */
export function fitActions(actions: readonly Action[], most: number): Action[] {
  const short = actions.map(shortened)
  const kept = new Map<Action, Action>()
  let left = most
  for (const action of mostTellingFirst(short)) {
    const bare = { ...action, output: '' }
    if (charactersIn(bare) > left) continue
    kept.set(action, bare)
    left -= charactersIn(bare)
  }
  for (const action of kept.keys()) {
    if (!tellsByOutput(action) || action.output.length > left) continue
    kept.set(action, action)
    left -= action.output.length
  }
  return short.flatMap((action) => kept.get(action) ?? [])
}

function charactersIn({ toolName, command, files, output }: Action): number {
  return [toolName, command ?? '', ...files, output].join('').length
}

function shortened(action: Action): Action {
  const { command } = action
  return { ...action, command: command && keepEnds(command, mostCommandCharacters) }
}

function mostTellingFirst(actions: readonly Action[]): Action[] {
  const recovered = recoveredCommands(actions)
  const ranked = actions.map((action) => ({ action, rank: rankOf(action, recovered) }))
  return ranked
    .toReversed()
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ action }) => action)
}

function rankOf(action: Action, recovered: ReadonlySet<string>): number {
  if (action.outcome === 'failed' || runsAnyOf(recovered, action)) return 0
  if (action.kind === 'edit') return 1
  return action.kind === 'command' ? 2 : 3
}

/** Files and pages can be read again, so their text is left out. */
function tellsByOutput({ kind, outcome }: Action): boolean {
  return outcome === 'failed' || kind === 'command' || kind === 'agent' || kind === 'other'
}

/** Keys of commands that failed and later passed: something was learned in between. */
export function recoveredCommands(actions: readonly Action[]): Set<string> {
  const failed = new Set<string>()
  const recovered = new Set<string>()
  for (const action of actions) {
    for (const key of commandKeys(action.command ?? '')) {
      if (isFailedCommand(action)) failed.add(key)
      else if (failed.has(key)) recovered.add(key)
    }
  }
  return recovered
}

function runsAnyOf(keys: ReadonlySet<string>, { command = '' }: Action): boolean {
  return commandKeys(command).some((key) => keys.has(key))
}
