/**
 * How long work on 10,000 memories blocks the daemon's thread and the store: a hook waits for the
 * longest block, a writer for the longest transaction.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sha256 } from '../src/adapters/ids.ts'
import { type Local, openLocal, systemClock } from '../src/compose/local.ts'
import { operations } from '../src/contract/operations/index.ts'
import { consolidate } from '../src/core/consolidation/consolidate.ts'
import { addDoubles, fillStore } from './holds-data.ts'
import { samplePayload } from './ingest.ts'
import type { BenchOptions } from './options.ts'
import { formatTable, round } from './statistics.ts'

const memoryCount = 10_000
const doubles = 100
const spooled = 2_000
const wantedHoldMs = 50

interface Held {
  readonly name: string
  readonly totalMs: number
  /** The longest time the thread was blocked. */
  readonly holdMs: number
  /** The longest write transaction. */
  readonly waitMs: number
}

export async function run({ json }: BenchOptions): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'throughline-holds-'))
  const local = await openLocal({ root, userHome: root, env: {} })
  try {
    const rows = await measureAll(local)
    process.stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : present(rows))
  } finally {
    local.close()
    rmSync(root, { recursive: true, force: true })
  }
}

interface Step {
  readonly name: string
  readonly prepare?: () => Promise<unknown>
  readonly work: () => Promise<unknown>
}

async function measureAll(local: Local): Promise<Held[]> {
  const rows: Held[] = []
  for (const { name, prepare, work } of await stepsOf(local)) {
    await prepare?.()
    rows.push({ name, ...(await measure(local, work)) })
  }
  return rows
}

async function stepsOf(local: Local): Promise<Step[]> {
  const { store } = local
  const { projectIds, memories } = await fillStore(store, memoryCount)
  const doubled = memories.filter((_, number) => number % (memoryCount / doubles) === 1)
  const { signal } = new AbortController()
  const consolidating = (projectId: string) => () =>
    consolidate(projectId, { ...store, clock: systemClock, hash: sha256 })
  const all = { memoriesOnly: false }
  const { listReview, getGrowth } = operations
  return [
    { name: 'consolidate all, nothing to do', work: consolidating('all') },
    {
      name: 'consolidate a project, nothing to do',
      work: consolidating(projectIds[0] ?? ''),
    },
    {
      name: `consolidate all, ${doubles} merges`,
      prepare: () => addDoubles(store, doubled),
      work: consolidating('all'),
    },
    {
      name: 'read the review queue',
      work: () => local.operations.listReview(listReview.input.parse({})),
    },
    {
      name: `drain ${spooled} events`,
      prepare: () => spoolEvents(local),
      work: () => local.drain(signal),
    },
    { name: 'index them', work: () => local.catchUpIndex(signal) },
    { name: 'rebuild index and digests', work: () => local.rebuilding.all() },
    { name: 'export', work: () => exhaust(local.transfer.exportData(all)) },
    { name: 'growth', work: () => local.operations.getGrowth(getGrowth.input.parse({})) },
    { name: 'prune', work: () => local.jobs.prune() },
    { name: 'check files', work: () => local.jobs.checkMemories(signal) },
  ]
}

async function measure(
  { store }: Local,
  work: () => Promise<unknown>,
): Promise<Omit<Held, 'name'>> {
  let [isDone, holdMs, waitMs] = [false, 0, 0]
  const watched = watch()
  const knocked = knock()
  await nextTurn()
  const startedAt = usedMs()
  await work()
  const totalMs = usedMs() - startedAt
  isDone = true
  await Promise.all([watched, knocked])
  return { totalMs: round(totalMs, 0), holdMs: round(holdMs, 0), waitMs: round(waitMs, 0) }

  async function watch(): Promise<void> {
    for (let last = usedMs(); !isDone; ) {
      await nextTurn()
      const now = usedMs()
      holdMs = Math.max(holdMs, now - last)
      last = now
    }
  }

  async function knock(): Promise<void> {
    for (let last = usedMs(); !isDone; ) {
      await nextTurn()
      await store.transaction(async () => undefined)
      const now = usedMs()
      waitMs = Math.max(waitMs, now - last)
      last = now
    }
  }
}

/** CPU time of this thread: on a busy machine the clock would measure other processes. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function spoolEvents({ spool }: Local): Promise<void> {
  for (let number = 0; number < spooled; number++) {
    const envelope = { host: 'claude-code', event: 'PostToolUse', cwd: '/home/dev/project' }
    await spool.add(envelope, JSON.stringify(samplePayload(number)))
  }
}

async function exhaust(lines: AsyncIterable<unknown>): Promise<void> {
  for await (const line of lines) JSON.stringify(line)
}

function present(rows: readonly Held[]): string {
  return formatTable([
    [`${memoryCount} memories`, 'total ms', 'longest hold ms', 'longest wait to write ms', ''],
    ...rows.map(({ name, totalMs, holdMs, waitMs }) => [
      name,
      `${totalMs}`,
      `${holdMs}`,
      `${waitMs}`,
      holdMs > wantedHoldMs ? 'long' : '',
    ]),
  ])
}
