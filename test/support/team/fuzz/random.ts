/** All chance of a run comes from its seed. */
import { createRandom } from '../../core/random.ts'

export type Random = ReturnType<typeof seededChoices>

export function seededChoices(seed: number) {
  const next = createRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
    bytes: (count: number) => Buffer.from(Array.from({ length: count }, () => below(256))),
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const names = Object.keys(weights) as Name[]
      let rest = next() * names.reduce((sum, name) => sum + weights[name], 0)
      const isReached = (name: Name) => {
        rest -= weights[name]
        return rest < 0
      }
      return names.find(isReached) ?? (names[0] as Name)
    },
  }
}
