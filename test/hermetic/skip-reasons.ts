/** Carries the reasons for skipped tests from the test processes to the summary of the run. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Set for the whole run by the global set-up. */
export const skipReasonsVariable = 'THROUGHLINE_TEST_SKIP_REASONS'

/** @param reason one line, the same for every test it concerns */
export function recordSkipReason(reason: string): void {
  const file = process.env[skipReasonsVariable]
  if (file) appendFileSync(file, `${reason}\n`)
}

/** Each reason once. */
export function readSkipReasons(): string[] {
  const file = process.env[skipReasonsVariable]
  if (!file || !existsSync(file)) return []
  return [...new Set(readFileSync(file, 'utf8').trim().split('\n'))]
}
