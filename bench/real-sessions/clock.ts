/**
 * The time of a replay. The sessions are months old, and their order and the gaps between them decide
 * what is due, what is old and what retention deletes. The product reads the time in many places, so
 * `Date` itself is replaced in this process; timers keep real time.
 */
export interface ReplayClock {
  /** Never goes back. */
  moveTo(time: number): void
  advance(milliseconds: number): void
  restore(): void
}

export function replaceClock(start: number): ReplayClock {
  const RealDate = Date
  let now = start
  class ReplayDate extends RealDate {
    constructor(...given: ConstructorParameters<typeof Date> | []) {
      // The real constructor tells a missing time from an undefined one by their number.
      super(...((given.length === 0 ? [now] : given) as [number]))
    }
    static override now(): number {
      return now
    }
  }
  globalThis.Date = ReplayDate as DateConstructor
  return {
    moveTo(time) {
      now = Math.max(now, time)
    },
    advance(milliseconds) {
      now += milliseconds
    },
    restore() {
      globalThis.Date = RealDate
    },
  }
}
