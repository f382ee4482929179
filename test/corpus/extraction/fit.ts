/** The weights of the heuristic judge's evidence, fitted on labelled exchanges. */
import type { Weights } from '../../../src/core/extraction/heuristic/language.ts'
import type { Labelled } from './labelled.ts'
import { labelAccounts } from './labelled-accounts.ts'
import { labelFindings } from './labelled-findings.ts'
import { labelLines } from './labelled-lines.ts'
import { fitLogistic } from './logistic-regression.ts'
import type { CorpusEntry } from './read-corpus.ts'

/** Chosen by `leave-one-out.ts`; it hardly matters up to twice or half as much. */
const l2 = { lines: 1, accounts: 1, findings: 0.7 }

export interface Fit {
  /** Of sentences of people. */
  readonly weights: Weights
  /** Of accounts of agents. */
  readonly accountWeights: Weights
  /** Of findings of agents. */
  readonly findingWeights: Weights
}

export function fitWeights(entries: readonly CorpusEntry[]): Fit {
  return {
    weights: fitLabelled(labelLines(entries), l2.lines),
    accountWeights: fitLabelled(labelAccounts(entries), l2.accounts),
    findingWeights: fitLabelled(labelFindings(entries), l2.findings),
  }
}

function fitLabelled(labelled: readonly Labelled[], strength: number): Weights {
  // A fact is what is left when no other kind is said: its cues say nothing about worth.
  const names = [...(labelled[0]?.evidence.keys() ?? [])].filter(
    (name) => name !== 'reads as a fact',
  )
  const [bias = 0, ...weights] = fitLogistic(
    labelled.map(({ isKept, evidence }) => ({
      features: [1, ...names.map((name) => evidence.get(name) ?? 0)],
      isPositive: isKept,
    })),
    strength,
  )
  return { bias, ...Object.fromEntries(names.map((name, index) => [name, weights[index] ?? 0])) }
}
