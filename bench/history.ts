/**
 * Reasons in git's history, through the product's own reader, store and recall.
 *
 * - Which commit explains a bug: the reports of github.com/vectorize-io/sde-bench (MIT) whose fix
 *   depends on a commit, all of those in one repository, on top of the history of the project that
 *   sde-bench builds on (github.com/mahmoud/boltons), beside the conversations that decide nothing.
 * - A long history: how long reading takes, and how much memory.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recall } from '../src/core/recall/recall.ts'
import { readCommittedDecisions } from './decisions-data.ts'
import type { BenchOptions } from './options.ts'
import type { ReadingFigures } from './read-history.ts'
import { clock, readHistory } from './read-history.ts'
import { round } from './statistics.ts'

export interface HistoryBenchOptions extends BenchOptions {
  /** A checkout of sde-bench. */
  readonly data: string
  /** A clone of boltons, of which this commit is read. */
  readonly repository: string
  /** In the long history. */
  readonly commits: number
}

/** Which sde-bench builds on. */
const base = '979fa9b613fa8c0a455ae16ea6f2ec91c11ecafe'

export async function run({ data, repository, commits, json }: HistoryBenchOptions): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-bench-')))
  try {
    const found = await measureFinding(data, repository, join(folder, 'decisions'))
    const long = measureReading(commits, join(folder, 'long'))
    const result = { ...found, ...long }
    process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : present(result))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Measured = Awaited<ReturnType<typeof measureFinding>> & ReturnType<typeof measureReading>

function present(measured: Measured): string {
  const { questions, hit1, hit5, read, kept, seconds, processorSeconds, peak, idle } = measured
  return `${questions} bug reports, ${measured.reasons} commits that give a reason
history hit@1  ${hit1}
history hit@5  ${hit5}
${read} commits, ${kept} kept: ${seconds} s, ${processorSeconds} s of a processor, at most ${peak} MB (${idle} MB before)
blame of a file that the oldest of them changed: ${measured.blame} s, ${measured.searched} commits
`
}

async function measureFinding(data: string, repository: string, folder: string) {
  const { decoys, decisions } = readCommittedDecisions(data)
  git(['clone', '--quiet', '--bare', repository, folder])
  const day = (number: number) => Date.UTC(2026, 8, 1 + number) / 1_000
  const made = decisions.flatMap(({ message, file, cause }, number) => [
    { message, file, at: day(3 * number) },
    { message: 'docs: changelog housekeeping', file: 'CHANGELOG.md', at: day(3 * number + 1) },
    { message: cause, file, at: day(3 * number + 2) },
  ])
  importCommits(folder, made, base)
  const { store, kept } = await readHistory(folder)
  try {
    await store.search.put(decoys)
    const ranks: number[] = []
    for (const { report, message } of decisions) {
      const request = { text: report, limit: 50 }
      const { hits } = await recall(request, { index: store.search, clock })
      const commits = await store.commits.findMany(hits.map(({ id }) => id))
      const wanted = commits.find((commit) => commit.message === message.trim())
      ranks.push(hits.findIndex(({ id }) => id === wanted?.id))
    }
    const within = (most: number) => {
      const hits = ranks.filter((rank) => rank >= 0 && rank < most)
      return round((100 * hits.length) / ranks.length, 1)
    }
    return { questions: ranks.length, reasons: kept, hit1: within(1), hit5: within(5) }
  } finally {
    store.close()
  }
}

/** In a process of its own, whose memory is not that of making the commits. */
function measureReading(count: number, folder: string) {
  git(['init', '--quiet', folder])
  importCommits(folder, makeCommits(count))
  git(['repack', '-a', '-d', '--quiet'], folder)
  const program = fileURLToPath(new URL('read-history.ts', import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, folder, oldFile], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return { read: count, ...(JSON.parse(stdout) as ReadingFigures) }
}

/** Only the first commit changed it. */
const oldFile = 'README.md'

interface NewCommit {
  readonly message: string
  readonly file: string
  /** In seconds. */
  readonly at: number
  readonly isMerge?: boolean
}

/** One in 25 gives a reason, so few that all are read; one in a hundred is a merge. */
function* makeCommits(count: number): Iterable<NewCommit> {
  for (let number = 0; number < count; number += 1) {
    const subject = `feat(part${number % 97}): change number ${number}`
    const reason = `We wait ${number} ms because worker ${number % 89} loses messages when it restarts.`
    yield {
      message: number % 25 === 0 ? `${subject}\n\n${reason}` : subject,
      file: number === 0 ? oldFile : `src/part${number % 97}/file${number % 13}.ts`,
      at: 1_500_000_000 + 60 * number,
      isMerge: number % 100 === 99,
    }
  }
}

/** On the branch that HEAD names. */
function importCommits(folder: string, commits: Iterable<NewCommit>, from?: string): void {
  const parts: string[] = []
  let number = 0
  for (const { message, file, at, isMerge } of commits) {
    number += 1
    const person = `Priya <priya@example.com> ${at} +0000`
    const first = number === 1 && from !== undefined ? [`from ${from}`] : []
    parts.push(
      ...['commit refs/heads/bench', `mark :${number}`, `author ${person}`, `committer ${person}`],
      ...[`data ${Buffer.byteLength(message)}`, message, ...first],
      ...(isMerge ? [`merge :${number - 9}`] : []),
      ...[`M 100644 inline ${file}`, `data ${String(number).length}`, String(number), ''],
    )
  }
  git(['fast-import', '--quiet'], folder, parts.join('\n'))
  git(['symbolic-ref', 'HEAD', 'refs/heads/bench'], folder)
}

function git(args: readonly string[], cwd = tmpdir(), input = ''): void {
  const { status, stderr } = spawnSync('git', args, { cwd, input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
}
