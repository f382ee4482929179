/** What goes wrong while developers work: each process is killed once, and the database once. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from '../../src/adapters/postgres/embedded/cluster.ts'
import { type Load, type LoadResult, work } from './developers.ts'
import type { ServerProcess } from './servers.ts'

/** `--minutes 0` measures recall, pushes and space only. */
const noLoad: LoadResult = {
  times: { push: [], pull: [], recall: [] },
  triedAgain: 0,
  stored: new Map(),
}

export async function workThroughFaults(
  load: Load,
  restartDatabase: () => Promise<void>,
): Promise<LoadResult> {
  if (load.minutes === 0) return noLoad
  const faults = spoil(load.minutes, load.servers, restartDatabase)
  const result = await work(load)
  await faults
  return result
}

/** Spread over the time. */
async function spoil(
  minutes: number,
  servers: readonly ServerProcess[],
  restartDatabase: () => Promise<void>,
): Promise<void> {
  const pauseMs = (minutes * 60_000) / (servers.length + 2)
  for (const server of servers) {
    await delay(pauseMs)
    await server.kill()
    await delay(2_000)
    await server.restart()
  }
  await delay(pauseMs)
  await restartDatabase()
}

/** Ends the database as a crash does: it has to recover from its log. */
export async function crash({ pid, stop }: Cluster): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  await stop()
}
