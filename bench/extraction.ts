/** The heuristic judge on the labelled corpus, without a model and without a network. */
import { createHeuristicJudge } from '../src/core/extraction/heuristic/judge.ts'
import { type Evaluation, evaluate, type Measure } from '../test/corpus/extraction/evaluate.ts'
import {
  type CorpusPart,
  partsOf,
  readCorpus,
  readPart,
} from '../test/corpus/extraction/read-corpus.ts'
import type { BenchOptions } from './options.ts'
import { formatTable } from './statistics.ts'

export interface ExtractionBenchOptions extends BenchOptions {
  readonly part: CorpusPart
  /** Also list what was missed and what should not have been found. */
  readonly misses: boolean
}

export async function run({ part, misses, json }: ExtractionBenchOptions): Promise<void> {
  const corpus = readCorpus(part)
  const result = await evaluate(createHeuristicJudge(), corpus)
  if (json) {
    const figures = { part, ...result, byKind: Object.fromEntries(result.byKind) }
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
    return
  }
  process.stdout.write(present(`${part}, ${corpus.length} entries`, result))
  process.stdout.write(await presentFiles(part))
  if (misses) process.stdout.write(listMisses(result))
}

/** A line per file: they are by different authors. */
async function presentFiles(part: CorpusPart): Promise<string> {
  const rows: string[][] = []
  for (const name of partsOf(part)) {
    const { overall, silence } = await evaluate(createHeuristicJudge(), readPart(name))
    const figures = [overall.precision, overall.recall, silence].map((figure) => figure.toFixed(2))
    rows.push([name, ...figures])
  }
  return `\n${formatTable([['file', 'precision', 'recall', 'silence'], ...rows])}`
}

function present(title: string, { overall, byKind, silence }: Evaluation): string {
  const row = (label: string, { precision, recall, found, expected }: Measure) => [
    label,
    precision.toFixed(2),
    recall.toFixed(2),
    `${found}`,
    `${expected}`,
  ]
  const table = formatTable([
    [title, 'precision', 'recall', 'found', 'expected'],
    ...[...byKind].map(([kind, measure]) => row(kind, measure)),
    row('all', overall),
  ])
  return `${table}silent where nothing is to be found: ${(silence * 100).toFixed(1)} %\n`
}

function listMisses({ misses, falseAlarms }: Evaluation): string {
  const missed = misses.map(
    ({ id, expected: { kind, says } }) => `${id}: ${kind} ${says.join(', ')}`,
  )
  const wrong = falseAlarms.map(({ id, item }) => `${id}: ${item.kind} ${item.content}`)
  return ['', 'missed', ...missed, '', 'wrongly found', ...wrong, ''].join('\n')
}
