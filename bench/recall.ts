/**
 * Recall on public question sets, through the same function and index as the product, one fresh
 * store for each conversation or haystack, without a network and, unless a folder has one, without a
 * model.
 *
 * - `locomo`: github.com/snap-research/LoCoMo, `data/locomo10.json` (CC BY-NC 4.0, to evaluate only)
 * - `longmemeval`: huggingface.co/datasets/xiaowu0162/longmemeval-cleaned, LongMemEval-S, one JSON
 *   object a line (MIT)
 * - `sde`: a folder with github.com/vectorize-io/sde-bench (MIT): decisions in conversations and
 *   commits, and decisions that a later conversation amends
 * - `coding`: sessions of a coding agent with the files they edited, and first prompts as queries
 */

import type { SearchDocument } from '../src/core/model/search-document.ts'
import type { Embedder } from '../src/core/ports/models.ts'
import { type RecallRequest, recall } from '../src/core/recall/recall.ts'
import { openMemoryStore } from '../test/support/core/memory-store.ts'
import { readDecisions } from './decisions-data.ts'
import { type EmbeddedStore, openEmbeddedStore, openFolderEmbedder } from './embedded-store.ts'
import type { BenchOptions } from './options.ts'
import {
  type Corpus,
  type Question,
  readCoding,
  readLocomo,
  readLongMemEval,
  readText,
} from './recall-data.ts'
import { type Measure, meanOf, measureOf } from './recall-measures.ts'
import { formatTable, percentile, round } from './statistics.ts'
import { openTeamStore, type TeamStore } from './team-store.ts'

export const suites = ['locomo', 'longmemeval', 'coding', 'sde'] as const
type Suite = (typeof suites)[number]

export interface RecallBenchOptions extends BenchOptions {
  readonly suite: Suite
  /** The file, in the format of the suite, gzipped or not; a folder for `sde`. */
  readonly data: string
  /** A folder with an embedding model. */
  readonly embeddings?: string | undefined
  /** `postgres`: what a team server runs, which has memories only. Suite `locomo`. */
  readonly store: RecallStore
}

export const stores = ['sqlite', 'postgres'] as const
type RecallStore = (typeof stores)[number]

interface RecallBenchResult {
  readonly suite: Suite
  readonly questions: number
  /** In percent. */
  readonly measures: Measure
  /** The same for every other store or question, and for the rest: how far chance goes. */
  readonly halves: readonly [Measure, Measure]
  readonly milliseconds: { readonly p50: number; readonly p95: number }
}

export async function run(options: RecallBenchOptions): Promise<void> {
  const { suite, data, embeddings, store, json } = options
  const team = store === 'postgres' ? await openTeamStore() : undefined
  const embedder = embeddings === undefined ? undefined : await openFolderEmbedder(embeddings)
  const result = await measureRecall(suite, data, team ?? embedder)
  await team?.close()
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : present(result))
}

const readers = {
  locomo: (file: string) => readLocomo(readText(file)),
  longmemeval: (file: string) => readLongMemEval(readText(file)),
  coding: (file: string) => readCoding(readText(file)),
  sde: readDecisions,
}

async function measureRecall(
  suite: Suite,
  data: string,
  using: Embedder | TeamStore | undefined,
): Promise<RecallBenchResult> {
  const measured: { half: 0 | 1; measure: Measure; milliseconds: number }[] = []
  for (const [number, corpus] of readers[suite](data).entries()) {
    await withIndex(corpus, using, async (ask) => {
      for (const [index, question] of corpus.questions.entries()) {
        const startedAt = performance.now()
        const found = await ask(requestFor(suite, question), question.askedAt)
        const milliseconds = performance.now() - startedAt
        // One store with many questions is halved by question, many stores by store.
        const isOneStore = suite === 'coding' || suite === 'sde'
        const half = ((isOneStore ? index : number) % 2) as 0 | 1
        measured.push({ half, measure: measureOf(suite, found, question), milliseconds })
      }
    })
  }
  const ofHalf = (half: 0 | 1) => measured.filter((one) => one.half === half)
  const mean = (some: typeof measured) => meanOf(some.map(({ measure }) => measure))
  const times = measured.map(({ milliseconds }) => milliseconds)
  return {
    suite,
    questions: measured.length,
    measures: mean(measured),
    halves: [mean(ofHalf(0)), mean(ofHalf(1))],
    milliseconds: { p50: round(percentile(times, 50)), p95: round(percentile(times, 95)) },
  }
}

function requestFor(suite: Suite, { text, before, branch }: Question): RecallRequest {
  return {
    text,
    by: suite === 'locomo' ? 'document' : 'session',
    limit: 50,
    filter: { to: before },
    branch,
  }
}

type Ask = (request: RecallRequest, askedAt: string) => Promise<string[]>

async function withIndex(
  { documents }: Corpus,
  using: Embedder | TeamStore | undefined,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  if (using && 'fill' in using) return work(await using.fill(documents))
  const embedder = using
  const { search, findNear, close } = embedder
    ? await openEmbeddedStore(documents, embedder)
    : await openPlainStore(documents)
  try {
    await work(async (request, askedAt) => {
      const ports = { index: search, clock: { now: () => new Date(askedAt) } }
      const near = await findNear?.(request.text, request.filter ?? {})
      return (await recall({ ...request, near }, ports)).hits.map(({ id }) => id)
    })
  } finally {
    close()
  }
}

async function openPlainStore(
  documents: readonly SearchDocument[],
): Promise<Pick<EmbeddedStore, 'search' | 'close'> & Partial<EmbeddedStore>> {
  const { search, close } = await openMemoryStore({ now: () => new Date() })
  await search.put(documents)
  return { search, close }
}

function present({ suite, questions, measures, halves, milliseconds }: RecallBenchResult): string {
  const names = Object.keys(measures)
  const row = (label: string, measure: Measure) => [
    label,
    ...names.map((name) => (measure[name] ?? Number.NaN).toFixed(1)),
  ]
  const table = formatTable([
    [`${suite}, ${questions} questions`, ...names],
    row('all', measures),
    row('even half', halves[0]),
    row('odd half', halves[1]),
  ])
  return `${table}a question takes ${milliseconds.p50} ms (p50), ${milliseconds.p95} ms (p95)\n`
}
