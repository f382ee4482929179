/** Pairs of memories of which one denies what the other says. */
import type { Memory } from '../memory/memory.ts'
import { compareStatements } from '../memory/near-duplicate.ts'
import { affirm } from '../memory/statement.ts'
import type { Said } from './run.ts'

/** Nobody says so many things both ways; more are not compared. */
const mostCompared = 50

export function findOpposites(said: readonly Said[]): [Memory, Memory][] {
  const byAffirmed = Map.groupBy(said, ({ statement }) => JSON.stringify(affirm(statement)))
  return [...byAffirmed.values()].flatMap((same) => {
    const memories = same.slice(0, mostCompared).map(({ memory }) => memory)
    return memories.flatMap((one, index) =>
      memories
        .slice(index + 1)
        .filter((other) => compareStatements(one.content, other.content) === 'opposite')
        .map((other): [Memory, Memory] => [one, other]),
    )
  })
}
