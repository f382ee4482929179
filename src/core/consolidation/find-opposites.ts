/** Finds pairs of statements where one denies the other. */
import { compareRead } from '../memory/near-duplicate.ts'
import { affirm } from '../memory/normalise-statement.ts'
import type { Stated } from './rare-words.ts'

/** Statements compared per group; real groups are far smaller. */
const mostCompared = 50

export function findOpposites<Item extends Stated>(said: readonly Item[]): [Item, Item][] {
  const byAffirmed = Map.groupBy(said, ({ statement }) => JSON.stringify(affirm(statement)))
  return [...byAffirmed.values()].flatMap((same) => {
    const few = same.slice(0, mostCompared)
    return few.flatMap((one, index) =>
      few
        .slice(index + 1)
        .filter((other) => compareRead(one.statement, other.statement) === 'opposite')
        .map((other): [Item, Item] => [one, other]),
    )
  })
}
