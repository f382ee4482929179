/**
 * Finds the event that ends the process. What was in hand when it died is read one by one by the next
 * process; an entry that is in hand by itself when that one dies, too, is poison. A daemon that is
 * killed and started again at once is no sign of poison: hooks start one at most once a minute.
 */
import type { EntriesInHand, SpoolEntry } from '../ports/spool.ts'

export interface Suspects {
  isSuspect(entry: SpoolEntry): boolean
  isPoison(entry: SpoolEntry): boolean
  /** From now on these are in hand, and no others. */
  hold(entries: readonly SpoolEntry[]): void
  acquit(entries: readonly SpoolEntry[]): void
}

const deadlyDeaths = 1
const leastAgeMs = 30_000

/** @param waiting all that is in the spool; what is not there any more is no suspect */
export function openSuspects(inHand: EntriesInHand, waiting: readonly SpoolEntry[]): Suspects {
  const { names, deaths: before, ageMs } = inHand.read()
  const died = new Set(ageMs < leastAgeMs ? [] : names)
  const deaths = new Map<string, number>()
  for (const { name } of waiting) {
    const known = before.get(name)
    if (known !== undefined) deaths.set(name, died.has(name) ? known + 1 : known)
    else if (died.has(name)) deaths.set(name, 0)
  }
  return {
    isSuspect: ({ name }) => deaths.has(name),
    isPoison: ({ name }) => (deaths.get(name) ?? 0) >= deadlyDeaths,
    hold: (entries) => inHand.write({ names: entries.map(({ name }) => name), deaths }),
    acquit(entries) {
      for (const { name } of entries) deaths.delete(name)
    },
  }
}
