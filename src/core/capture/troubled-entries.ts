/**
 * Remembers spool entries that caused trouble, even after the process died.
 *
 * An entry may kill the process. The next process reads the entries in hand at its death one by
 * one. If that process dies too, the single entry in its hand is poison. A daemon that is killed
 * and restarted at once does not indicate poison: hooks start a daemon at most once a minute.
 *
 * An entry, or its folder, may be unreadable. It is retried after growing pauses, about five hours
 * in total, and then set aside. A shortage of the whole computer does not count.
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
  /** Whether its next attempt is still due. */
  isDelayed(entry: SpoolEntry): boolean
  /** Replaces the entries in hand. */
  hold(entries: readonly SpoolEntry[]): void
  /** The entries were stored, set aside or delayed, and the process survived. */
  markSafe(entries: readonly SpoolEntry[]): void
  /** @returns false after the last attempt, when nothing about the entry is remembered any more */
  delay(entry: SpoolEntry, reading: UnreadableNow): boolean
  /** Called when the entry was read. */
  forget(entry: SpoolEntry): void
  /** The next delayed entry. */
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
