/**
 * Fits the weights of the heuristic judge's evidence and prints them as `english/weights.ts`. It
 * reads that file too, so the output goes elsewhere first: `node …/fit-weights.ts > weights.new`.
 */
import type { Weights } from '../../../src/core/extraction/heuristic/language.ts'
import { fitWeights } from './fit.ts'
import { readCorpus } from './read-corpus.ts'

const { weights, accountWeights, findingWeights } = fitWeights(readCorpus('development'))
process.stdout.write(`/**
 * What each evidence counts, as log odds: logistic regression (L2) over what people and agents say
 * in \`test/corpus/extraction/development-*.json\`, by \`fit-weights.ts\` there. Not to be edited by hand.
 */
import type { Weights } from '../language.ts'

/** Of sentences of people. */
export const weights: Weights = ${present(weights)}

/** Of accounts of agents. */
export const accountWeights: Weights = ${present(accountWeights)}

/** Of findings of agents. */
export const findingWeights: Weights = ${present(findingWeights)}
`)

function present(some: Weights): string {
  const rows = Object.entries(some).map(([name, weight]) => `  ${keyOf(name)}: ${round(weight)},`)
  return ['{', ...rows, '}'].join('\n')
}

function keyOf(name: string): string {
  return name.includes(' ') ? `'${name}'` : name
}

function round(weight: number): string {
  return `${Number(weight.toFixed(2))}`
}
