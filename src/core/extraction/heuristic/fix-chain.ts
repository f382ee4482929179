/** A command fails, something is changed, the same command passes. */

import { commandKeys } from '../../activity/command-key.ts'
import type { Action } from '../../model/action.ts'
import type { Exchange } from '../../model/window.ts'

export interface FixChain {
  readonly failed: Action
  readonly changes: readonly Action[]
  readonly passed: Action
  /** Positions of the exchanges in which it failed and passed. */
  readonly from: number
  readonly to: number
  /** The agent had been changing things before it failed: likely its own doing. */
  readonly isOwnDoing: boolean
}

interface Step {
  readonly action: Action
  readonly at: number
}

export function findFixChains(exchanges: readonly Exchange[]): readonly FixChain[] {
  const steps = exchanges.flatMap(({ actions }, at) => actions.map((action) => ({ action, at })))
  const chains: FixChain[] = []
  for (let index = 0; index < steps.length; index++) {
    const end = endOfChain(steps, index)
    const [first, last] = [steps[index], end === undefined ? undefined : steps[end]]
    if (!first || !last || end === undefined) continue
    chains.push(chainOf(steps, index, end, first, last))
    // What fails in between belongs to the same search.
    index = end
  }
  return chains
}

function endOfChain(steps: readonly Step[], index: number): number | undefined {
  const { action: failed } = steps[index] ?? {}
  if (!failed || !isFailedCommand(failed)) return undefined
  const keys = commandKeys(failed.command ?? '')
  const end = steps.findIndex(
    ({ action }, at) => at > index && action.outcome === 'ok' && shares(keys, action),
  )
  return end < 0 ? undefined : end
}

function chainOf(
  steps: readonly Step[],
  index: number,
  end: number,
  first: Step,
  last: Step,
): FixChain {
  const between = steps.slice(index + 1, end).map(({ action }) => action)
  const before = steps.slice(0, index).filter(({ at }) => at === first.at)
  return {
    failed: first.action,
    changes: between.filter(isChange),
    passed: last.action,
    from: first.at,
    to: last.at,
    isOwnDoing: before.some(({ action }) => action.kind === 'edit'),
  }
}

function isFailedCommand({ kind, outcome, command }: Action): boolean {
  return kind === 'command' && outcome === 'failed' && command !== undefined
}

function isChange({ kind, outcome, command }: Action): boolean {
  if (outcome === 'failed') return false
  if (kind === 'edit') return true
  return (
    kind === 'command' &&
    /\b(?:install|add|upgrade|update|config|set|enable|export|chmod|prune|clean)\b/.test(
      command ?? '',
    )
  )
}

function shares(keys: readonly string[], { command }: Action): boolean {
  return command !== undefined && commandKeys(command).some((key) => keys.includes(key))
}
