/** Lists commands and test runs once each, with their final outcome. */
import type { DigestRun, RunOutcome, TestRun } from '../../contract/digest.ts'
import { isTestRun } from '../activity/checks.ts'
import { commandsIn } from '../activity/command-line.ts'
import { wasRefused } from '../activity/refusal.ts'
import type { Action } from '../model/action.ts'
import { shorten } from '../text/shorten.ts'
import { type TestCounts, testCounts } from './test-counts.ts'

const mostCommandCharacters = 100
const mostRuns = 40

export interface Runs {
  readonly tests: TestRun[]
  readonly commands: DigestRun[]
}

export function runsOf(actions: readonly Action[]): Runs {
  const runs = actions.flatMap(toRun)
  return {
    tests: mergeRuns(runs.filter(({ isTest }) => isTest).map(({ run }) => run)),
    commands: mergeRuns(runs.filter(({ isTest }) => !isTest).map(({ run }) => run)),
  }
}

function toRun({ id, command, outcome, output }: Action) {
  const parts = commandsIn(command ?? '')
  if (parts.length === 0 || (outcome === 'failed' && wasRefused(output))) return []
  const isTest = parts.some(isTestRun)
  const counts = isTest ? testCounts(output) : undefined
  const run: TestRun = {
    command: shorten(parts.join(' && '), mostCommandCharacters),
    outcome: outcome === 'failed' || reportsFailures(counts) ? 'failed' : 'passed',
    ...(counts?.passed !== undefined && { passed: counts.passed }),
    ...(counts?.failed !== undefined && counts.failed > 0 && { failed: counts.failed }),
    cites: [id],
  }
  return [{ isTest, run }]
}

/** A pipe hides the exit code, and some hosts do not report it. */
function reportsFailures(counts: TestCounts | undefined): boolean {
  return counts !== undefined && counts.failed !== 0
}

/** @param runs oldest first */
export function mergeRuns<Each extends DigestRun>(runs: readonly Each[]): Each[] {
  const merged = new Map<string, Each>()
  for (const run of runs) {
    const before = merged.get(run.command)
    merged.delete(run.command)
    merged.set(run.command, {
      ...run,
      outcome: outcomeAfter(before?.outcome, run.outcome),
      cites: lastCites([...(before?.cites ?? []), ...run.cites]),
    })
  }
  return [...merged.values()].slice(-mostRuns)
}

function outcomeAfter(before: RunOutcome | undefined, now: RunOutcome): RunOutcome {
  return now === 'passed' && before !== undefined && before !== 'passed' ? 'fixed' : now
}

const mostCites = 3

/** The last ones show how it ended. */
export function lastCites(ids: readonly string[]): string[] {
  return [...new Set(ids)].slice(-mostCites)
}
