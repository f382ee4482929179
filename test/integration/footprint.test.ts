/** What an idle daemon costs after a lot of work. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isLongRun } from '../hermetic/long-run.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { eventsPerSession, planSession } from '../support/homes/spool-writer.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

const isLinux = process.platform === 'linux'
const sessions = isLongRun ? 42 : 5
const mostMegabytes = 115

function residentMegabytes(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

const childrenOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )

it.runIf(isLinux)(
  'less than 115 MB after a thousand events and more, one process, none after stop',
  async () => {
    const daemon = await startDaemon(world)
    for (let number = 0; number < sessions; number++) {
      for (const { event, payload } of planSession(`session-${number}`, world.project)) {
        writeSpoolFile(world.paths.spool, { event }, payload)
      }
    }
    const total = sessions * eventsPerSession
    expect(total).toBeGreaterThanOrEqual(isLongRun ? 10_000 : 1_000)
    const isTaken = () => globSync('*.spool', { cwd: world.paths.spool }).length === 0
    await waitFor('an empty spool', isTaken, 120_000)
    expect(world.rows('SELECT count(*) AS n FROM events')).toEqual([{ n: total }])

    // Garbage of the last batch may still be there when the last file is gone.
    const megabytes = await waitFor(
      'a small daemon',
      () => {
        const now = residentMegabytes(daemon.pid)
        return now < mostMegabytes && now
      },
      30_000,
    )
    expect(megabytes).toBeLessThan(mostMegabytes)
    // Only the short look for damage in the database is a process of its own.
    await waitFor('no other process', () => childrenOf(daemon.pid).length === 0, 30_000)

    const startedAt = performance.now()
    expect(await daemon.kill('SIGTERM')).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(isAlive(daemon.pid)).toBe(false)
  },
)
