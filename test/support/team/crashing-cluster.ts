/** A PostgreSQL of its own that a test can stop as a power cut would, and that then starts again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  findEmbeddedBinaries,
  isRunning,
  startCluster,
} from '../../../src/adapters/postgres/embedded/cluster.ts'
import { openFolder } from '../../hermetic/open-folder.ts'

export async function startCrashingCluster() {
  const binaries = process.env.THROUGHLINE_TEST_POSTGRES_BINARIES ?? findEmbeddedBinaries()
  if (!binaries) throw new Error('this test needs PostgreSQL: ask `hasPostgres` first')
  const folder = mkdtempSync(join(openFolder(), 'tl-crash-'))
  // What was committed survives, as on a real server.
  const start = () => startCluster({ binaries, folder, durable: true })
  let cluster = await start()
  const url = cluster.url('postgres')
  const owner = new pg.Pool({ connectionString: url, max: 1 })
  owner.on('error', () => undefined)
  return {
    ...{ url, owner },
    /** Every process ends at once, without writing anything out. */
    async crash(): Promise<void> {
      process.kill(cluster.pid, 'SIGQUIT')
      while (isRunning(cluster.pid)) await delay(10)
      cluster = await start()
    },
    async stop(): Promise<void> {
      await owner.end()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
