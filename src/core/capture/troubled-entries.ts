/**
 * What is known about spool entries that made trouble, also after the process died.
 *
 * An entry may end the process. The next process reads one by one what was in hand when it died. If
 * that one dies too, the single entry in its hand is poison. A daemon that is killed and started again
 * at once is no sign of poison: hooks start one at most once a minute.
 *
 * An entry, or the folder it came from, may be unreadable. It is tried again after growing pauses, about
 * five hours in all, and then set aside. A shortage of the whole computer does not count.
 */
import { backOffMs } from '../jobs/back-off.ts'
import type { Clock } from '../ports/runtime.ts'
import {
  type DelayedEntry,
  type EntriesInHand,
  type SpoolEntry,
  triesUntilSetAside,
} from '../ports/spool.ts'
import type { UnreadableNow } from './read-entry.ts'

export interface TroubledEntries {
  isSuspect(entry: SpoolEntry): boolean
  isPoison(entry: SpoolEntry): boolean
  /** Its next try is still to come. */
  isDelayed(entry: SpoolEntry): boolean
  /** From now on these are in hand, and no others. */
  hold(entries: readonly SpoolEntry[]): void
  /** They have been stored, set aside or delayed, and the process survived it. */
  markSafe(entries: readonly SpoolEntry[]): void
  /** @returns false after the last try: nothing is remembered of it any more */
  delay(entry: SpoolEntry, reading: UnreadableNow): boolean
  /** It could be read. */
  forget(entry: SpoolEntry): void
  /** The delayed entry that is tried next. */
  next(): DelayedEntry | undefined
}

const deadlyDeaths = 1
const leastAgeMs = 30_000
const pauses = { firstMs: 2_000, longestMs: 60 * 60_000 }

/** @param waiting all entries of the spool; others are forgotten */
export function openTroubledEntries(
  inHand: EntriesInHand,
  waiting: readonly SpoolEntry[],
  clock: Clock,
): TroubledEntries {
  const { names, deaths: before, delayed: delayedBefore, ageMs } = inHand.read()
  const died = new Set(ageMs < leastAgeMs ? [] : names)
  const deaths = new Map<string, number>()
  const delayed = new Map<string, DelayedEntry>()
  for (const { name } of waiting) {
    const known = before.get(name)
    if (known !== undefined) deaths.set(name, died.has(name) ? known + 1 : known)
    else if (died.has(name)) deaths.set(name, 0)
    const delay = delayedBefore.get(name)
    if (delay) delayed.set(name, delay)
  }
  return {
    isSuspect: ({ name }) => deaths.has(name),
    isPoison: ({ name }) => (deaths.get(name) ?? 0) >= deadlyDeaths,
    isDelayed({ name }) {
      const waitMs = Date.parse(delayed.get(name)?.notBefore ?? '') - clock.now().getTime()
      // A longer wait means that the clock was wrong.
      return waitMs > 0 && waitMs <= pauses.longestMs
    },
    hold: (entries) => inHand.write({ names: entries.map(({ name }) => name), deaths, delayed }),
    markSafe(entries) {
      for (const { name } of entries) deaths.delete(name)
    },
    delay({ name }, { reason, isShortage }) {
      const { tries = 0, faults = 0 } = delayed.get(name) ?? {}
      const now = { tries: tries + 1, faults: isShortage ? faults : faults + 1 }
      if (now.faults >= triesUntilSetAside) return !delayed.delete(name)
      const notBefore = clock.now().getTime() + backOffMs(now.tries, pauses)
      delayed.set(name, { ...now, reason, notBefore: new Date(notBefore).toISOString() })
      return true
    },
    forget: ({ name }) => void delayed.delete(name),
    next: () =>
      [...delayed.values()].reduce<DelayedEntry | undefined>(
        (first, each) => (first && first.notBefore <= each.notBefore ? first : each),
        undefined,
      ),
  }
}
