/**
 * Finds statements that say the same or the opposite without comparing every pair: two statements
 * that share most words share one of their rarest.
 */

import { affirm, type NormalisedStatement } from '../memory/normalise-statement.ts'
import { compareRead, sameness, saysSame } from '../memory/sameness.ts'
import type { Memory } from '../model/memory.ts'
import type { Said } from './run.ts'

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

/** The rarest words of a statement, as numbers: two that say the same share at least one. */
export function rarestWords(items: readonly Stated[]): (item: Stated) => number[] {
  const rank = rankWords(items.map(wordsOf))
  return (item) => {
    const words = rank(wordsOf(item))
    return words.slice(0, mostMissing(words.length) + 1)
  }
}

/** Numbers the words of these lists, rarest first. */
export function rankWords(
  lists: readonly (readonly string[])[],
): (words: readonly string[]) => number[] {
  const counts = new Map<string, number>()
  for (const words of lists) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // Frequency, then order of appearance, in one number that is cheap to sort.
  const ranks = new Map(
    [...counts].map(([word, count], index) => [word, count * counts.size + index]),
  )
  return (words) => words.map((word) => ranks.get(word) ?? 0).sort((a, b) => a - b)
}

/** Statements without words share the empty one. */
function wordsOf({ statement: { words } }: Stated): readonly string[] {
  return words.length === 0 ? [''] : words
}

/** How many words of the longer statement the shorter one may lack. */
const mostMissing = (words: number) => Math.floor(words * (1 - sameness.same))

/** Comparisons per memory, starting with those that share its rarest words. */
const mostCompared = 5_000

interface Group {
  readonly first: Said
  readonly members: Memory[]
  key: string | undefined
}

/** Each memory joins the first group that says the same. A group has at most one key. */
export function groupSame(ordered: readonly Said[]): Memory[][] {
  const tell = rarestWords(ordered)
  const groups: Group[] = []
  const byWord = new Map<number, number[]>()
  for (const said of ordered) {
    const { memory } = said
    const words = tell(said)
    const group = findGroup(said, words, groups, byWord)
    if (group) {
      group.members.push(memory)
      group.key ??= memory.key
      continue
    }
    for (const word of words) {
      const indexes = byWord.get(word) ?? []
      if (indexes.push(groups.length) === 1) byWord.set(word, indexes)
    }
    groups.push({ first: said, members: [memory], key: memory.key })
  }
  return groups.map(({ members }) => members)
}

/** Compares only with groups whose first member shares one of the words. */
function findGroup(
  said: Said,
  words: readonly number[],
  groups: readonly Group[],
  byWord: ReadonlyMap<number, readonly number[]>,
): Group | undefined {
  let first = groups.length
  let compared = 0
  for (const word of words) {
    for (const index of byWord.get(word) ?? []) {
      const group = groups[index]
      if (index >= first || compared === mostCompared || group === undefined) break
      compared += 1
      if (belongs(said, group)) first = index
    }
  }
  return groups[first]
}

function belongs({ memory, statement }: Said, { first, key }: Group): boolean {
  if (memory.key !== undefined && key !== undefined && memory.key !== key) return false
  return memory.content === first.memory.content || saysSame(statement, first.statement)
}

/** Statements compared per group; real groups are far smaller. */
const mostInGroup = 50

export function findOpposites<Item extends Stated>(said: readonly Item[]): [Item, Item][] {
  const byAffirmed = Map.groupBy(said, ({ statement }) => JSON.stringify(affirm(statement)))
  return [...byAffirmed.values()].flatMap((same) => {
    const few = same.slice(0, mostInGroup)
    return few.flatMap((one, index) =>
      few
        .slice(index + 1)
        .filter((other) => compareRead(one.statement, other.statement) === 'opposite')
        .map((other): [Item, Item] => [one, other]),
    )
  })
}
