/** Sync on a real PostgreSQL, with the people of an organisation. */
import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { sha256 } from '../../../src/adapters/ids.ts'
import type { TeamDatabase } from '../../../src/adapters/postgres/connection/team-database.ts'
import type { openPeopleStore } from '../../../src/adapters/postgres/people/people-store.ts'
import { openTeamSyncStore } from '../../../src/adapters/postgres/sync/sync-store.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import type { DigestText } from '../../../src/contract/team/digest-text.ts'
import type {
  OperationAnswer,
  SharedState,
  SharedText,
  ShareRequest,
  SyncOperation,
} from '../../../src/contract/team/sync.ts'
import type { Role } from '../../../src/contract/team/vocabulary.ts'
import type { Clock } from '../../../src/core/ports/runtime.ts'
import type { TeamSyncStore } from '../../../src/core/ports/team/team-sync-store.ts'
import type { Caller } from '../../../src/core/team/caller.ts'
import {
  createSyncServer,
  type SyncServer,
} from '../../../src/core/team/server/create-sync-server.ts'
import { type TestPeople, usePeople } from './people.ts'

export interface TestSync {
  readonly people: TestPeople
  readonly database: TeamDatabase
  readonly store: TeamSyncStore
  readonly server: SyncServer
}

/** For a `describe`. */
export function useSyncServer(people: TestPeople = usePeople()): TestSync {
  let store: TeamSyncStore
  let server: SyncServer
  beforeAll(() => {
    store = openTeamSyncStore(people.database)
    server = serve(store, people.parts.clock)
  })
  return {
    people,
    get database() {
      return people.database
    },
    get store() {
      return store
    },
    get server() {
      return server
    },
  }
}

export function serve(store: TeamSyncStore, clock: Clock): SyncServer {
  return createSyncServer(store, {
    ...{ clock, hash: sha256, redactor: createRedactor(), newId: randomUUID },
    randomBelow: (limit) => randomInt(limit),
  })
}

/** Makes them a member of the organisation, without an invitation. */
export async function addPerson(
  people: ReturnType<typeof openPeopleStore>,
  organisation: string,
  name: string,
  role: Role,
): Promise<Caller> {
  const person = { id: randomUUID(), name }
  const email = `${name.toLowerCase()}@example.com`
  const joinedAt = '2026-06-01T00:00:00.000Z'
  await people.writing(organisation, (writer) =>
    writer.addPerson({ ...person, role, email, joinedAt }),
  )
  return { organisation, person, role, scopes: ['sync'] }
}

export function teamProject(name: string, ...aliases: string[]): ShareRequest {
  return { type: 'team', name, identity: `github.com/acme/${name}`, aliases }
}

/** An organisation with a project, an owner, two members, an admin and a reader. */
export async function makeTeam(sync: TestSync) {
  const { people } = sync
  const olga = await people.founder()
  const { organisation } = olga
  const [alice, bob] = [await people.joined(olga, 'member'), await people.joined(olga, 'member')]
  const [ada, rita] = [await people.joined(olga, 'admin'), await people.joined(olga, 'reader')]
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
    const answer = await sync.server.pull(caller, { projects: asked, digests: true })
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
  const putDigest = (content: string, more: Partial<PutDigestOperation> = {}) => ({
    ...{ type: 'put-digest' as const, key: randomUUID(), id: randomUUID(), project, base: 0 },
    text: digestOf(content),
    ...more,
  })
  return {
    ...{ organisation, project, olga, alice, bob, ada, rita },
    ...{ push, one, pull, state, put, putDigest, forget, withdraw },
  }
}

export type TestTeam = Awaited<ReturnType<typeof makeTeam>>
type PutDigestOperation = Extract<SyncOperation, { type: 'put-digest' }>
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

export function digestOf(content: string): DigestText {
  const [startedAt, endedAt] = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']
  return { content, host: 'claude-code', branch: 'main', turns: 3, startedAt, endedAt }
}

function sharedTextOf(text: Partial<SharedText>): SharedText {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    ...{ kind: 'fact', content: 'The port is 8080.', tags: [], keywords: [], files: [] },
    ...{ importance: 0.5, trust: 'user', validFrom: at, createdAt: at, updatedAt: at },
    ...text,
  }
}
