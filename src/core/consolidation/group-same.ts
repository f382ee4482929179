/**
 * Groups memories that say the same without comparing each with each: 10,000 take a fraction of a
 * second.
 */
import type { Memory } from '../memory/memory.ts'
import { saysSame, sharedShare } from '../memory/near-duplicate.ts'
import type { Statement } from '../memory/statement.ts'
import type { Said } from './run.ts'

/** At most so many are compared with one; who shares its rarest words comes first. */
const mostCompared = 5_000

interface Group {
  readonly first: Said
  readonly members: Memory[]
  key: string | undefined
}

/**
 * Each joins the first one, in the given order, that it says the same as. Two keys are two names
 * that somebody gave, so a group has at most one.
 */
export function groupSame(ordered: readonly Said[]): Memory[][] {
  const rarest = rankWords(ordered)
  const groups: Group[] = []
  const byWord = new Map<string, number[]>()
  for (const said of ordered) {
    const { memory, statement } = said
    const words = wordsOf(statement)
    const telling = words.toSorted(rarest).slice(0, mostMissing(words.length) + 1)
    const group = findGroup(said, telling, groups, byWord)
    if (group) {
      group.members.push(memory)
      group.key ??= memory.key
      continue
    }
    for (const word of words) {
      const indexes = byWord.get(word)
      if (indexes) indexes.push(groups.length)
      else byWord.set(word, [groups.length])
    }
    groups.push({ first: said, members: [memory], key: memory.key })
  }
  return groups.map(({ members }) => members)
}

/** The first group it belongs to, of those whose first member holds any of the words. */
function findGroup(
  said: Said,
  words: readonly string[],
  groups: readonly Group[],
  byWord: ReadonlyMap<string, readonly number[]>,
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
  const isOtherName = memory.key !== undefined && key !== undefined && memory.key !== key
  if (isOtherName) return false
  return memory.content === first.memory.content || saysSame(statement, first.statement)
}

/** Of the words of the longer statement so many may be missing in the shorter one. */
function mostMissing(words: number): number {
  return Math.floor(words * (1 - sharedShare))
}

/** Within names and numbers, which must be the very same. */
function wordsOf({ words, anchors, limits }: Statement): string[] {
  const within = `${limits} ${anchors.join(' ')}\n`
  return words.length === 0 ? [within] : words.map((word) => within + word)
}

function rankWords(said: readonly Said[]): (a: string, b: string) => number {
  const counts = new Map<string, number>()
  for (const { statement } of said) {
    for (const word of wordsOf(statement)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return (a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)
}
