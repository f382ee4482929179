/** What is old goes by itself, and only that. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import type { Memory } from '../../src/core/model/memory.ts'
import { sampleMemory } from '../conformance/samples.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { filesWith } from '../support/homes/files-with.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

let world: World
let local: Local
beforeEach(async () => {
  world = createWorld()
  onTestFinished(() => world.close())
  world.writeConfig({ learning: { rules: false } })
  local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  onTestFinished(() => local.close())
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

let stored = 0
async function addMemory(days: number, changes: Partial<Memory> = {}): Promise<string> {
  const id = local.store.ids.next()
  stored += 1
  const contentHash = String(stored).padStart(32, '0')
  const times = { createdAt: daysAgo(days), updatedAt: daysAgo(days), validFrom: daysAgo(days) }
  const memory = sampleMemory(id, { contentHash, ...times, ...changes })
  await local.store.transaction(({ memories }) => memories.insert(memory))
  return id
}

/** Enough to count in pages of the database. */
const incompressible = () => randomBytes(100_000).toString('hex')

async function addSession(name: string, days: number): Promise<void> {
  const session = sessionPayloads(name, world.project)
  const spool = (event: string, payload: object) =>
    writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)
  spool('UserPromptSubmit', session.prompt(1, `Look into prompt${name}`))
  spool('PostToolUse', session.toolUse(1, name, `output${name} ${incompressible()}`))
  spool('Stop', session.stop(1, `It was answer${name}. Done.`))
  await local.drain(AbortSignal.timeout(10_000))
  await local.catchUpIndex(AbortSignal.timeout(10_000))
  const [row] = world.rows('SELECT id FROM sessions WHERE host_session_id = ?', name)
  const at = daysAgo(days)
  const past = { startedAt: at, lastEventAt: at, status: 'completed', endedAt: at } as const
  await local.store.transaction(({ capture }) => capture.updateSession(String(row?.id), past))
}

const left = () => world.rows('SELECT id FROM memories ORDER BY id').map(({ id }) => String(id))
const sessions = () =>
  world
    .rows('SELECT host_session_id AS name FROM sessions ORDER BY last_event_at')
    .map(({ name }) => name)

/** Throughline ran on each of the last days. */
async function runFor(days: number, from = 0): Promise<void> {
  for (let day = from; day < from + days; day += 1) {
    await local.store.growth.noteSize({ day: daysAgo(day).slice(0, 10), bytes: 1 })
  }
}

describe('memories', () => {
  beforeEach(() => runFor(120))

  test('of a session go after 14 days on which Throughline ran', async () => {
    const ofSession = { scope: 'session', scopeId: 's' } as const
    await addMemory(16, ofSession)
    const kept = [await addMemory(13, ofSession)]
    await local.jobs.prune()
    expect(left()).toEqual(kept)
  })

  test('that a person or an agent stated stay for ever', async () => {
    const kept = [
      await addMemory(4_000),
      await addMemory(4_000, { scope: 'global', scopeId: '' }),
      await addMemory(4_000, { scope: 'agent', scopeId: 'reviewer' }),
    ]
    await local.jobs.prune()
    expect(left()).toEqual(kept.sort())
  })

  test('that are preferences, corrections, pinned or in use stay in every scope', async () => {
    const ofSession = { scope: 'session', scopeId: 's' } as const
    const kept = [
      await addMemory(4_000, { ...ofSession, kind: 'preference' }),
      await addMemory(4_000, { ...ofSession, kind: 'correction' }),
      await addMemory(4_000, { ...ofSession, pinned: true }),
      await addMemory(4_000, { ...ofSession, lastUsedAt: daysAgo(3), useCount: 1 }),
    ]
    await local.jobs.prune()
    expect(left()).toEqual(kept.sort())
  })

  test('that nobody confirmed go after 90 days, whatever their kind and scope', async () => {
    const heard = { standing: 'candidate', confirmation: undefined, source: 'heuristic' } as const
    await addMemory(92, { ...heard, kind: 'preference' })
    await addMemory(92, { ...heard, scope: 'global', scopeId: '' })
    const kept = [await addMemory(89, { ...heard, kind: 'correction' })]
    const { stdout } = await runCli(world, ['prune', '--dry-run'])
    expect(stdout).toMatch(/candidates +2 +not confirmed for 90 days/)
    await local.jobs.prune()
    expect(left()).toEqual(kept)
  })

  test('can be restored, as if forgotten by hand', async () => {
    const id = await addMemory(16, { scope: 'session', scopeId: 's' })
    await local.jobs.prune()
    expect(left()).toEqual([])
    expect((await runCli(world, ['restore', id])).code).toBe(0)
    expect(left()).toEqual([id])
  })

  test('stay or go by the settings', async () => {
    await addMemory(8, { scope: 'session', scopeId: 's' })
    world.writeConfig({ retention: { sessionDays: 7 } })
    await local.jobs.prune()
    expect(left()).toEqual([])
  })

  test('go at most a fifth a day', async () => {
    for (let count = 0; count < 300; count += 1) {
      await addMemory(16, { scope: 'session', scopeId: 's' })
    }
    await local.jobs.prune()
    await local.jobs.prune()
    expect(left()).toHaveLength(240)
  })
})

