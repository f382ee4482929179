/**
 * Who is worth comparing with whom, so that nobody has to be compared with everybody: two that share
 * most of their words share one of their rarest.
 */
import { sharedShare } from '../memory/near-duplicate.ts'
import type { NormalisedStatement } from '../memory/normalise-statement.ts'

export interface Stated {
  readonly statement: NormalisedStatement
}

/** What says the same has the very same names, numbers and conditions. */
export function groupByNames<Item extends Stated>(items: readonly Item[]): Item[][] {
  const groups = Map.groupBy(
    items,
    ({ statement: { limits, anchors } }) => `${limits} ${anchors.join(' ')}`,
  )
  return [...groups.values()]
}

/** Of one of these so many words, as numbers, that two which say the same have one in common. */
export function rarestWords(items: readonly Stated[]): (item: Stated) => number[] {
  const rank = rankWords(items.map(wordsOf))
  return (item) => {
    const words = rank(wordsOf(item))
    return words.slice(0, mostMissing(words.length) + 1)
  }
}

/** The words of one of these lists as numbers, the rarest first. */
export function rankWords(
  lists: readonly (readonly string[])[],
): (words: readonly string[]) => number[] {
  const counts = new Map<string, number>()
  for (const words of lists) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // By how often, then by which came first: in one number, since sorting all of them takes long.
  const ranks = new Map(
    [...counts].map(([word, count], index) => [word, count * counts.size + index]),
  )
  return (words) => words.map((word) => ranks.get(word) ?? 0).sort((a, b) => a - b)
}

/** Those without any have that in common. */
function wordsOf({ statement: { words } }: Stated): readonly string[] {
  return words.length === 0 ? [''] : words
}

/** Of the words of the longer statement so many may be missing in the shorter one. */
function mostMissing(words: number): number {
  return Math.floor(words * (1 - sharedShare))
}
