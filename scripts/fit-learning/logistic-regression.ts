/** Logistic regression with L2 regularisation, by Newton's method: small, exact, the same each time. */

export interface Example {
  readonly features: readonly number[]
  readonly isPositive: boolean
}

const mostSteps = 30
const goodEnough = 1e-6

/** @returns one weight per feature; give a feature that is always 1 for the bias */
export function fitLogistic(examples: readonly Example[], l2: number): readonly number[] {
  const size = examples[0]?.features.length ?? 0
  let weights = new Array<number>(size).fill(0)
  for (let step = 0; step < mostSteps; step++) {
    const { gradient, hessian } = derivatives(examples, weights, l2)
    const change = solve(hessian, gradient)
    weights = weights.map((weight, index) => weight - (change[index] ?? 0))
    if (Math.max(...change.map(Math.abs)) < goodEnough) break
  }
  return weights
}

function probability(features: readonly number[], weights: readonly number[]): number {
  const sum = features.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0)
  return 1 / (1 + Math.exp(-sum))
}

function derivatives(examples: readonly Example[], weights: readonly number[], l2: number) {
  const size = weights.length
  const gradient = weights.map((weight) => l2 * weight)
  const hessian = weights.map((_, row) => weights.map((_, column) => (row === column ? l2 : 0)))
  for (const { features, isPositive } of examples) {
    const p = probability(features, weights)
    const error = p - (isPositive ? 1 : 0)
    const spread = p * (1 - p)
    for (let row = 0; row < size; row++) {
      const value = features[row] ?? 0
      if (value === 0) continue
      gradient[row] = (gradient[row] ?? 0) + error * value
      const line = hessian[row] ?? []
      for (let column = 0; column < size; column++) {
        line[column] = (line[column] ?? 0) + spread * value * (features[column] ?? 0)
      }
    }
  }
  return { gradient, hessian }
}

/** Gaussian elimination; the L2 term keeps the matrix regular. */
function solve(
  matrix: readonly (readonly number[])[],
  values: readonly number[],
): readonly number[] {
  const rows = matrix.map((row, index) => [...row, values[index] ?? 0])
  const size = values.length
  for (let pivot = 0; pivot < size; pivot++) {
    const own = rows[pivot] ?? []
    for (let other = 0; other < size; other++) {
      if (other === pivot) continue
      const row = rows[other] ?? []
      const factor = (row[pivot] ?? 0) / (own[pivot] ?? 1)
      if (factor === 0) continue
      for (let column = pivot; column <= size; column++) {
        row[column] = (row[column] ?? 0) - factor * (own[column] ?? 0)
      }
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1))
}
