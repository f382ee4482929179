/** The team server on PostgreSQL. Only code that runs the server loads this, and `pg` with it. */
import { randomInt, randomUUID } from 'node:crypto'
import { createLineLog } from '../../adapters/filesystem/log.ts'
import { createIdSource, sha256 } from '../../adapters/ids.ts'
import { createSignOnProvider } from '../../adapters/openid/sign-on-provider.ts'
import { openTeamDatabase } from '../../adapters/postgres/connection/team-database.ts'
import { type ChangeWatch, watchChanges } from '../../adapters/postgres/feed/watch-changes.ts'
import { openOrganisations } from '../../adapters/postgres/people/organisations.ts'
import { openPeopleStore } from '../../adapters/postgres/people/people-store.ts'
import { openTeamReportStore } from '../../adapters/postgres/report/report-store.ts'
import { openSharedMemoryStore } from '../../adapters/postgres/shared-recall/shared-memory-store.ts'
import { openTeamSyncStore } from '../../adapters/postgres/sync/sync-store.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { createSecrets } from '../../adapters/secrets.ts'
import type { Log } from '../../core/ports/runtime.ts'
import type { Organisations } from '../../core/ports/team/people-store.ts'
import type { SignOnProvider } from '../../core/ports/team/sign-on.ts'
import type { SharedMemoryStore } from '../../core/ports/team/team-sync-store.ts'
import type { PeopleParts } from '../../core/team/people/actor.ts'
import { noOrganisation } from '../../core/team/people/tokens.ts'
import {
  createSharedRecall,
  type SharedRecall,
} from '../../core/team/recall/create-shared-recall.ts'
import {
  createSharedWriting,
  type SharedWriting,
} from '../../core/team/recall/create-shared-writing.ts'
import type { ReportPorts } from '../../core/team/report/team-reports.ts'
import { type ChangeWaits, createChangeWaits } from '../../core/team/server/change-waits.ts'
import { createSyncServer, type SyncServer } from '../../core/team/server/create-sync-server.ts'
import { systemClock } from '../surroundings.ts'

export interface TeamBackend {
  readonly people: PeopleParts
  readonly sync: SyncServer
  readonly provider: SignOnProvider
  readonly organisations: Organisations
  readonly reports: ReportPorts
  /** Starts listening for changes by any process. */
  watchChanges(): { readonly waits: ChangeWaits; readonly isReceiving: ChangeWatch['isReceiving'] }
  readonly memories: SharedMemoryStore
  readonly recall: SharedRecall
  readonly writing: SharedWriting
  isReady(): Promise<boolean>
  close(): Promise<void>
}

const readyLimitMs = 2_000

/** Migrates the database first. */
export async function openTeamBackend(url: string, log: Log): Promise<TeamBackend> {
  const onError = (error: unknown) => log.warn('a connection to the database was lost', { error })
  const database = await openTeamDatabase({ url, onError })
  const store = openPeopleStore(database)
  const syncStore = openTeamSyncStore(database)
  const memories = openSharedMemoryStore(database)
  const clock = systemClock
  const ids = createIdSource(clock)
  const redactor = createRedactor()
  const sync = createSyncServer(syncStore, {
    redactor,
    hash: sha256,
    clock,
    newId: randomUUID,
    randomBelow: (most) => randomInt(most),
  })
  let changeWatch: ChangeWatch | undefined
  return {
    people: { store, secrets: createSecrets(), clock, ids },
    sync,
    provider: createSignOnProvider(),
    organisations: openOrganisations(url),
    reports: { reports: openTeamReportStore(database), sync: syncStore, clock },
    watchChanges() {
      const waits = createChangeWaits(syncStore)
      changeWatch = watchChanges({
        ...{ url, onError, onChange: waits.wake, look: waits.look },
        notify: (organisation, sequence) => database.notify(organisation, sequence),
      })
      return { waits, isReceiving: changeWatch.isReceiving }
    },
    memories,
    recall: createSharedRecall(memories, clock),
    writing: createSharedWriting({ store: memories, sync, clock, ids, redactor }),
    async isReady() {
      const answer = database.reading(noOrganisation).has('SELECT $1::uuid')
      const late = new Promise<false>((resolve) => {
        setTimeout(resolve, readyLimitMs, false).unref()
      })
      return Promise.race([answer.catch(() => false), late])
    },
    async close() {
      await changeWatch?.stop()
      await database.close()
    },
  }
}

/** Writes lines to standard output, where containers expect them. */
export function openServerLog(write: (line: string) => void): Log {
  return createLineLog(write, 'info', createRedactor())
}
