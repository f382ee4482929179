/** Sync on a real PostgreSQL, with the people of an organisation. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { sha256 } from '../../../src/adapters/ids.ts'
import { createOrganisation } from '../../../src/adapters/postgres/connection/organisations.ts'
import {
  openTeamDatabase,
  type TeamDatabase,
} from '../../../src/adapters/postgres/connection/team-database.ts'
import { openTeamSyncStore } from '../../../src/adapters/postgres/sync/sync-store.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import type { Role } from '../../../src/contract/team/roles.ts'
import type {
  OperationAnswer,
  SharedState,
  SharedText,
  ShareRequest,
  SyncOperation,
} from '../../../src/contract/team/sync.ts'
import type { TeamSyncStore } from '../../../src/core/ports/team-sync-store.ts'
import type { Caller } from '../../../src/core/team/caller.ts'
import {
  createSyncServer,
  type SyncServer,
} from '../../../src/core/team/server/create-sync-server.ts'
import { createTestClock, type TestClock } from '../core/clock.ts'
import { useTestDatabase } from '../postgres.ts'

export interface TestSync {
  readonly url: string
  readonly database: TeamDatabase
  readonly store: TeamSyncStore
  readonly server: SyncServer
  readonly clock: TestClock
  readonly audited: { readonly personId: string; readonly subject: string }[]
  /** A new organisation. */
  organisation(): Promise<string>
}

/** For a `describe`. */
export function useSyncServer(): TestSync {
  const url = useTestDatabase()
  const clock = createTestClock()
  const audited: TestSync['audited'] = []
  let database: TeamDatabase
  let store: TeamSyncStore
  let server: SyncServer
  beforeAll(async () => {
    database = await openTeamDatabase({ url: url(), connections: 4 })
    store = openTeamSyncStore(database, async (_, { personId, subject }) => {
      audited.push({ personId, subject })
    })
    server = serve(store, clock)
  })
  afterAll(() => database?.close())
  return {
    get url() {
      return url()
    },
    get database() {
      return database
    },
    get store() {
      return store
    },
    get server() {
      return server
    },
    clock,
    audited,
    organisation: () => createOrganisation(database, 'ours'),
  }
}

export function serve(store: TeamSyncStore, clock: TestClock): SyncServer {
  return createSyncServer(store, {
    ...{ clock, hash: sha256, redactor: createRedactor(), newId: randomUUID },
    randomBelow: (limit) => randomInt(limit),
  })
}

export function person(organisation: string, name: string, role: Role = 'member'): Caller {
  return { organisation, role, person: { id: randomUUID(), name }, scopes: ['sync'] }
}

export function teamProject(name: string, ...aliases: string[]): ShareRequest {
  return { type: 'team', name, identity: `github.com/acme/${name}`, aliases }
}

/** An organisation with a project, a member, another member, an admin and a reader. */
export async function makeTeam(sync: TestSync) {
  const organisation = await sync.organisation()
  const [alice, bob] = [person(organisation, 'Alice'), person(organisation, 'Bob')]
  const [ada, rita] = [person(organisation, 'Ada', 'admin'), person(organisation, 'Rita', 'reader')]
  const { id: project } = await sync.server.share(alice, teamProject('app'))
  const push = async (caller: Caller, ...operations: SyncOperation[]) => {
    const answer = await sync.server.push(caller, { operations })
    if (answer.status !== 'ok') throw new Error('the push was reset')
    return answer.answers
  }
  const one = async (caller: Caller, operation: SyncOperation): Promise<OperationAnswer> => {
    const [answer] = await push(caller, operation)
    if (!answer) throw new Error('the operation was not answered')
    return answer
  }
  const pull = async (caller: Caller, ...projects: string[]): Promise<SharedState[]> => {
    const asked = projects.length > 0 ? projects : [project]
    const answer = await sync.server.pull(caller, { projects: asked })
    if (answer.status !== 'ok') throw new Error('the pull was reset')
    return answer.states
  }
  /** What everyone has of a memory. */
  const state = async (id: string, caller = alice) =>
    (await pull(caller)).find((each) => each.id === id)
  const put = (text: Partial<SharedText> | string, more: Partial<PutOperation> = {}) =>
    putOperation(project, text, more)
  const forget = (id: string): SyncOperation => ({ type: 'forget', key: randomUUID(), id, project })
  const withdraw = (id: string): SyncOperation => ({ ...forget(id), type: 'withdraw' })
  return {
    ...{ organisation, project, alice, bob, ada, rita },
    ...{ push, one, pull, state, put, forget, withdraw },
  }
}

export type TestTeam = Awaited<ReturnType<typeof makeTeam>>
export type PutOperation = Extract<SyncOperation, { type: 'put' }>

export function putOperation(
  project: string,
  text: Partial<SharedText> | string,
  more: Partial<PutOperation> = {},
): PutOperation {
  const words = typeof text === 'string' ? { content: text } : text
  return {
    ...{ type: 'put', key: randomUUID(), id: randomUUID(), project, base: 0 },
    text: sharedTextOf(words),
    ...more,
  }
}

function sharedTextOf(text: Partial<SharedText>): SharedText {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    ...{ kind: 'fact', content: 'The port is 8080.', tags: [], keywords: [], files: [] },
    ...{ importance: 0.5, trust: 'user', validFrom: at, createdAt: at, updatedAt: at },
    ...text,
  }
}
