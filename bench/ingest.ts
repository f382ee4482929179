/**
 * From spool to database: how many 4 KB events per second one process ingests, including redaction
 * and compression, and how many bytes each event adds to the database.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocal } from '../src/compose/local.ts'
import type { JsonObject } from '../src/core/model/json.ts'
import type { BenchOptions } from './options.ts'

const eventCount = 6_000
const sessionCount = 20
const payloadBytes = 4_096
const wantedPerSecond = 1_500

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
    for (let number = 0; number < eventCount; number++) {
      await local.spool.add(
        { host: 'claude-code', event: 'PostToolUse', cwd: '/home/dev/project' },
        JSON.stringify(samplePayload(number)),
      )
    }
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
      databaseBytesPerEvent: Math.round(grown / eventCount),
      logBytes: statSync(join(root, 'throughline.db-wal')).size,
    }
  } finally {
    local.close()
  }
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
    `database per event   ${result.databaseBytesPerEvent} bytes`,
    '',
  ].join('\n')
}
