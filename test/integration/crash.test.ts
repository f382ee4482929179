/** Nothing is lost and nothing is counted twice, whatever happens to the daemon and the disk. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLongRun, runsOf } from '../hermetic/long-run.ts'
import { createRandom } from '../support/core/random.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import {
  eventsPerSession,
  planSession,
  sessionsOf,
  turnsPerSession,
} from '../support/homes/spool-writer.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { type RunningDaemon, spawnDaemon, startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

let world: World

beforeEach(() => {
  world = createWorld()
  installShim(world)
})

afterEach(() => world.close())

const countOf = (table: string) => Number(world.rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n)
const waiting = () => globSync('*.spool', { cwd: world.paths.spool })
const column = (sql: string, name: string) => world.rows(sql).map((row) => String(row[name]))
const logText = () => readFileSync(join(world.paths.logs, 'daemon.log'), 'utf8')

async function waitUntilTaken(events: number, limitMs: number): Promise<void> {
  await waitFor('an empty spool', () => waiting().length === 0, limitMs)
  await waitFor(`${events} events`, () => countOf('events') >= events, limitMs)
}

function expectSound(): void {
  expect(world.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(world.rows('PRAGMA foreign_key_check')).toEqual([])
}

describe('8 writers and a daemon that is killed again and again', () => {
  const writers = 8
  const sessionsPerWriter = isLongRun ? 5 : 1
  const kills = isLongRun ? 20 : 4
  const hookSessions = ['hook-a', 'hook-b', 'hook-c', 'hook-d']
  const hooksPerSession = runsOf(100)

  const written = Array.from({ length: writers }, (_, w) => sessionsOf(w, sessionsPerWriter)).flat()
  const total = written.length * eventsPerSession + hookSessions.length * hooksPerSession

  function startWriter(writer: number): Promise<unknown> {
    const script = fileURLToPath(new URL('../support/homes/spool-writer.ts', import.meta.url))
    const args = [world.paths.spool, world.project, writer, sessionsPerWriter, 60].map(String)
    const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env: world.env })
    world.watch(child)
    return once(child, 'exit')
  }

  async function runHooks(session: string): Promise<void> {
    const { toolUse } = sessionPayloads(session, world.project)
    for (let number = 0; number < hooksPerSession; number++) {
      const run = await runShim(world, 'PostToolUse', toolUse(1, `toolu_${session}_${number}`))
      expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
    }
  }

  async function killAgainAndAgain(): Promise<void> {
    const random = createRandom(20_260)
    for (let kill = 0; kill < kills; kill++) {
      // Every other one is killed at work, the rest wherever the moment finds them.
      const isAtWork = kill % 2 === 0
      const daemon = isAtWork ? await startDaemon(world) : spawnDaemon(world)
      await delay(random() * (isAtWork ? 700 : 1_300))
      daemon.child.kill('SIGKILL')
      expect(await daemon.ended).toBe('SIGKILL')
    }
  }

  it('ends with every event once and every job once', async () => {
    expect(total).toBeGreaterThanOrEqual(isLongRun ? 10_000 : 1_900)
    await Promise.all([
      ...Array.from({ length: writers }, (_, writer) => startWriter(writer)),
      ...hookSessions.map(runHooks),
      killAgainAndAgain(),
    ])
    expect(logText().match(/"msg":"started"/g)?.length).toBeGreaterThanOrEqual(kills / 2)
    const daemon = await startDaemon(world)
    await waitUntilTaken(total, 120_000)

    expect(countOf('events')).toBe(total)
    expectEveryToolOnce()
    expectOrder()
    expectJobs()
    expectSound()
    expect(readdirSync(world.paths.spool, { recursive: true })).toEqual(['rejected'])
    expect(await daemon.kill('SIGTERM')).toBe(0)
    expectSound()
  })

  function expectEveryToolOnce(): void {
    const planned = written.flatMap((id) =>
      planSession(id, world.project).flatMap(({ toolUseId }) => toolUseId ?? []),
    )
    const hooked = hookSessions.flatMap((id) =>
      Array.from({ length: hooksPerSession }, (_, number) => `toolu_${id}_${number}`),
    )
    const stored = column('SELECT tool_use_id FROM tool_events', 'tool_use_id')
    expect(stored.sort()).toEqual([...planned, ...hooked].sort())
  }

  /** Within a session, as it happened. */
  function expectOrder(): void {
    for (const id of written) {
      const names = world.rows(
        `SELECT events.name AS name, tool_use_id FROM events JOIN sessions ON sessions.id = events.session_id
         LEFT JOIN tool_events ON tool_events.id = events.id
         WHERE host_session_id = ? ORDER BY events.id`,
        id,
      )
      const planned = planSession(id, world.project)
      expect(names.map(({ name, tool_use_id }) => [name, tool_use_id])).toEqual(
        planned.map(({ event, toolUseId }) => [event, toolUseId ?? null]),
      )
    }
  }

  function expectJobs(): void {
    const turns = column('SELECT id FROM turns ORDER BY id', 'id')
    expect(turns).toHaveLength(written.length * turnsPerSession)
    for (const kind of ['digest-turn', 'extract']) {
      const subjects = column(
        `SELECT subject FROM jobs WHERE kind = '${kind}' AND subject NOT LIKE '%:%' ORDER BY subject`,
        'subject',
      )
      expect(subjects).toEqual(turns)
    }
    const ended = column("SELECT id FROM sessions WHERE status = 'completed' ORDER BY id", 'id')
    expect(ended).toHaveLength(written.length)
    expect(
      column("SELECT subject FROM jobs WHERE kind = 'digest-session' ORDER BY subject", 'subject'),
    ).toEqual(ended)
    expect(column("SELECT subject FROM jobs WHERE status = 'parked'", 'subject')).toEqual([])
  }
})

