/**
 * Claude Code's session files into a history: megabytes a second of processor time beside a bare
 * `JSON.parse` of the same lines, the most memory used, and whether an import that is killed again
 * and again ends with what a clean one has.
 */
import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createRandom } from '../scale-texts.ts'
import { formatTable, round } from '../statistics.ts'
import { writeHistory } from './claude-history.ts'

export interface ImportBenchOptions {
  readonly json: boolean
  readonly megabytes: number
}

const kills = 10
/** Killing and resuming takes eleven runs, so it has a smaller folder. */
const killedBytes = 30_000_000
const once = join(import.meta.dirname, 'import-once.ts')

export async function run({ json, megabytes }: ImportBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-bench-'))
  try {
    const speed = measureSpeed(join(folder, 'speed'), megabytes * 1_000_000)
    const killed = await killAgainAndAgain(join(folder, 'killed'))
    const result = { ...speed, ...killed }
    process.stdout.write(json ? `${JSON.stringify(result)}\n` : describe(result))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measureSpeed(home: string, wantedBytes: number) {
  const bytes = writeHistory(home, wantedBytes)
  const parseSeconds = parseAll(home)
  const { seconds, peakBytes, turns, toolCalls } = importOnce(home, join(home, 'store'))
  return {
    bytes,
    turns,
    toolCalls,
    parseMegabytesPerSecond: round(bytes / 1e6 / parseSeconds, 1),
    megabytesPerSecond: round(bytes / 1e6 / seconds, 1),
    ratio: round(parseSeconds / seconds, 3),
    peakMegabytes: Math.round(peakBytes / 1e6),
  }
}

/** @returns seconds of processor time */
function parseAll(home: string): number {
  const before = process.cpuUsage()
  for (const file of globSync('.claude/projects/**/*.jsonl', { cwd: home })) {
    for (const line of readFileSync(join(home, file), 'utf8').split('\n')) {
      if (line !== '') JSON.parse(line)
    }
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

interface Outcome {
  readonly turns: number
  readonly toolCalls: number
  readonly seconds: number
  readonly peakBytes: number
}

function importOnce(home: string, store: string): Outcome {
  const { stdout, status } = spawnSync(process.execPath, [once, home, store], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error('the import failed')
  return JSON.parse(stdout) as Outcome
}

async function killAgainAndAgain(home: string) {
  writeHistory(home, killedBytes)
  const clean = join(home, 'clean')
  const startedAt = performance.now()
  importOnce(home, clean)
  const tookMs = performance.now() - startedAt
  const killed = join(home, 'killed')
  const random = createRandom(7)
  for (let kill = 0; kill < kills; kill++) await killAfter(home, killed, tookMs * random())
  importOnce(home, killed)
  return { kills, isSameAfterKills: contentOf(clean) === contentOf(killed) }
}

async function killAfter(home: string, store: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, [once, home, store], { stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), ms)
  await new Promise((resolve) => child.on('exit', resolve))
  clearTimeout(timer)
}

/** Everything but ids, which are made anew, and what is kept to go on from. */
function contentOf(store: string): string {
  const database = new DatabaseSync(join(store, 'throughline.db'), { readOnly: true })
  const rows = [
    'SELECT host_session_id, status, cwd, started_at, last_event_at, event_count FROM sessions ORDER BY 1',
    `SELECT host_session_id, number, prompt, answer, outcome, turns.started_at FROM turns
       JOIN sessions ON session_id = sessions.id ORDER BY 1, 2`,
    'SELECT tool_use_id, tool_name, outcome, hex(output_hash) FROM tool_events ORDER BY 1',
  ].map((sql) => database.prepare(sql).all())
  database.close()
  return JSON.stringify(rows)
}

function describe(result: ReturnType<typeof measureSpeed> & { isSameAfterKills: boolean }): string {
  const { ratio, peakMegabytes } = result
  return formatTable([
    ['', 'measured', 'wanted'],
    ['history', `${Math.round(result.bytes / 1e6)} MB`, ''],
    ['JSON.parse alone', `${result.parseMegabytesPerSecond} MB/s`, ''],
    ['import', `${result.megabytesPerSecond} MB/s`, '40 MB/s'],
    ['import to JSON.parse', `${ratio} ×`, '0.25 ×'],
    ['most memory', `${peakMegabytes} MB`, '250 MB'],
    [`killed ${kills} times`, result.isSameAfterKills ? 'the same' : 'DIFFERENT', 'the same'],
  ])
}
