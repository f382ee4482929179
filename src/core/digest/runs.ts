/** Lists each command and test run once, with its final outcome. */
import type { DigestRun, RunOutcome, TestRun } from '../../contract/digest.ts'
import { isTestRun } from '../activity/checks.ts'
import { commandsIn } from '../activity/command-line.ts'
import { wasRefused } from '../activity/tool-output.ts'
import type { Action } from '../model/host-event.ts'
import { shorten } from '../text/shorten.ts'

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
  const hasFailed = outcome === 'failed' || reportsFailures(counts)
  const run: TestRun = {
    command: shorten(parts.join(' && '), mostCommandCharacters),
    outcome: hasFailed ? 'failed' : 'passed',
    ...(counts?.passed !== undefined && { passed: counts.passed }),
    ...(counts?.failed !== undefined && counts.failed > 0 && { failed: counts.failed }),
    ...(hasFailed && { failures: 1 }),
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
    const failures = (before?.failures ?? 0) + (run.failures ?? 0)
    merged.delete(run.command)
    merged.set(run.command, {
      ...run,
      outcome: outcomeAfter(before?.outcome, run.outcome),
      ...(failures > 0 && { failures }),
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

interface TestCounts {
  readonly passed: number | undefined
  readonly failed: number | undefined
}

/**
 * Reads from a test runner's output how many tests passed and failed. Counts are undefined if it
 * only says that some failed; the result is undefined if it says nothing.
 */
export function testCounts(output: string): TestCounts | undefined {
  for (const read of readers) {
    const counts = read(output)
    if (counts) return counts
  }
  return /^\s*(?:--- )?FAIL\b/m.test(output) ? { passed: undefined, failed: undefined } : undefined
}

const readers: readonly ((output: string) => TestCounts | undefined)[] = [
  function vitestAndJest(output) {
    const line = /^\s*Tests:?\s+(.*\d+ (?:passed|failed|total).*)$/m.exec(output)?.[1]
    return line === undefined ? undefined : inWords(line)
  },
  function cargo(output) {
    const passed = sumOf(output, /test result: \w+\. (\d+) passed;/g)
    return counts(passed, sumOf(output, /passed; (\d+) failed/g))
  },
  function maven(output) {
    const summary = output.slice(output.lastIndexOf('Tests run:'))
    return ofTotal(
      sumOf(summary, /Tests run: (\d+)/g),
      sumOf(summary, /(?:Failures|Errors): (\d+)/g),
    )
  },
  function dotnet(output) {
    const passed = sumOf(output, /Failed:\s+\d+, Passed:\s+(\d+)/g)
    return counts(passed, sumOf(output, /Failed:\s+(\d+), Passed:/g))
  },
  function phpunit(output) {
    const bad = sumOf(output, /(?:Errors|Failures): (\d+)/g)
    return ofTotal(sumOf(output, /^(?:OK \(|Tests: )(\d+)(?: tests?)?, (?:A|\d+ a)ssertion/gm), bad)
  },
  function rspecExunitAndGradle(output) {
    const total = sumOf(output, /(\d+) (?:examples?|tests?)(?:,| completed,) \d+ fail/g)
    return ofTotal(total, sumOf(output, /(?:examples?|tests?|completed), (\d+) fail/g))
  },
  function node(output) {
    return counts(sumOf(output, /^\W+ pass (\d+)$/gm), sumOf(output, /^\W+ fail (\d+)$/gm))
  },
  function unittest(output) {
    return ofTotal(
      sumOf(output, /^Ran (\d+) tests? in/gm),
      sumOf(output, /(?:failures|errors)=(\d+)/g),
    )
  },
  /** pytest, Mocha, Playwright and many others. */
  inWords,
]

function inWords(text: string): TestCounts | undefined {
  const passed = lastOf(text, /(\d+) (?:tests? )?pass(?:ed|ing)\b/g)
  const failed = lastOf(text, /(\d+) (?:tests? )?fail(?:ed|ing)\b/g)
  if (passed === undefined && failed === undefined) return undefined
  return { passed, failed: failed ?? 0 }
}

function counts(passed: number | undefined, failed = 0): TestCounts | undefined {
  return passed === undefined ? undefined : { passed, failed }
}

function ofTotal(total: number | undefined, failed = 0): TestCounts | undefined {
  return total === undefined ? undefined : { passed: Math.max(0, total - failed), failed }
}

const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number))

const lastOf = (text: string, pattern: RegExp) => numbersIn(text, pattern).at(-1)

/** Several crates or modules report one after another. */
function sumOf(text: string, pattern: RegExp): number | undefined {
  const numbers = numbersIn(text, pattern)
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0)
}
