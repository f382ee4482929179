/**
 * From spool to database: how many 4 KB events per second one process ingests, including redaction
 * and compression, and how many bytes each event adds to the database. Events per second depend on
 * the machine, so the same files are also moved into a bare table: read, parsed, inserted, removed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Local, openLocal } from '../src/compose/local.ts'
import type { JsonObject } from '../src/core/model/json.ts'
import type { BenchOptions } from './options.ts'

const eventCount = 6_000
const sessionCount = 20
const payloadBytes = 4_096
const wantedPerSecond = 1_500
const batchSize = 256

export async function run({ json }: BenchOptions): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'throughline-bench-'))
  try {
    const result = await measure(root)
    process.stdout.write(json ? `${JSON.stringify(result)}\n` : describe(result))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function measure(root: string) {
  const local = await openLocal({ root, userHome: root, env: {} })
  try {
    await fillSpool(local)
    const barePerSecond = moveIntoBareTable(local.paths.spool, join(root, 'bare.db'))
    await fillSpool(local)
    const bytesBefore = local.store.bytes()
    const startedAt = performance.now()
    const result = await local.drain(new AbortController().signal)
    const seconds = (performance.now() - startedAt) / 1_000
    if (result?.ingested.length !== eventCount) throw new Error('not every event was ingested')
    const grown = local.store.bytes() - bytesBefore
    return {
      events: eventCount,
      payloadBytes,
      eventsPerSecond: Math.round(eventCount / seconds),
      barePerSecond,
      ratio: Number((barePerSecond / (eventCount / seconds)).toFixed(2)),
      databaseBytesPerEvent: Math.round(grown / eventCount),
      logBytes: statSync(join(root, 'throughline.db-wal')).size,
    }
  } finally {
    local.close()
  }
}

async function fillSpool(local: Local): Promise<void> {
  for (let number = 0; number < eventCount; number++) {
    await local.spool.add(
      { host: 'claude-code', event: 'PostToolUse', cwd: '/home/dev/project' },
      JSON.stringify(samplePayload(number)),
    )
  }
}

/** @returns files per second */
function moveIntoBareTable(spool: string, file: string): number {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec('CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT)')
  const insert = database.prepare('INSERT INTO bare (body) VALUES (?)')
  const names = readdirSync(spool).filter((name) => name.endsWith('.spool'))
  if (names.length !== eventCount) throw new Error(`${names.length} files instead of ${eventCount}`)
  const startedAt = performance.now()
  for (let from = 0; from < names.length; from += batchSize) {
    const batch = names.slice(from, from + batchSize).map((name) => join(spool, name))
    database.exec('BEGIN IMMEDIATE')
    for (const path of batch) {
      const text = readFileSync(path, 'utf8')
      insert.run(JSON.stringify(JSON.parse(text.slice(text.indexOf('{"session_id"')))))
    }
    database.exec('COMMIT')
    for (const path of batch) unlinkSync(path)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  database.close()
  return Math.round(eventCount / seconds)
}

/** A tool call whose output looks like source code and differs from every other. */
export function samplePayload(number: number): JsonObject {
  const session = number % sessionCount
  const lines: string[] = []
  for (let size = 0, line = 0; size < payloadBytes - 500; line++) {
    const text = `  const ${word(number, line)} = read(${word(line, number)}, ${number * 31 + line})`
    lines.push(text)
    size += text.length + 2
  }
  return {
    session_id: `00000000-0000-4000-8000-${String(session).padStart(12, '0')}`,
    transcript_path: `/home/dev/.claude/projects/project/${session}.jsonl`,
    cwd: '/home/dev/project',
    prompt_id: `00000000-0000-4000-9000-${String(session).padStart(12, '0')}`,
    permission_mode: 'default',
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_input: { file_path: `/home/dev/project/src/file-${number}.ts` },
    tool_response: { content: lines.join('\n') },
    tool_use_id: `toolu_bench_${number}`,
    duration_ms: number % 900,
  }
}

/** A made-up identifier, deterministic in its numbers. */
function word(a: number, b: number): string {
  const syllables = ['load', 'user', 'page', 'cache', 'price', 'route', 'state', 'order']
  const pick = (seed: number) => syllables[Math.abs(seed) % syllables.length] ?? ''
  const second = pick(a + b * 3)
  return `${pick(a * 7 + b)}${second.charAt(0).toUpperCase()}${second.slice(1)}${(a * b) % 97}`
}

function describe(result: Awaited<ReturnType<typeof measure>>): string {
  const verdict = result.eventsPerSecond >= wantedPerSecond ? 'reached' : 'missed'
  return [
    `${result.events} events of ${result.payloadBytes} bytes`,
    `events a second      ${result.eventsPerSecond}   (wanted ${wantedPerSecond}: ${verdict})`,
    `into a bare table    ${result.barePerSecond}   (${result.ratio} × as many)`,
    `database per event   ${result.databaseBytesPerEvent} bytes`,
    '',
  ].join('\n')
}
