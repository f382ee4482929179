/** Groups memories that say the same without comparing each with each. */

import { saysSame } from '../memory/near-duplicate.ts'
import type { Memory } from '../model/memory.ts'
import { rarestWords } from './rare-words.ts'
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
  const isOtherName = memory.key !== undefined && key !== undefined && memory.key !== key
  if (isOtherName) return false
  return memory.content === first.memory.content || saysSame(statement, first.statement)
}
