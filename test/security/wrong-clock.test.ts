/** A wrong clock, ahead or behind by days or years, deletes nothing and spends nothing twice. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import type { Memory } from '../../src/core/model/memory.ts'
import { sampleMemory } from '../conformance/samples.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'

const dayMs = 86_400_000
const year = 365
const noon = Date.parse('2026-03-10T12:00:00.000Z')

let world: World
let local: Local
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  world = createWorld()
  world.writeConfig({ learning: { rules: false } })
  await open()
})
afterEach(async () => {
  vi.useRealTimers()
  local.close()
  await world.close()
})

async function open(): Promise<void> {
  local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
}

const dateAt = (days: number) => new Date(noon + days * dayMs).toISOString()
const setClock = (days: number) => vi.setSystemTime(noon + days * dayMs)

/** A start of the daemon and its first housekeeping. */
async function restart(): Promise<void> {
  local.close()
  await open()
  await local.jobs.prune()
  await local.recordDatabaseSize()
}

async function addMemory(days: number, changes: Partial<Memory>): Promise<string> {
  const id = local.store.ids.next()
  const contentHash = id.replaceAll('-', '').slice(0, 32)
  const times = { createdAt: dateAt(days), updatedAt: dateAt(days), validFrom: dateAt(days) }
  const memory = sampleMemory(id, { contentHash, ...times, ...changes })
  await local.store.transaction(({ memories }) => memories.insert(memory))
  return id
}

async function addSession(name: string, days?: number): Promise<void> {
  const session = sessionPayloads(name, world.project)
  const spool = (event: string, payload: object) =>
    writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)
  spool('UserPromptSubmit', session.prompt(1, `Look into prompt${name}`))
  spool('Stop', session.stop(1, `It was answer${name}. Done.`))
  await local.drain(AbortSignal.timeout(10_000))
  if (days === undefined) return
  const [row] = world.rows('SELECT id FROM sessions WHERE host_session_id = ?', name)
  const at = dateAt(days)
  const past = { startedAt: at, lastEventAt: at, status: 'completed', endedAt: at } as const
  await local.store.transaction(({ capture }) => capture.updateSession(String(row?.id), past))
}

/** A home of 250 days, with something of every kind that retention may remove. */
async function livedIn(): Promise<void> {
  for (let day = -250; day <= 0; day += 1) {
    await local.store.growth.noteSize({ day: dateAt(day).slice(0, 10), bytes: 1 })
  }
  for (const days of [-170, -100, -1]) await addSession(`s${-days}`, days)
  await addMemory(-100, {})
  await addMemory(-9, { scope: 'session', scopeId: 's' })
  await addMemory(-60, { standing: 'candidate', confirmation: undefined, source: 'heuristic' })
  const forgotten = await addMemory(-30, {})
  await local.operations.forgetMemory({ id: forgotten, now: false })
  writeFileSync(
    join(world.paths.rejected, '1-1.spool.json'),
    JSON.stringify({ reason: 'broken', at: dateAt(-20), text: 'text' }),
  )
}

const everything = async () => ({
  sessions: world.rows('SELECT count(*) AS n FROM sessions')[0]?.n,
  leaving: world.rows('SELECT count(*) AS n FROM sessions WHERE leaving_since IS NOT NULL')[0]?.n,
  turns: world.rows('SELECT count(*) AS n FROM turns')[0]?.n,
  memories: world.rows('SELECT count(*) AS n FROM memories')[0]?.n,
  forgotten: world.rows('SELECT count(*) AS n FROM memory_archive')[0]?.n,
  rejected: (await local.spool.rejected()).length,
})
const all = { sessions: 3, leaving: 0, turns: 3, memories: 3, forgotten: 1, rejected: 1 }

