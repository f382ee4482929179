/** The daemon's life: one per home, found by its run file, gone when it is told to go. */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tryLock } from '../../src/adapters/sqlite/connection/process-lock.ts'
import { runDaemon } from '../../src/entry/daemon/daemon.ts'
import { ensureHome } from '../../src/home/ensure-home.ts'
import { version } from '../../src/home/version.ts'
import { allowedPorts } from '../hermetic/loopback-only.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import { spawnDaemon, startDaemon } from '../support/processes/daemon.ts'
import { listenToEvents } from '../support/processes/live-events.ts'
import { runShim } from '../support/processes/shim.ts'

let world: World
const servers: Server[] = []

beforeEach(() => {
  world = createWorld()
})

afterEach(async () => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) server.close()
  await world.close()
})

const countEvents = () => Number(world.rows('SELECT count(*) AS n FROM events')[0]?.n)
const logText = () => readFileSync(join(world.paths.logs, 'daemon.log'), 'utf8')
const isLockFree = () => {
  const lock = tryLock(join(world.paths.run, 'daemon.lock'))
  lock?.release()
  return lock !== undefined
}

function spoolEvents(count: number, session = 's1'): void {
  const { toolUse } = sessionPayloads(session, world.project)
  for (let number = 0; number < count; number++) {
    const payload = toolUse(1, `toolu_${session}_${number}`)
    writeSpoolFile(world.paths.spool, { event: 'PostToolUse' }, payload)
  }
}

