/** Picks pairs worth comparing: two statements that share most words share one of their rarest. */
import { sharedShare } from '../memory/near-duplicate.ts'
import type { NormalisedStatement } from '../memory/normalise-statement.ts'

export interface Stated {
  readonly statement: NormalisedStatement
}

/** Statements that say the same have the same names, numbers and conditions. */
export function groupByNames<Item extends Stated>(items: readonly Item[]): Item[][] {
  const groups = Map.groupBy(
    items,
    ({ statement: { limits, anchors } }) => `${limits} ${anchors.join(' ')}`,
  )
  return [...groups.values()]
}

/** As many of a statement's rarest words, as numbers, as two that say the same need to share one. */
export function rarestWords(items: readonly Stated[]): (item: Stated) => number[] {
  const rank = rankWords(items.map(wordsOf))
  return (item) => {
    const words = rank(wordsOf(item))
    return words.slice(0, mostMissing(words.length) + 1)
  }
}

/** Turns the words of one of these lists into numbers, rarest first. */
export function rankWords(
  lists: readonly (readonly string[])[],
): (words: readonly string[]) => number[] {
  const counts = new Map<string, number>()
  for (const words of lists) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // Frequency, then order of appearance, in one number: cheap to sort.
  const ranks = new Map(
    [...counts].map(([word, count], index) => [word, count * counts.size + index]),
  )
  return (words) => words.map((word) => ranks.get(word) ?? 0).sort((a, b) => a - b)
}

/** Statements without words count as sharing one. */
function wordsOf({ statement: { words } }: Stated): readonly string[] {
  return words.length === 0 ? [''] : words
}

/** How many words of the longer statement the shorter one may lack. */
const mostMissing = (words: number) => Math.floor(words * (1 - sharedShare))
