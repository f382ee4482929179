/**
 * How the heuristic judge does on text its weights were not fitted on: for each development part
 * they are fitted on the others. `node test/corpus/extraction/leave-one-out.ts`.
 */
import { english } from '../../../src/core/extraction/heuristic/english/index.ts'
import { createHeuristicJudge } from '../../../src/core/extraction/heuristic/judge.ts'
import type { Language } from '../../../src/core/extraction/heuristic/language.ts'
import { type Judged, judgeEntries, type Measure, summarise } from './evaluate.ts'
import { fitWeights } from './fit.ts'
import { type CorpusEntry, partsOf, readPart } from './read-corpus.ts'

const parts = partsOf('development')
const all: Judged[] = []
for (const part of parts) {
  const others = parts.filter((other) => other !== part).flatMap(readPart)
  const judged = await judgeEntries(createHeuristicJudge(fittedOn(others)), readPart(part))
  all.push(...judged)
  const { overall, silence } = summarise(judged)
  print(part, overall, silence)
}
const { overall, byKind, silence } = summarise(all)
for (const [kind, measure] of byKind) print(kind, measure)
print('all', overall, silence)

function fittedOn(entries: readonly CorpusEntry[]): Language {
  const { weights, accountWeights, findingWeights } = fitWeights(entries)
  const account = { ...english.account, weights: accountWeights }
  return { ...english, weights, findingWeights, account }
}

/** Precision, recall, and how often it is silent where nothing is to be found. */
function print(label: string, { precision, recall }: Measure, silent?: number): void {
  const figures = [precision, recall, ...(silent === undefined ? [] : [silent])]
  process.stdout.write(
    `${label.padEnd(22)}${figures.map((figure) => figure.toFixed(2)).join('  ')}\n`,
  )
}
