/** The daemon's HTTP surface as its clients meet it: hooks that post, pages that listen. */
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { type RunningDaemon, startDaemon } from '../support/processes/daemon.ts'
import { listenToEvents } from '../support/processes/live-events.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

let world: World
let daemon: RunningDaemon

beforeEach(async () => {
  world = createWorld()
  daemon = await startDaemon(world)
})

afterEach(() => world.close())

const payloads = () => sessionPayloads('s1', world.project)
const storedIds = () => world.rows('SELECT id FROM events ORDER BY id').map(({ id }) => id)
const logText = () => readFileSync(join(world.paths.logs, 'daemon.log'), 'utf8')

/** A request with headers that fetch would not send. */
function rawRequest(headers: Record<string, string>, path = '/api/status'): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port, token } = daemon
    const all = { authorization: `Bearer ${token}`, ...headers }
    request({ host: '127.0.0.1', port, path, headers: all }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

describe('the door', () => {
  it('is open for loopback names and the token only', async () => {
    expect(await rawRequest({})).toBe(200)
    expect(await rawRequest({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await rawRequest({ host: 'evil.example' })).toBe(403)
    expect(await rawRequest({ origin: 'https://evil.example' })).toBe(403)
    expect(await rawRequest({ authorization: '' }, '/health')).toBe(200)
    expect(await rawRequest({ host: 'evil.example' }, '/health')).toBe(403)
  })
})

describe('a posted event', () => {
  it('becomes rows', async () => {
    const { start, prompt, toolUse, stop } = payloads()
    const events: [string, object][] = [
      ['SessionStart', start()],
      ['UserPromptSubmit', prompt(1, 'Paint it')],
      ['PostToolUse', toolUse(1, 'toolu_1', 'painted')],
      ['Stop', stop(1, 'Done.')],
    ]
    for (const [name, payload] of events) {
      const response = await daemon.post(`/hooks/${name}`, payload)
      expect(response.status).toBe(202)
    }
    await waitFor('all of it', () => storedIds().length === 4)
    const detail = await (await daemon.request('/api/sessions/s1')).json()
    expect(detail).toMatchObject({
      project: { name: 'widgets' },
      branch: 'main',
      timeline: [{ prompt: 'Paint it', answer: 'Done.', toolEvents: [{ toolName: 'Bash' }] }],
    })
  })

  it('is refused past 32 MiB by an answer that arrives', async () => {
    const body = JSON.stringify({ session_id: 's1', text: 'x'.repeat(32 * 1024 * 1024) })
    const response = await daemon.post('/hooks/Stop', body)
    expect(response.status).toBe(413)
    expect((await fetch(`http://127.0.0.1:${daemon.port}/health`)).status).toBe(200)
  })

  it('is accepted while the database is locked, and stored afterwards', async () => {
    const holder = new DatabaseSync(world.paths.database, { timeout: 5_000 })
    holder.exec('BEGIN EXCLUSIVE')
    try {
      for (let number = 0; number < 5; number++) {
        const startedAt = performance.now()
        const response = await daemon.post(
          '/hooks/PostToolUse',
          payloads().toolUse(1, `toolu_${number}`),
        )
        expect(response.status).toBe(202)
        expect(performance.now() - startedAt).toBeLessThan(1_000)
      }
      expect(storedIds()).toHaveLength(0)
    } finally {
      holder.close()
    }
    await waitFor('all of it', () => storedIds().length === 5)
  })

  it('is accepted when the spool is broken, and the fault is logged', async () => {
    renameSync(world.paths.spool, world.path('spool-elsewhere'))
    writeFileSync(world.paths.spool, 'a file where the spool was')
    const response = await daemon.post('/hooks/Stop', payloads().stop(1, 'Done.'))
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ status: 'failed' })
    expect(logText()).toContain('a hook event could not be handled')
  })
})

describe('live events', () => {
  it('come within a second of the hook', async () => {
    installShim(world)
    const stream = await listenToEvents(daemon)
    const startedAt = performance.now()
    await runShim(world, 'PostToolUse', payloads().toolUse(1, 'toolu_1'))
    await stream.waitForCount(1)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(stream.received[0]).toMatchObject({ kind: 'tool', data: { name: 'PostToolUse' } })
    stream.close()
  })

  it('begin with what happens from now on', async () => {
    writeSpoolFile(world.paths.spool, { event: 'Stop' }, payloads().stop(1, 'Before.'))
    await waitFor('the event', () => storedIds().length === 1)
    const stream = await listenToEvents(daemon)
    writeSpoolFile(world.paths.spool, { event: 'SessionEnd' }, payloads().end())
    await stream.waitForCount(1)
    expect(stream.received.map(({ kind }) => kind)).toEqual(['session-end'])
    stream.close()
  })

  it('are caught up after a reconnection: none twice, none missing, in order', async () => {
    const spoolTools = (from: number, to: number) => {
      for (let number = from; number < to; number++) {
        const payload = payloads().toolUse(1, `toolu_${number}`)
        writeSpoolFile(world.paths.spool, { event: 'PostToolUse' }, payload)
      }
    }
    const first = await listenToEvents(daemon)
    spoolTools(0, 20)
    await first.waitForCount(10)
    first.close()
    await first.ended
    spoolTools(20, 620)
    const last = first.received.at(-1)?.id
    const second = await listenToEvents(daemon, last)
    spoolTools(620, 640)
    await second.waitForCount(640 - first.received.length)
    second.close()
    await second.ended
    const seen = [...first.received, ...second.received].map(({ data }) => data.id)
    expect(seen).toEqual(storedIds())
    expect(seen).toHaveLength(640)
  })

  it('are caught up across a restart of the daemon', async () => {
    const stream = await listenToEvents(daemon)
    writeSpoolFile(world.paths.spool, { event: 'PostToolUse' }, payloads().toolUse(1, 'toolu_1'))
    await stream.waitForCount(1)
    await daemon.kill('SIGKILL')
    await stream.ended
    writeSpoolFile(world.paths.spool, { event: 'PostToolUse' }, payloads().toolUse(1, 'toolu_2'))
    const next = await startDaemon(world)
    const again = await listenToEvents(next, stream.received.at(-1)?.id)
    await again.waitForCount(1)
    expect([...stream.received, ...again.received].map(({ data }) => data.id)).toEqual(storedIds())
    again.close()
  })

  it('do not delay a stop', async () => {
    const streams = await Promise.all([1, 2, 3].map(() => listenToEvents(daemon)))
    const startedAt = performance.now()
    expect(await daemon.kill('SIGTERM')).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(1_500)
    await Promise.all(streams.map(({ ended }) => ended))
    expect(globSync('daemon.json', { cwd: world.paths.run })).toEqual([])
  })
})
