/**
 * How recall scales: write rate, query time, database size and resident memory, each next to a bare
 * FTS5 table with the same texts in the same run. Building and querying are separate processes, so
 * the memory is that of a process that only recalls.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '../src/adapters/sqlite/store.ts'
import { recall } from '../src/core/recall/recall.ts'
import type { BenchOptions } from './options.ts'
import { questionText, questionWords, statementText } from './scale-texts.ts'
import { formatTable, round, type Spread, spreadOf } from './statistics.ts'

export const defaultSizes = [1_000, 10_000, 100_000, 1_000_000]

export interface ScaleBenchOptions extends BenchOptions {
  readonly sizes?: readonly number[] | undefined
}

interface Built {
  readonly writesPerSecond: number
  readonly bareWritesPerSecond: number
  readonly megabytes: number
  readonly bareMegabytes: number
}

interface Asked {
  readonly recall: Spread
  readonly bare: Spread
  readonly ratio: Spread
  /** How many of 100 questions have the statement they are made from among the first five. */
  readonly foundAt5: number
  readonly residentMegabytes: number
}

export interface ScaleBenchRow extends Built, Asked {
  readonly documents: number
}

const questions = 100
const batch = 1_000
/** Ratio of p95. In a small store both are fast, and the fixed cost of a query dominates. */
const wantedRatios = new Map([
  [100_000, 3],
  [1_000_000, 4],
])

export async function run({ json, sizes = defaultSizes }: ScaleBenchOptions): Promise<void> {
  const rows = sizes.map(measureSize)
  const passed = rows.every(
    ({ documents, ratio }) =>
      ratio.p95 <= (wantedRatios.get(documents) ?? Number.POSITIVE_INFINITY),
  )
  process.stdout.write(json ? `${JSON.stringify({ rows, passed }, null, 2)}\n` : present(rows))
  if (!passed) process.exitCode = 1
}

export function measureSize(documents: number): ScaleBenchRow {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-scale-'))
  try {
    const child = (step: string) =>
      JSON.parse(
        execFileSync(process.execPath, [import.meta.filename, step, folder, `${documents}`], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      )
    const built: Built = child('build')
    const asked: Asked = child('ask')
    return { documents, ...built, ...asked }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const open = (folder: string) =>
  openStore({
    file: join(folder, 'store.db'),
    backupFolder: folder,
    keepBackups: 1,
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
  })

async function build(folder: string, documents: number): Promise<Built> {
  const store = await open(folder)
  const bare = new DatabaseSync(join(folder, 'bare.db'))
  bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  bare.exec('CREATE VIRTUAL TABLE bare USING fts5 (text)')
  const insert = bare.prepare('INSERT INTO bare (rowid, text) VALUES (?, ?)')
  let own = 0
  let other = 0
  for (let from = 0; from < documents; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, documents - from) }, (_, at) => from + at)
    const texts = numbers.map(statementText)
    other += timed(() => {
      bare.exec('BEGIN')
      for (const [at, text] of texts.entries()) insert.run(from + at + 1, text)
      bare.exec('COMMIT')
    })
    const startedAt = performance.now()
    await store.search.put(texts.map((body, at) => memoryOf(from + at, body)))
    own += performance.now() - startedAt
  }
  store.close()
  bare.close()
  return {
    writesPerSecond: Math.round((1_000 * documents) / own),
    bareWritesPerSecond: Math.round((1_000 * documents) / other),
    megabytes: round(statSync(join(folder, 'store.db')).size / 1e6, 1),
    bareMegabytes: round(statSync(join(folder, 'bare.db')).size / 1e6, 1),
  }
}

function memoryOf(number: number, body: string) {
  return {
    type: 'memory' as const,
    id: `m${number}`,
    scope: { scope: 'project' as const, scopeId: `p${number % 20}` },
    projectId: `p${number % 20}`,
    at: new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString(),
    kind: 'fact',
    fields: { body },
  }
}

async function ask(folder: string, documents: number): Promise<Asked> {
  const store = await open(folder)
  const bare = new DatabaseSync(join(folder, 'bare.db'))
  const bareQuery = bare.prepare(
    'SELECT rowid FROM bare WHERE bare MATCH ? ORDER BY bm25(bare) LIMIT 50',
  )
  const ports = { index: store.search, clock: { now: () => new Date('2026-01-01T00:00:00Z') } }
  const own: number[] = []
  const other: number[] = []
  let found = 0
  // The first round warms both caches.
  for (const round of [0, 1]) {
    for (let question = 0; question < questions; question++) {
      const number = Math.floor((question * documents) / questions)
      const text = questionText(number)
      const anyWord = questionWords(text)
        .map((word) => `"${word}"`)
        .join(' OR ')
      const bareMs = timed(() => bareQuery.all(anyWord))
      const startedAt = performance.now()
      const { hits } = await recall({ text }, ports)
      const ownMs = performance.now() - startedAt
      if (round === 0) continue
      own.push(ownMs)
      other.push(bareMs)
      if (hits.slice(0, 5).some(({ id }) => id === `m${number}`)) found += 1
    }
  }
  store.close()
  bare.close()
  const recallTimes = spreadOf(own)
  const bareTimes = spreadOf(other)
  return {
    recall: roundSpread(recallTimes),
    bare: roundSpread(bareTimes),
    ratio: roundSpread({
      p50: recallTimes.p50 / bareTimes.p50,
      p95: recallTimes.p95 / bareTimes.p95,
    }),
    foundAt5: found,
    residentMegabytes: Math.round(process.memoryUsage.rss() / 1e6),
  }
}

function timed(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

const roundSpread = ({ p50, p95 }: Spread): Spread => ({ p50: round(p50), p95: round(p95) })

function present(rows: readonly ScaleBenchRow[]): string {
  const pair = ({ p50, p95 }: Spread) => `${p50} / ${p95}`
  return formatTable([
    [
      'memories',
      'writes/s',
      'bare',
      'MB',
      'bare',
      'recall p50/p95 ms',
      'bare',
      'ratio',
      'found',
      'RSS MB',
    ],
    ...rows.map((row) => [
      row.documents.toLocaleString('en'),
      `${row.writesPerSecond}`,
      `${row.bareWritesPerSecond}`,
      `${row.megabytes}`,
      `${row.bareMegabytes}`,
      pair(row.recall),
      pair(row.bare),
      pair(row.ratio),
      `${row.foundAt5}`,
      `${row.residentMegabytes}`,
    ]),
  ])
}

if (import.meta.main) {
  const [step, folder = '', documents] = process.argv.slice(2)
  const work = step === 'build' ? build : ask
  process.stdout.write(JSON.stringify(await work(folder, Number(documents))))
}