/** Another program that serves something on loopback. */
async function serveElsewhere(): Promise<number> {
  const server = createServer((_, response) => response.end('{"status":"ok"}'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function spawnForeignProcess(): number {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  world.watch(child)
  return child.pid ?? 0
}

function writeStaleRunFile(pid: number, port: number, mode = 0o600): void {
  ensureHome(world.paths.root)
  const stale = { pid, port, token: 'stale', startedAt: '2020-01-01T00:00:00.000Z', version: '0' }
  writeFileSync(world.paths.runFile, JSON.stringify(stale))
  chmodSync(world.paths.runFile, mode)
}

describe('one daemon per home', () => {
  it('keeps one of two started at once, and lets the other go quietly', async () => {
    const pair = [spawnDaemon(world), spawnDaemon(world)]
    const loser = await Promise.race(pair.map(({ ended, pid }) => ended.then(() => pid)))
    const [first, second] = pair
    const gone = first?.pid === loser ? first : second
    const kept = first?.pid === loser ? second : first
    expect(await gone?.ended).toBe(0)
    await waitFor('the run file', () => existsSync(world.paths.runFile))
    expect(JSON.parse(readFileSync(world.paths.runFile, 'utf8')).pid).toBe(kept?.pid)
    expect(isAlive(kept?.pid ?? 0)).toBe(true)
  })

  it('serves two homes at once, each on a port of its own', async () => {
    const other = createWorld()
    try {
      const [here, there] = await Promise.all([startDaemon(world), startDaemon(other)])
      expect(here.port).not.toBe(there.port)
      expect(here.token).not.toBe(there.token)
    } finally {
      await other.close()
    }
  })
})

describe('the run file', () => {
  it('tells only its owner where the daemon is', async () => {
    const before = Date.now()
    const daemon = await startDaemon(world)
    expect(statSync(world.paths.runFile).mode & 0o777).toBe(0o600)
    const { pid, port, token, startedAt, ...rest } = JSON.parse(
      readFileSync(world.paths.runFile, 'utf8'),
    )
    expect(rest).toEqual({ version })
    expect(pid).toBe(daemon.pid)
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(before)
    const health = await fetch(`http://127.0.0.1:${port}/health`)
    expect(health.status).toBe(200)
  })

  it('is replaced when its daemon is dead', async () => {
    writeStaleRunFile(2 ** 22 + 1, 1)
    const daemon = await startDaemon(world)
    expect(JSON.parse(readFileSync(world.paths.runFile, 'utf8')).pid).toBe(daemon.pid)
  })

  it('is replaced when its pid and port belong to other programs by now, which are left alone', async () => {
    const pid = spawnForeignProcess()
    writeStaleRunFile(pid, await serveElsewhere(), 0o644)
    const daemon = await startDaemon(world)
    expect(JSON.parse(readFileSync(world.paths.runFile, 'utf8')).pid).toBe(daemon.pid)
    expect(statSync(world.paths.runFile).mode & 0o777).toBe(0o600)
    expect(isAlive(pid)).toBe(true)
  })

  it('does not matter when it is garbage', async () => {
    ensureHome(world.paths.root)
    writeFileSync(world.paths.runFile, '{"pid": ')
    const daemon = await startDaemon(world)
    expect(JSON.parse(readFileSync(world.paths.runFile, 'utf8')).pid).toBe(daemon.pid)
  })
})

describe('the port', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('is the same again after %s', async (signal) => {
    const before = await startDaemon(world)
    await before.kill(signal)
    expect((await startDaemon(world)).port).toBe(before.port)
  })

  it('is another one if it was taken meanwhile', async () => {
    ensureHome(world.paths.root)
    const port = await serveElsewhere()
    writeFileSync(world.paths.lastPort, String(port))
    const daemon = await startDaemon(world)
    expect(daemon.port).not.toBe(port)
    expect(readFileSync(world.paths.lastPort, 'utf8')).toBe(`${daemon.port}\n`)
  })
})

describe('the shim', () => {
  it('is put into a home that has none, and works', async () => {
    await startDaemon(world)
    const { prompt } = sessionPayloads('s1', world.project)
    expect(await runShim(world, 'UserPromptSubmit', prompt(1, 'Hello'))).toMatchObject({ code: 0 })
    await waitFor('the event', () => countEvents() === 1)
  })

  it('stays as it is if there is one', async () => {
    ensureHome(world.paths.root)
    writeFileSync(world.paths.hook, 'from another installation')
    await startDaemon(world)
    expect(readFileSync(world.paths.hook, 'utf8')).toBe('from another installation')
  })
})

describe('a database that is not its own any more', () => {
  it('is left, and nothing is recreated if the home was removed', async () => {
    const daemon = await startDaemon(world)
    rmSync(world.paths.root, { recursive: true })
    expect(await daemon.ended).toBe(0)
    expect(existsSync(world.paths.root)).toBe(false)
    expect(daemon.complaint()).toBe('')
  })

  it('is left to the version that upgraded it', async () => {
    const daemon = await startDaemon(world)
    spoolEvents(1)
    await waitFor('the event', () => countEvents() === 1)
    const upgrade = new DatabaseSync(world.paths.database, { timeout: 5_000 })
    upgrade.exec('PRAGMA user_version = 999')
    upgrade.close()
    expect(await daemon.ended).toBe(0)
    expect(existsSync(world.paths.runFile)).toBe(false)
  })
})

describe('after SIGKILL', () => {
  it('starts again without a manual step and continues where it was', async () => {
    const killed = await startDaemon(world)
    spoolEvents(3)
    await waitFor('the first events', () => countEvents() === 3)
    expect(await killed.kill('SIGKILL')).toBe('SIGKILL')
    expect(existsSync(world.paths.runFile)).toBe(true)
    spoolEvents(2, 's2')
    const daemon = await startDaemon(world)
    expect(daemon.port).toBeGreaterThan(0)
    await waitFor('what came meanwhile', () => countEvents() === 5)
  })
})

describe('stopping', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`ends well on ${signal}`, async () => {
      const daemon = await startDaemon(world)
      expect(await daemon.kill(signal)).toBe(0)
      expect(existsSync(world.paths.runFile)).toBe(false)
      expect(isLockFree()).toBe(true)
    })
  }

  it('ends under load within 5 s, and what was not taken in waits', async () => {
    spoolEvents(3_000)
    const daemon = await startDaemon(world)
    const stream = await listenToEvents(daemon)
    await waitFor('the load', () => countEvents() > 0)
    const startedAt = performance.now()
    const answer = await daemon.post('/api/stop', '')
    expect(answer.status).toBe(202)
    expect(await daemon.ended).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await stream.ended
    expect(existsSync(world.paths.runFile)).toBe(false)
    expect(isAlive(daemon.pid)).toBe(false)
    const waiting = globSync('*.spool', { cwd: world.paths.spool }).length
    expect(countEvents() + waiting).toBe(3_000)
  })

  it('ends within 5 s while another process holds the database', async () => {
    const daemon = await startDaemon(world)
    const holder = new DatabaseSync(world.paths.database, { timeout: 5_000 })
    holder.exec('BEGIN EXCLUSIVE')
    try {
      spoolEvents(1)
      await waitFor(
        'the daemon to see it',
        () => globSync('*.spool', { cwd: world.paths.spool }).length,
      )
      const startedAt = performance.now()
      expect(await daemon.kill('SIGTERM')).toBe(0)
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      expect(existsSync(world.paths.runFile)).toBe(false)
    } finally {
      holder.close()
    }
    expect(globSync('*.spool', { cwd: world.paths.spool })).toHaveLength(1)
  })

  it('exits when it has been idle for long', async () => {
    world.writeConfig({ daemon: { idleExitMinutes: 0.01 } })
    const daemon = await startDaemon(world)
    expect(await daemon.ended).toBe(0)
    expect(existsSync(world.paths.runFile)).toBe(false)
  })
})