describe('history', () => {
  beforeEach(() => runFor(240))

  const leaving = () =>
    world
      .rows('SELECT host_session_id AS name FROM sessions WHERE leaving_since IS NOT NULL')
      .map(({ name }) => name)

  /** As if the sessions had been marked that many days ago, and retention runs again. */
  async function markedDaysAgo(days: number): Promise<void> {
    await local.close()
    const database = new DatabaseSync(world.paths.database)
    database
      .prepare('UPDATE sessions SET leaving_since = ? WHERE leaving_since > 0')
      .run(daysAgo(days))
    database.exec('UPDATE database_sizes SET was_pruned = 0')
    database.close()
    local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    await local.jobs.prune()
  }

  test('is marked after 180 days without an event, and deleted 30 days later without a trace', async () => {
    await addSession('quagga', 182)
    await addSession('okapi', 179)
    expect(filesWith(world.paths.root, 'promptquagga')).not.toEqual([])
    await local.jobs.prune()
    expect([sessions(), leaving()]).toEqual([['quagga', 'okapi'], ['quagga']])
    await markedDaysAgo(29)
    expect(sessions()).toEqual(['quagga', 'okapi'])
    await markedDaysAgo(31)
    expect(sessions()).toEqual(['okapi'])
    expect(filesWith(world.paths.root, 'quagga')).toEqual([])
  })

  test('that is marked is listed, can be read, and stays if its user restores it', async () => {
    await addSession('quagga', 182)
    await local.jobs.prune()
    expect((await runCli(world, ['sessions', '--leaving'])).stdout).toContain('promptquagga')
    const [row] = world.rows('SELECT id FROM sessions')
    expect((await runCli(world, ['restore', '--session', 'quagga'])).stdout).toBe(
      `Session ${String(row?.id).slice(-10)} stays\n`,
    )
    await markedDaysAgo(31)
    expect([sessions(), leaving()]).toEqual([['quagga'], []])
    const again = await runCli(world, ['restore', '--session', 'quagga'])
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('is not marked for deletion')
  })

  test('that is marked stays if its host continues it', async () => {
    await addSession('quagga', 182)
    await local.jobs.prune()
    await addSession('quagga', 0)
    await markedDaysAgo(31)
    expect(sessions()).toEqual(['quagga'])
    expect((await runCli(world, ['sessions', '--leaving'])).stdout).not.toContain('quagga')
  })

  test('that is marked stays if the settings allow it by then', async () => {
    await addSession('quagga', 182)
    await local.jobs.prune()
    world.writeConfig({ retention: { historyDays: 0 } })
    await markedDaysAgo(31)
    expect(sessions()).toEqual(['quagga'])
  })

  test('is marked oldest first while the database is too large', async () => {
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await addSession(name, 40 - index)
    const gigabytes = (local.store.usedBytes() - 1) / 1024 ** 3
    world.writeConfig({ retention: { historyGigabytes: gigabytes } })
    await local.jobs.prune()
    expect([sessions(), leaving()]).toEqual([['a', 'b', 'c', 'd'], ['a']])
    await markedDaysAgo(31)
    expect(sessions()).toEqual(['b', 'c', 'd'])
  })

  test('goes at once, oldest first, while the database is a quarter too large', async () => {
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await addSession(name, 40 - index)
    const gigabytes = local.store.usedBytes() / 1.26 / 1024 ** 3
    world.writeConfig({ retention: { historyGigabytes: gigabytes } })
    await local.jobs.prune()
    expect(sessions()).toEqual(['b', 'c', 'd'])
  })

  test('that is being deleted when the process dies is finished by the next run', async () => {
    await addSession('quagga', 1)
    const [row] = world.rows('SELECT id FROM sessions')
    const target = { sessionId: String(row?.id), turnId: undefined }
    const at = daysAgo(0)
    await local.store.deletion.begin(target, { withMemories: false, forever: true, at })
    await local.jobs.prune()
    expect(sessions()).toEqual([])
    expect(filesWith(world.paths.root, 'quagga')).toEqual([])
  })

  test('that leaves is reported by doctor', async () => {
    await addSession('quagga', 182)
    await local.jobs.prune()
    const { stdout } = await runCli(world, ['doctor', '--all'])
    expect(stdout).toMatch(/retention: 1 session will be deleted within 30 days/)
  })
})

test('rejected events go after 30 days', async () => {
  await runFor(40)
  const reject = (name: string, days: number) =>
    writeFileSync(
      join(world.paths.rejected, `${name}.spool.json`),
      JSON.stringify({ reason: 'broken', at: daysAgo(days), text: `text ${name}` }),
    )
  reject('1-1', 32)
  reject('1-2', 29)
  await local.jobs.prune()
  expect(filesWith(world.paths.rejected, 'text')).toEqual(['1-2.spool.json'])
})

test('prune --dry-run says what would go and why, and prune does it', async () => {
  await runFor(200)
  await addMemory(16, { scope: 'session', scopeId: 's' })
  await addSession('quagga', 182)
  const planned = await runCli(world, ['prune', '--dry-run'])
  expect(planned.stdout).toBe(
    [
      'Would remove:',
      '  session memories  1  not changed or used for 14 days',
      '  sessions marked   1  no event for 180 days',
      'Memories and candidates can be restored for 30 days: throughline list --forgotten',
      'Marked sessions are deleted in 30 days: throughline sessions --leaving lists them,',
      'throughline restore --session ID keeps one',
      '',
    ].join('\n'),
  )
  expect(left()).toHaveLength(1)
  const pruned = await runCli(world, ['prune'])
  expect(pruned.stdout).toBe(planned.stdout.replace('Would remove', 'Removed'))
  expect(left()).toEqual([])
  const again = await runCli(world, ['prune'])
  expect(again.stdout).toBe('Nothing is older than your settings allow\n')
})

test.each([[{ sessionDays: -1 }], [{ historyDays: 1.5 }], [{ historyGigabytes: -5 }]])(
  'settings that make no sense are refused: %j',
  async (retention) => {
    world.writeConfig({ retention })
    const { code, stderr } = await runCli(world, ['prune'])
    expect(code).toBe(2)
    expect(stderr).toContain('retention')
  },
)
