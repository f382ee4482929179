/**
 * Finds the event that ends the process. What was in hand when it died is taken in one by one by the
 * next process; an entry that was in hand by itself twice when that happened is poison.
 */
import type { EntriesInHand } from '../ports/entries-in-hand.ts'
import type { SpoolEntry } from '../ports/spool.ts'

export interface Suspects {
  isSuspect(entry: SpoolEntry): boolean
  isPoison(entry: SpoolEntry): boolean
  /** From now on these are in hand, and no others. */
  hold(entries: readonly SpoolEntry[]): void
  acquit(entries: readonly SpoolEntry[]): void
}

const deadlyDeaths = 2

export function openSuspects(inHand: EntriesInHand): Suspects {
  const { names, deaths: before } = inHand.read()
  const deaths = new Map(before)
  const increase = names.length === 1 ? 1 : 0
  for (const name of names) deaths.set(name, (deaths.get(name) ?? 0) + increase)
  return {
    isSuspect: ({ name }) => deaths.has(name),
    isPoison: ({ name }) => (deaths.get(name) ?? 0) >= deadlyDeaths,
    hold: (entries) => inHand.write({ names: entries.map(({ name }) => name), deaths }),
    acquit(entries) {
      for (const { name } of entries) deaths.delete(name)
    },
  }
}
