/** Finds statements that another one repeats or denies. */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { saysSame } from '../memory/near-duplicate.ts'
import { findOpposites } from './find-opposites.ts'
import { groupByNames, rarestWords, type Stated } from './rare-words.ts'

export interface ReadSaying extends Stated {
  readonly id: string
  readonly content: string
}

/** @returns ids */
export async function findAlike(pool: readonly ReadSaying[]): Promise<Set<string>> {
  const alike = new Set<string>()
  for (const pair of findOpposites(pool)) for (const { id } of pair) alike.add(id)
  for (const group of groupByNames(pool)) {
    await yieldToEventLoop()
    if (group.length > 1) await addSame(group, alike)
  }
  return alike
}

/** Comparisons per statement; those that share its rarest words come first. */
const mostCompared = 5_000

async function addSame(group: readonly ReadSaying[], alike: Set<string>): Promise<void> {
  const tell = rarestWords(group)
  const byWord = new Map<number, ReadSaying[]>()
  for (const one of group) {
    await yieldToEventLoop()
    let compared = 0
    for (const word of tell(one)) {
      const others = byWord.get(word) ?? []
      for (const other of others) {
        if (compared === mostCompared) break
        compared += 1
        if (isSame(one, other)) alike.add(one.id).add(other.id)
      }
      if (others.push(one) === 1) byWord.set(word, others)
    }
  }
}

function isSame(one: ReadSaying, other: ReadSaying): boolean {
  return one.content === other.content || saysSame(one.statement, other.statement)
}
