/** A run of tests or of a command, and how it ended. */
import type { RunOutcome } from '../../../../src/contract/digest.ts'

const outcomes: Record<RunOutcome, string> = {
  passed: 'passed',
  failed: 'failed',
  fixed: 'failed, then passed',
}

export function describeRun({
  command,
  outcome,
}: {
  command: string
  outcome: RunOutcome
}): string {
  return `\`${command}\` ${outcomes[outcome]}`
}
