/** Subscribers of every temper against the real daemon: capture goes on, and each gets its events. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LifecycleEvent } from '../../src/contract/lifecycle.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'

let world: World
const servers: Server[] = []

beforeEach(() => {
  world = createWorld()
})

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await world.close()
})

const turnsOnly = { events: ['turn-ended'] }
const shell = (name: string, script: string, changes = {}) => ({
  name,
  command: ['/bin/sh', '-c', script],
  ...turnsOnly,
  ...changes,
})
const keep = (name: string) => `cat >> '${world.path(name)}'`

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function spool(event: string, payload: object): void {
  writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)
}

function spoolTurns(session: string, from: number, through: number): void {
  const { prompt, stop } = sessionPayloads(session, world.project)
  for (let turn = from; turn <= through; turn++) {
    spool('UserPromptSubmit', prompt(turn, `Do step ${turn}`))
    spool('Stop', stop(turn, `Step ${turn} is done.`))
  }
}

const countTurns = () =>
  Number(world.rows("SELECT count(*) AS n FROM turns WHERE outcome = 'ok'")[0]?.n)
const statuses = (subscriber: string) =>
  world
    .rows(
      'SELECT status FROM lifecycle_deliveries WHERE subscriber = ? ORDER BY session_id, sequence',
      subscriber,
    )
    .map(({ status }) => status)

function received(name: string): LifecycleEvent[] {
  if (!existsSync(world.path(name))) return []
  const lines = readFileSync(world.path(name), 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

const turnOf = (event: LifecycleEvent) => (event.type === 'turn-ended' ? event.data.turn : 0)

/** The turns a subscriber heard of, each once, in the order in which it heard of them first. */
function firstHeard(events: readonly LifecycleEvent[], session: string): number[] {
  const own = events.filter((event) => event.session?.hostSessionId === session)
  return [...new Set(own.map(turnOf))]
}

describe('while subscribers are', () => {
  it('hanging, crashing, failing, silent or broken, capture and context go on and others are served', async () => {
    const silent = await serve(() => undefined)
    const closing = await serve((request) => request.socket.destroy())
    const failing = await serve((_, response) => response.writeHead(500).end())
    world.writeConfig({
      subscribers: [
        shell('hanging', `echo $$ >> '${world.path('pids')}'; sleep 300`, { timeoutSeconds: 300 }),
        shell('crashing', 'kill -9 $$'),
        shell('good', keep('good')),
        { name: 'silent', url: silent, timeoutSeconds: 300, ...turnsOnly },
        { name: 'closing', url: closing, ...turnsOnly },
        { name: 'failing', url: failing, ...turnsOnly },
      ],
    })
    const daemon = await startDaemon(world)
    spoolTurns('s1', 1, 3)
    await waitFor('the first turns', () => countTurns() === 3)
    await waitFor('the hanging one to hang', () => existsSync(world.path('pids')))
    await waitFor('the good one', () => received('good').length === 3)
    const before = performance.now()
    spoolTurns('s2', 1, 3)
    await waitFor('the turns after', () => countTurns() === 6)
    expect(performance.now() - before).toBeLessThan(5_000)
    const asked = performance.now()
    const start = sessionPayloads('s3', world.project).start()
    expect((await daemon.post('/hooks/SessionStart', start)).status).toBe(202)
    expect(performance.now() - asked).toBeLessThan(1_000)
    await waitFor('the good one again', () => received('good').length === 6)
    expect(firstHeard(received('good'), 's1')).toEqual([1, 2, 3])
    for (const name of ['hanging', 'crashing', 'silent', 'closing', 'failing']) {
      expect(statuses(name)).toEqual(Array.from({ length: 6 }, () => 'pending'))
    }
    expect(await daemon.kill('SIGTERM')).toBe(0)
    const pids = readFileSync(world.path('pids'), 'utf8').trim().split('\n').map(Number)
    for (const pid of pids) expect(isAlive(pid)).toBe(false)
  })
})

describe('at least once, in order, with the same id', () => {
  it('a command that fails twice gets it the third time, and what came after it later', async () => {
    const script = `${keep('heard')}; n=$(wc -l < '${world.path('heard')}'); [ "$n" -gt 2 ]`
    world.writeConfig({ subscribers: [shell('stubborn', script)] })
    await startDaemon(world)
    spoolTurns('s1', 1, 2)
    const isTold = () => statuses('stubborn').join() === 'done,done'
    await waitFor('both turns to be told', isTold, 60_000)
    const heard = received('heard')
    expect(heard.map(turnOf)).toEqual([1, 1, 1, 2])
    expect(new Set(heard.map(({ id }) => id)).size).toBe(2)
    expect(new Set(heard.map(({ sequence }) => sequence))).toEqual(new Set([1, 2]))
  })

  it('daemons may be killed in between', async () => {
    const heard: LifecycleEvent[] = []
    const url = await serve(async (request, response) => {
      heard.push(JSON.parse(await text(request)))
      setTimeout(() => response.end(), 20)
    })
    world.writeConfig({ subscribers: [{ name: 'chat', url, ...turnsOnly }] })
    spoolTurns('s1', 1, 30)
    spoolTurns('s2', 1, 30)
    for (const until of [5, 20, 40]) {
      const daemon = await startDaemon(world)
      await waitFor(`${until} deliveries`, () => heard.length >= until)
      await daemon.kill('SIGKILL')
    }
    await startDaemon(world)
    await waitFor('all to be told', () => {
      const all = statuses('chat')
      return all.length === 60 && all.every((status) => status === 'done')
    })
    const steps = Array.from({ length: 30 }, (_, index) => index + 1)
    expect(firstHeard(heard, 's1')).toEqual(steps)
    expect(firstHeard(heard, 's2')).toEqual(steps)
    expect(new Set(heard.map(({ id }) => id)).size).toBe(60)
    expect(heard.length).toBeGreaterThanOrEqual(60)
  })
})

describe('a memory', () => {
  it('stored by another process is sent by the daemon', async () => {
    world.writeConfig({ subscribers: [shell('good', keep('good'), { events: ['memory-stored'] })] })
    await startDaemon(world)
    const { code } = await spawnCli(world, ['remember', 'Packages are installed with pnpm.'])
    expect(code).toBe(0)
    const [event] = await waitFor('it', () => received('good').length > 0 && received('good'))
    expect(event).toMatchObject({
      type: 'memory-stored',
      project: { identity: 'github.com/acme/widgets' },
      data: { change: 'created', memory: { content: 'Packages are installed with pnpm.' } },
    })
  })
})

describe('the settings', () => {
  it('count from when they are changed, without a restart', async () => {
    await startDaemon(world)
    spoolTurns('s1', 1, 1)
    await waitFor('the first turn', () => countTurns() === 1)
    world.writeConfig({ subscribers: [shell('good', keep('good'))] })
    spoolTurns('s1', 2, 2)
    await waitFor('the second turn', () => received('good').length === 1)
    expect(received('good').map(turnOf)).toEqual([2])
    expect(world.rows('SELECT count(*) AS n FROM lifecycle_events')).toEqual([{ n: 1 }])
  })
})
