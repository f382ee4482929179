/**
 * Fits the weights of the heuristic judge's evidence and prints them as `english/weights.ts`. It
 * reads that file too, so the output goes elsewhere first: `node …/fit-weights.ts > weights.new`.
 */
import { labelLines } from './labelled-lines.ts'
import { fitLogistic } from './logistic-regression.ts'
import { readCorpus, readPart } from './read-corpus.ts'

/** Chosen among 1 to 12 by cross-validation; it hardly matters between 2 and 6. */
const l2 = 3
/** The cues were written on the other parts, which makes them look surer there than they are. */
const laterParts = ['development-08.json', 'development-09.json']
const weightOfLaterParts = 3

const later = new Set(laterParts.flatMap((name) => readPart(name)).map(({ id }) => id))
const lines = labelLines(readCorpus('development'))
// A fact is what is left when no other kind is said: its cues say nothing about worth.
const names = [...(lines[0]?.evidence.keys() ?? [])].filter((name) => name !== 'reads as a fact')
const [bias = 0, ...weights] = fitLogistic(
  lines.map(({ entryId, isKept, evidence }) => ({
    features: [1, ...names.map((name) => evidence.get(name) ?? 0)],
    isPositive: isKept,
    weight: later.has(entryId) ? weightOfLaterParts : 1,
  })),
  l2,
)

const rows = names.map((name, index) => `  '${name}': ${(weights[index] ?? 0).toFixed(2)},`)
process.stdout.write(`/**
 * What each evidence counts, as log odds: logistic regression (L2) over the sentences of people in
 * \`test/corpus/extraction/development-*.json\`, by \`fit-weights.ts\` there. Not to be edited by hand.
 */
import type { Weights } from '../language.ts'

export const weights: Weights = {
  bias: ${bias.toFixed(2)},
${rows.join('\n')}
}
`)