describe('retention removes nothing', () => {
  beforeEach(livedIn)

  test.each([
    ['two days ahead', 2],
    ['three weeks ahead', 21],
    ['200 days ahead', 200],
    ['ten years ahead', 10 * year],
    ['two days behind', -2],
    ['200 days behind', -200],
    ['ten years behind', -10 * year],
  ])('while the clock is %s, through restarts, and when it is right again', async (_, days) => {
    expect(await everything()).toEqual(all)
    setClock(days)
    for (const _start of [1, 2, 3]) await restart()
    expect(await everything()).toEqual(all)
    setClock(0.01)
    await restart()
    expect(await everything()).toEqual(all)
  })

  test('while the clock stays 200 days ahead for days of use', async () => {
    for (const day of [0, 1, 2, 3, 4]) {
      setClock(200 + day)
      await restart()
    }
    expect(await everything()).toEqual(all)
  })

  test('while every start sees another year', async () => {
    for (let years = -20; years <= 20; years += 1) {
      setClock(years * year)
      await restart()
    }
    expect(await everything()).toEqual(all)
  })

  test('by hand either, and prune and doctor say why and what to do', async () => {
    setClock(200)
    const { stdout } = await runCli(world, ['prune'])
    expect(stdout).toBe(
      'Retention is paused: the clock says 2026-09-26, and Throughline ran on 2026-03-10; ' +
        'if the date is right, it resumes by itself once Throughline has run on 3 days; ' +
        'if not, set the clock\n',
    )
    expect(await everything()).toEqual(all)
    const doctor = await runCli(world, ['doctor'])
    expect(doctor.stdout).toContain('! retention: paused, nothing is removed: the clock says')
  })
})

test('a machine that was off for three months continues where it was', async () => {
  await livedIn()
  for (const day of [90, 91, 92, 93, 94, 95]) {
    setClock(day)
    await restart()
  }
  // Six days passed for it, so the session memory of 9 days is now 15 days old and no more.
  expect(await everything()).toEqual({ ...all, memories: 2, forgotten: 2 })
  expect((await runCli(world, ['doctor'])).stdout).not.toContain('paused')
})

test('what was stored under a clock that was ahead does not switch retention off', async () => {
  await livedIn()
  setClock(5 * year)
  await restart()
  await addSession('future')
  await addMemory(5 * year, { scope: 'session', scopeId: 's' })
  for (let day = 1; day <= 15; day += 1) {
    setClock(day)
    await restart()
  }
  const gone = await everything()
  expect(gone).toMatchObject({ sessions: 4, leaving: 1, memories: 3, forgotten: 2 })
  expect((await runCli(world, ['prune', '--dry-run'])).stdout).not.toContain('paused')
})

test('a session from the future is not the last session for ever', async () => {
  writeFileSync(join(world.project, '.git/HEAD'), 'ref: refs/heads/its-own\n')
  writeFileSync(join(world.project, '.git/refs/heads/its-own'), '')
  await addSession('future', 5 * year)
  await addSession('present', 1)
  // Opening a session makes its digest.
  for (const id of ['future', 'present']) await local.operations.getSession({ id })
  setClock(2)
  const { stdout } = await runCli(world, ['context', '--json'])
  expect(stdout).toContain('promptpresent')
  expect(stdout).not.toContain('promptfuture')
})

test('a daemon whose clock is 200 days ahead removes nothing', async () => {
  await livedIn()
  local.close()
  vi.useRealTimers()
  const ahead = noon + 200 * dayMs - Date.now()
  const steps = join(world.folder, 'clock.json')
  writeFileSync(steps, JSON.stringify([[0, ahead]]))
  const clock = join(import.meta.dirname, '../../bench/soak/machine-clock.cjs')
  const env = { NODE_OPTIONS: `--require=${clock}`, SOAK_CLOCK: steps }
  const daemon = await startDaemon(world, { env })
  await waitFor('its housekeeping', () => {
    const [job] = world.rows("SELECT status FROM jobs WHERE kind = 'prune'")
    return job?.status === 'done'
  })
  await daemon.kill('SIGTERM')
  await open()
  onTestFinished(() => local.close())
  expect(await everything()).toEqual(all)
  expect(world.rows('SELECT max(day) AS day FROM database_sizes')[0]?.day).toBe('2026-09-26')
})
