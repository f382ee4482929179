/** A clock that stands still until the test moves it. */
import type { Clock } from '../../../src/core/ports/runtime.ts'

export interface TestClock extends Clock {
  set(iso: string): void
  advance(ms: number): void
}

export function createTestClock(start = '2026-01-02T03:04:05.000Z'): TestClock {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    set(iso) {
      time = Date.parse(iso)
    },
    advance(ms) {
      time += ms
    },
  }
}
