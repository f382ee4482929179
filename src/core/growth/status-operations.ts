/** Totals, the spool, background jobs, and the size of the database each day. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import { type BudgetPorts, readBudget } from '../ledger/limits.ts'
import { dateOf } from '../model/days.ts'
import type { CaptureLocation } from '../model/host-event.ts'
import type { GrowthStore } from '../ports/growth-store.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Spool } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'

export interface StatusPorts extends BudgetPorts, Pick<Store, 'history' | 'jobs' | 'proposals'> {
  readonly spool: Pick<Spool, 'depth' | 'restoreRejected'>
  readonly lookUp: (folder: string | undefined) => Promise<CaptureLocation>
  readonly databaseBytes: () => number
  readonly damagedDatabases: () => string[]
  readonly lostEvents: () => OutputOf<'getStatus'>['lostEvents']
  readonly lostDatabase: () => Promise<OutputOf<'getStatus'>['lostDatabase']>
  readonly isWritable: () => boolean
}

export function createStatusOperations(
  ports: StatusPorts,
): Pick<OperationHandlers, 'getStatus' | 'listJobs' | 'retryJobs'> {
  const { history, spool, jobs } = ports
  return {
    async getStatus({ folder }) {
      const place = folder === undefined ? undefined : await ports.lookUp(folder)
      const claims = place?.kind === 'enabled' ? place.claims : undefined
      return {
        totals: await history.totals(),
        proposals: (await ports.proposals.waiting()).length,
        spool: await spool.depth(),
        jobs: await jobs.counts(),
        databaseBytes: ports.databaseBytes(),
        damagedDatabases: ports.damagedDatabases(),
        ...(claims && { unverifiedClaim: claims.identity }),
        lostEvents: ports.lostEvents(),
        lostDatabase: await ports.lostDatabase(),
        isWritable: ports.isWritable(),
        budget: await readBudget(ports),
      }
    },
    async listJobs({ status, limit }) {
      const list = await jobs.list({ status, limit })
      return { jobs: list, counts: await jobs.counts() }
    },
    async retryJobs({ id }) {
      const retried = await jobs.retry(id)
      if (id === undefined) return { retried, events: await spool.restoreRejected() }
      if (retried > 0) return { retried, events: 0 }
      throw new ThroughlineError('not-found', `there is no parked job "${id}"`, {
        hint: 'throughline jobs list --status parked shows them',
      })
    },
  }
}

export interface SizePorts {
  readonly growth: GrowthStore
  readonly databaseBytes: () => number
  readonly clock: Clock
  readonly utcOffsetMinutes: (time: Date) => number
}

export async function recordDatabaseSize(ports: SizePorts): Promise<void> {
  const now = ports.clock.now()
  const day = dateOf(now, ports.utcOffsetMinutes(now))
  await ports.growth.noteSize({ day, bytes: ports.databaseBytes() })
}
