/** Hooks and daemon stay quick, and lose nothing, while another process holds the database. */
import { globSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { type RunningDaemon, startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

let world: World

beforeEach(() => {
  world = createWorld()
  installShim(world)
})

afterEach(() => world.close())

const countOf = (table: string) => Number(world.rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n)

async function waitUntilTaken(events: number, limitMs: number): Promise<void> {
  const waiting = () => globSync('*.spool', { cwd: world.paths.spool })
  await waitFor('an empty spool', () => waiting().length === 0, limitMs)
  await waitFor(`${events} events`, () => countOf('events') >= events, limitMs)
}

describe('another process that holds the database for seconds', () => {
  const lockedMs = 4_000

  async function measureHealth(daemon: RunningDaemon, until: number): Promise<number[]> {
    const tookMs: number[] = []
    while (performance.now() < until) {
      const startedAt = performance.now()
      const response = await fetch(`http://127.0.0.1:${daemon.port}/health`)
      expect(response.status).toBe(200)
      tookMs.push(performance.now() - startedAt)
      await delay(20)
    }
    return tookMs.sort((a, b) => a - b)
  }

  it('costs no event, delays no hook and leaves the daemon answering', async () => {
    const daemon = await startDaemon(world)
    const { toolUse } = sessionPayloads('s1', world.project)
    const holder = new DatabaseSync(world.paths.database, { timeout: 5_000 })
    holder.exec('BEGIN EXCLUSIVE')
    const until = performance.now() + lockedMs
    const health = measureHealth(daemon, until)
    const hooksMs: number[] = []
    while (performance.now() < until) {
      const run = await runShim(world, 'PostToolUse', toolUse(1, `toolu_${hooksMs.length}`))
      expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
      hooksMs.push(run.tookMs)
    }
    const waitedMs = await health
    expect(countOf('events')).toBe(0)
    holder.close()
    await waitUntilTaken(hooksMs.length, 20_000)

    const stored = world.rows('SELECT tool_use_id FROM tool_events ORDER BY id')
    expect(stored).toEqual(hooksMs.map((_, number) => ({ tool_use_id: `toolu_${number}` })))
    expect(world.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    // A statement waits at most 100 ms for the lock; the rest is what a busy machine adds.
    expect(waitedMs[Math.floor(waitedMs.length * 0.9)]).toBeLessThan(300)
    expect(hooksMs.sort((a, b) => a - b)[Math.floor(hooksMs.length * 0.9)]).toBeLessThan(300)
  })
})
