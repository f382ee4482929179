/** Fits what was done into so many characters: as much of it as possible, then what it put out. */
import type { Action } from '../../model/action.ts'
import { keepEnds } from './keep-ends.ts'
import { recoveredCommands, runsAnyOf } from './recovered-commands.ts'

const mostCommandCharacters = 500

/** In order; those that tell most are kept first, and among equals the newest. */
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

export function charactersIn({ toolName, command, files, output }: Action): number {
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

/** The files it read and the pages it found are there to be read again. */
function tellsByOutput({ kind, outcome }: Action): boolean {
  return outcome === 'failed' || kind === 'command' || kind === 'agent' || kind === 'other'
}
