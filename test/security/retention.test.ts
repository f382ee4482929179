/** What is old goes by itself, and only that. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  world.writeConfig({ extraction: { mode: 'off' } })
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

describe('memories', () => {
  test('of a project go after 90 days, of a session after 14', async () => {
    await addMemory(91)
    await addMemory(15, { scope: 'session', scopeId: 's' })
    const kept = [await addMemory(89), await addMemory(13, { scope: 'session', scopeId: 's' })]
    await local.jobs.prune()
    expect(left()).toEqual(kept.sort())
  })

  test('that are global or of an agent stay for ever', async () => {
    const kept = [
      await addMemory(4_000, { scope: 'global', scopeId: '' }),
      await addMemory(4_000, { scope: 'agent', scopeId: 'reviewer' }),
    ]
    await local.jobs.prune()
    expect(left()).toEqual(kept.sort())
  })

  test('that are preferences, corrections, pinned or in use stay in every scope', async () => {
    const kept = [
      await addMemory(4_000, { kind: 'preference' }),
      await addMemory(4_000, { kind: 'correction', scope: 'session', scopeId: 's' }),
      await addMemory(4_000, { pinned: true }),
      await addMemory(4_000, { lastUsedAt: daysAgo(3), useCount: 1 }),
    ]
    await local.jobs.prune()
    expect(left()).toEqual(kept.sort())
  })

  test('that nobody confirmed go after 90 days, whatever their kind and scope', async () => {
    const heard = { standing: 'candidate', confirmation: undefined, source: 'heuristic' } as const
    await addMemory(91, { ...heard, kind: 'preference' })
    await addMemory(91, { ...heard, scope: 'global', scopeId: '' })
    const kept = [await addMemory(89, { ...heard, kind: 'correction' })]
    const { stdout } = await runCli(world, ['prune', '--dry-run'])
    expect(stdout).toMatch(/candidates +2 +not confirmed for 90 days/)
    await local.jobs.prune()
    expect(left()).toEqual(kept)
  })

  test('can be restored, as if forgotten by hand', async () => {
    const id = await addMemory(91)
    await local.jobs.prune()
    expect((await runCli(world, ['restore', id])).code).toBe(0)
    expect(left()).toEqual([id])
  })

  test('stay or go by the settings of their scope', async () => {
    const project = await addMemory(91)
    await addMemory(8, { scope: 'global', scopeId: '' })
    world.writeConfig({ retention: { projectDays: 0, globalDays: 7 } })
    await local.jobs.prune()
    expect(left()).toEqual([project])
  })
})

describe('history', () => {
  test('goes after 180 days without an event, and no byte of it stays', async () => {
    await addSession('quagga', 181)
    await addSession('okapi', 179)
    expect(filesWith(world.paths.root, 'promptquagga')).not.toEqual([])
    await local.jobs.prune()
    expect(sessions()).toEqual(['okapi'])
    expect(filesWith(world.paths.root, 'quagga')).toEqual([])
  })

  test('goes oldest first while the database is too large', async () => {
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await addSession(name, 40 - index)
    const gigabytes = (local.store.usedBytes() - 1) / 1024 ** 3
    world.writeConfig({ retention: { historyGigabytes: gigabytes } })
    await local.jobs.prune()
    expect(sessions().at(-1)).toBe('d')
    expect(sessions()).not.toContain('a')
  })

  test('is captured again when its host goes on with it', async () => {
    await addSession('quagga', 181)
    await local.jobs.prune()
    await addSession('quagga', 0)
    expect(sessions()).toEqual(['quagga'])
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
})

test('rejected events go after 30 days', async () => {
  const reject = (name: string, days: number) =>
    writeFileSync(
      join(world.paths.rejected, `${name}.spool.json`),
      JSON.stringify({ reason: 'broken', at: daysAgo(days), text: `text ${name}` }),
    )
  reject('1-1', 31)
  reject('1-2', 29)
  await local.jobs.prune()
  expect(filesWith(world.paths.rejected, 'text')).toEqual(['1-2.spool.json'])
})

test('prune --dry-run says what would go and why, and prune does it', async () => {
  await addMemory(91)
  await addSession('quagga', 181)
  const planned = await runCli(world, ['prune', '--dry-run'])
  expect(planned.stdout).toBe(
    [
      'Would delete:',
      '  project memories  1  not changed or used for 90 days',
      '  sessions          1  no event for 180 days',
      'Memories and candidates can be restored for 30 days: throughline list --forgotten',
      '',
    ].join('\n'),
  )
  expect(left()).toHaveLength(1)
  const pruned = await runCli(world, ['prune'])
  expect(pruned.stdout).toBe(planned.stdout.replace('Would delete', 'Deleted'))
  expect([...left(), ...sessions()]).toEqual([])
  const again = await runCli(world, ['prune'])
  expect(again.stdout).toBe('Nothing is older than your settings allow\n')
})

test.each([[{ projectDays: -1 }], [{ historyDays: 1.5 }], [{ historyGigabytes: -5 }]])(
  'settings that make no sense are refused: %j',
  async (retention) => {
    world.writeConfig({ retention })
    const { code, stderr } = await runCli(world, ['prune'])
    expect(code).toBe(2)
    expect(stderr).toContain('retention')
  },
)
