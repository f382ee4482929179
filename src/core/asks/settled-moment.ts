/** Whether a tool call settled work: a commit, a pull request, a check that failed before and passes. */
import { commandKeys } from '../activity/command-key.ts'
import { toAction } from '../activity/to-action.ts'
import type { Action } from '../model/action.ts'
import type { HostEvent } from '../model/host-event.ts'

export interface Settling {
  readonly kind: 'published' | 'check'
  /** What was run, without what differs between attempts. */
  readonly key: string
}

const published = /^(?:git (?:\S+ ){0,2}commit|gh pr create|glab mr create)\b/
const check =
  /(?:^|[\s:/-])(?:tests?|check|lint|build|typecheck|tsc|vitest|jest|pytest|mypy|ruff|eslint|clippy|vet|spec)(?:$|[\s:./-])/

/** By what the agent ran, never by what it read. A subagent's work is not the session's yet. */
export function settlingBy({ detail, agent, cwd }: HostEvent): Settling | undefined {
  if (detail.kind !== 'tool' || agent) return undefined
  const { toolName, input, output, outcome } = detail
  const { kind, command, ...action } = toAction({ id: '', toolName, input, output, outcome }, cwd)
  if (kind !== 'command' || command === undefined || action.outcome !== 'ok') return undefined
  const keys = commandKeys(command)
  const publishing = keys.find((key) => published.test(key))
  if (publishing !== undefined) return { kind: 'published', key: commandText(command) }
  const checking = keys.find((key) => check.test(key))
  return checking === undefined ? undefined : { kind: 'check', key: checking }
}

/** Two commits are two things, even if they begin alike. */
const commandText = (command: string) => command.replace(/\s+/g, ' ').trim()

/**
 * Whether the check failed when it last ran before. The run itself may be among the actions already.
 * @param actions of the last turns, oldest first
 */
export function hasFailedBefore(key: string, actions: readonly Action[]): boolean {
  const runs = actions.filter(({ command }) => command && commandKeys(command).includes(key))
  const [last, before] = runs.toReversed()
  return last?.outcome === 'failed' || (last?.outcome === 'ok' && before?.outcome === 'failed')
}