it('notes how large the database is when it starts, and again when it goes', async () => {
  const notes = () => world.rows('SELECT * FROM database_sizes ORDER BY day')
  const daemon = await startDaemon(world)
  const first = await waitFor('the first note', () => notes()[0])
  spoolEvents(300)
  await waitFor('the events', () => countEvents() === 300)
  await daemon.kill('SIGTERM')
  const [file] = world.rows(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  )
  expect(notes().at(-1)?.bytes).toBe(file?.bytes)
  expect(Number(file?.bytes)).toBeGreaterThan(Number(first.bytes))
})

describe('a start that fails', () => {
  function expectNothingLeft(): void {
    expect(existsSync(world.paths.runFile)).toBe(false)
    expect(isLockFree()).toBe(true)
  }

  it('says which port it could not have, and what to do', async () => {
    const port = await serveElsewhere()
    world.writeConfig({ daemon: { port } })
    const daemon = spawnDaemon(world)
    expect(await daemon.ended).toBe(1)
    expect(daemon.complaint()).toBe(
      `port ${port} cannot be bound: another program uses it\n` +
        'throughline config set daemon.port 0 lets the system choose one\n',
    )
    expectNothingLeft()
    expect(logText()).toContain(`port ${port} cannot be bound`)
  })

  it('refuses a newer database and leaves it as it is', async () => {
    ensureHome(world.paths.root)
    const newer = new DatabaseSync(world.paths.database, { timeout: 5_000 })
    newer.exec('CREATE TABLE future (id); PRAGMA user_version = 999')
    newer.close()
    const daemon = spawnDaemon(world)
    expect(await daemon.ended).toBe(1)
    expect(daemon.complaint()).toMatch(/^the database has schema 999.*\nupgrade throughline.*\n$/)
    expectNothingLeft()
    expect(logText()).toContain('schema 999')
    expect(world.rows('SELECT name FROM sqlite_schema')).toEqual([{ name: 'future' }])
  })

  it('says that the home is no folder', async () => {
    writeFileSync(world.paths.root, 'a file')
    const daemon = spawnDaemon(world)
    expect(await daemon.ended).toBe(1)
    expect(daemon.complaint()).toMatch(/is not a folder\nmove that file away/)
    expect(readFileSync(world.paths.root, 'utf8')).toBe('a file')
  })

  it('leaves nothing running in a process that continues', async () => {
    const port = await serveElsewhere()
    allowedPorts.add(port)
    world.writeConfig({ daemon: { port } })
    const watches = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length
    const before = watches()
    const options = { root: world.paths.root, userHome: world.userHome, env: {} }
    await expect(runDaemon(options)).rejects.toThrow('cannot be bound')
    expectNothingLeft()
    await waitFor('its watches to end', () => watches() === before)

    world.writeConfig({})
    spoolEvents(1)
    const daemon = await runDaemon(options)
    try {
      await waitFor('the event', () => countEvents() === 1)
    } finally {
      await daemon.stop()
    }
  })
})

describe('trouble while running', () => {
  it('moves a damaged database aside, says so and keeps the spool', async () => {
    ensureHome(world.paths.root)
    writeFileSync(world.paths.database, 'this is not a database, not at all '.repeat(500))
    spoolEvents(2)
    await startDaemon(world)
    await waitFor('the events', () => countEvents() === 2)
    expect(globSync('throughline.db.corrupt-*', { cwd: world.paths.root })).toHaveLength(1)
    expect(logText()).toContain('damaged and moved')
  })

  it('notices what arrives without a nudge', async () => {
    await startDaemon(world)
    const startedAt = performance.now()
    spoolEvents(1)
    await waitFor('the event', () => countEvents() === 1)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it('sees what arrives when the watcher has lost the folder', async () => {
    await startDaemon(world)
    spoolEvents(1)
    await waitFor('the first event', () => countEvents() === 1)
    // A new folder under the old name: the watch is on the one that is gone.
    renameSync(world.paths.spool, world.path('old-spool'))
    mkdirSync(world.paths.spool, { mode: 0o700 })
    spoolEvents(1, 's2')
    await waitFor('the second event', () => countEvents() === 2)
  })

  it('rotates its log', async () => {
    mkdirSync(world.paths.logs, { recursive: true, mode: 0o700 })
    writeFileSync(join(world.paths.logs, 'daemon.log'), 'x'.repeat(5 * 1024 * 1024))
    const daemon = await startDaemon(world)
    await daemon.kill('SIGTERM')
    const logs = globSync('daemon.log*', { cwd: world.paths.logs }).sort()
    expect(logs).toEqual(['daemon.log', 'daemon.log.1'])
    expect(statSync(join(world.paths.logs, 'daemon.log')).mode & 0o777).toBe(0o600)
  })
})
