/** Fits one linear model, and says how it does on projects it has not seen. */
import { biasName, type Features, type Weights } from '../../src/core/cues/features.ts'
import { fitLogistic } from './logistic-regression.ts'

export interface Example {
  readonly source: string
  readonly features: Features
  readonly isPositive: boolean
}

export function fitWeights(examples: readonly Example[], l2: number): Weights {
  const names = Object.keys(examples[0]?.features ?? {})
  const weights = fitLogistic(
    examples.map(({ features, isPositive }) => ({
      features: [1, ...names.map((name) => features[name] ?? 0)],
      isPositive,
    })),
    l2,
  )
  return Object.fromEntries([biasName, ...names].map((name, at) => [name, weights[at] ?? 0]))
}

/** How much the weights are held back: found on projects left out, the same for a wide range. */
export const strength = { account: 20, episode: 30, ask: 40 }