describe('a full disk', () => {
  const events = 400
  /** In blocks of 512 bytes: enough for an empty database, too little for what comes. */
  const room = 'ulimit -S -f 2800'

  /** Gives the process its room back, or where nobody can, gives its room to another. */
  async function makeRoom(daemon: RunningDaemon): Promise<RunningDaemon> {
    try {
      execFileSync('prlimit', ['--pid', String(daemon.pid), '--fsize=unlimited'])
      return daemon
    } catch {
      await daemon.kill('SIGTERM')
      return startDaemon(world)
    }
  }

  it('makes the daemon wait, and everything is there once there is room', async () => {
    const random = createRandom(7)
    const daemon = await startDaemon(world, { after: room })
    const { toolUse } = sessionPayloads('s1', world.project)
    for (let number = 0; number < events; number++) {
      const noise = Array.from({ length: 120 }, () => random().toString(36).slice(2)).join('')
      const payload = toolUse(1, `toolu_${number}`, noise)
      writeSpoolFile(world.paths.spool, { event: 'PostToolUse' }, payload)
    }
    await waitFor('the trouble', () => logText().includes('could not be drained'))
    expect(waiting().length).toBeGreaterThan(0)
    expect(countOf('events') + waiting().length).toBeGreaterThanOrEqual(events)
    expect((await fetch(`http://127.0.0.1:${daemon.port}/health`)).status).toBe(200)
    expect((await daemon.request('/api/sessions')).status).toBe(200)

    await makeRoom(daemon)
    await waitUntilTaken(events, 30_000)
    const ids = column('SELECT tool_use_id FROM tool_events ORDER BY id', 'tool_use_id')
    expect(ids).toEqual(Array.from({ length: events }, (_, number) => `toolu_${number}`))
    expectSound()
  })

  it('makes a hook give up its event whole, never a part of it', async () => {
    const { toolUse } = sessionPayloads('s1', world.project)
    const output = 'a line of output\n'.repeat(300)
    for (let number = 0; number < 10; number++) {
      const isFull = number % 2 === 1
      const payload = toolUse(1, `toolu_${number}`, output)
      const run = await runShim(
        world,
        'PostToolUse',
        payload,
        isFull ? { after: 'ulimit -f 2' } : {},
      )
      expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
    }
    expect(globSync('*', { cwd: world.paths.spool, exclude: ['rejected'] })).toHaveLength(5)
    expect(globSync('.*.tmp', { cwd: world.paths.spool })).toEqual([])
    await startDaemon(world)
    await waitUntilTaken(5, 10_000)
    const ids = column('SELECT tool_use_id FROM tool_events ORDER BY tool_use_id', 'tool_use_id')
    expect(ids).toEqual([0, 2, 4, 6, 8].map((number) => `toolu_${number}`))
    expect(globSync('*', { cwd: world.paths.rejected })).toEqual([])
  })
})
