/** A line to the server that loses, doubles and refuses, and notes what was answered. */
import { isDeepStrictEqual } from 'node:util'
import { ThroughlineError } from '../../../../src/contract/errors.ts'
import type {
  OperationAnswer,
  PushRequest,
  SyncOperation,
} from '../../../../src/contract/team/sync.ts'
import type { TeamServer } from '../../../../src/core/ports/team-server.ts'
import type { Caller } from '../../../../src/core/team/caller.ts'
import type { SyncServer } from '../../../../src/core/team/server/create-sync-server.ts'
import type { Random } from './random.ts'

export interface Line extends TeamServer {
  /** How likely each kind of fault is; 0 while all is quiet. */
  faults: number
  isOnline: boolean
  isRevoked: boolean
  /** Answers that arrived. */
  readonly acknowledged: Acknowledged[]
}

export interface Acknowledged {
  readonly operation: SyncOperation
  readonly answer: OperationAnswer
}

/** The server fails whenever it is told this. */
export const poison = 'POISON'

interface LineOptions {
  readonly server: SyncServer
  readonly caller: Caller
  readonly random: Random
  /** Its connection is lost at one of the next statements, with this probability. */
  readonly endangerDatabase: (probability: number) => void
  readonly dropsWitness: boolean
}

export function openLine(options: LineOptions): Line {
  const { server, caller, random, endangerDatabase, dropsWitness } = options
  const unreachable = () => new ThroughlineError('server-unreachable', 'it does not answer')
  const witnessed = <T extends { witness?: unknown }>({ witness, ...request }: T) =>
    (witness && !dropsWitness ? { ...request, witness } : request) as T
  const over = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (!line.isOnline || random.chance(line.faults)) throw unreachable()
    if (random.chance(line.faults / 4)) line.isRevoked = true
    if (line.isRevoked) throw new ThroughlineError('not-signed-in', 'the key was revoked')
    endangerDatabase(line.faults)
    const answer = await ask()
      .catch((error: unknown) => {
        throw error instanceof DatabaseKilled ? unreachable() : error
      })
      .finally(() => endangerDatabase(0))
    if (random.chance(line.faults)) throw unreachable()
    return JSON.parse(JSON.stringify(answer))
  }
  const push = async (request: PushRequest) => {
    if (JSON.stringify(request).includes(poison)) {
      throw new ThroughlineError('server-failed', 'the server failed')
    }
    const asked = witnessed(request)
    const first = await server.push(caller, asked)
    if (!random.chance(line.faults)) return first
    endangerDatabase(0)
    const second = await server.push(caller, asked)
    // Refusals are not remembered, and may name a later change.
    if (!isDeepStrictEqual(remembered(second), remembered(first))) {
      throw new Error('an operation counted twice')
    }
    return second
  }
  const line: Line = {
    ...{ faults: 0, isOnline: true, isRevoked: false, acknowledged: [] },
    whoAmI: () =>
      over(async () => ({
        organisation: { id: caller.organisation, name: 'Acme' },
        ...{ person: caller.person, role: caller.role },
      })),
    projects: () => over(() => server.projects(caller)),
    share: (request) => over(() => server.share(caller, request)),
    async push(request) {
      const answer = await over(() => push(request))
      const operations = new Map(request.operations.map((each) => [each.key, each]))
      for (const each of answer.status === 'ok' ? answer.answers : []) {
        const operation = operations.get(each.key)
        if (operation) line.acknowledged.push({ operation, answer: each })
      }
      return answer
    },
    pull: (request) => over(() => server.pull(caller, witnessed(request))),
    wait: (after) => over(async () => ({ sequence: after })),
    buckets: (project) => over(() => server.buckets(caller, { project })),
    bucket: (project, bucket) => over(() => server.bucket(caller, { project, bucket })),
    states: (project, ids) => over(() => server.states(caller, { project, ids })),
    resolve: (request) => over(() => server.resolve(caller, request)),
  }
  return line
}

/** The database ended the connection. */
export class DatabaseKilled extends Error {}

type Pushed = Awaited<ReturnType<SyncServer['push']>>

const remembered = (pushed: Pushed) =>
  pushed.status === 'ok' ? pushed.answers.filter(({ outcome }) => outcome !== 'refused') : pushed
