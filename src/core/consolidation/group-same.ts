/** Groups memories that say the same, without comparing every pair. */
import { saysSame } from '../memory/near-duplicate.ts'
import type { Memory } from '../model/memory.ts'
import { rarestWords } from './rare-words.ts'
import type { Said } from './run.ts'

/** Comparisons per memory; those that share its rarest words come first. */
const mostCompared = 5_000

interface Group {
  readonly first: Said
  readonly members: Memory[]
  key: string | undefined
}

/** Each joins the first group, in the given order, that says the same. A group has one key at most. */
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

/** Looks only at groups whose first member shares one of the words. */
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
