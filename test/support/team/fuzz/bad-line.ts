/** A line to the server that loses, doubles and refuses, and notes what was answered. */
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { ThroughlineError } from '../../../../src/contract/errors.ts'
import {
  bucketAnswer,
  type OperationAnswer,
  type PushRequest,
  pullAnswer,
  pushAnswer,
  type SharedState,
  type SyncOperation,
  statesAnswer,
} from '../../../../src/contract/team/sync.ts'
import { isJsonObject } from '../../../../src/core/model/json.ts'
import type { TeamServer } from '../../../../src/core/ports/team/team-client-store.ts'
import type { Caller } from '../../../../src/core/team/caller.ts'
import type { SyncServer } from '../../../../src/core/team/server/create-sync-server.ts'
import type { Random } from './random.ts'

export interface Line extends TeamServer {
  /** How likely each kind of fault is; 0 while all is quiet. */
  faults: number
  isOnline: boolean
  isRevoked: boolean
  /** An old client knows none. */
  readonly knowsDigests: boolean
  /** Answers that arrived. */
  readonly acknowledged: Acknowledged[]
  /** Ids that arrived as forgotten since the machine began to share. */
  readonly forgotten: Set<string>
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
  /** The version of the client: an old one knows no origins, a newer one says more than the server knows. */
  readonly age: Age
}

export type Age = 'old' | 'same' | 'newer'

export function openLine(options: LineOptions): Line {
  const { server, caller, random, endangerDatabase, dropsWitness, age } = options
  const knowsDigests = age !== 'old'
  const digests = knowsDigests || undefined
  const unreachable = () => new ThroughlineError('server-unreachable', 'it does not answer')
  const witnessed = <T extends { witness?: unknown }>({ witness, ...request }: T) =>
    (witness && !dropsWitness ? { ...request, witness } : request) as T
  const over = async <T>(ask: () => Promise<unknown>, schema?: z.ZodType<T>): Promise<T> => {
    if (!line.isOnline || random.chance(line.faults)) throw unreachable()
    if (random.chance(line.faults / 4)) line.isRevoked = true
    if (line.isRevoked) throw new ThroughlineError('not-signed-in', 'the key was revoked')
    endangerDatabase(line.faults)
    const answer = await ask()
      .catch((error: unknown) => {
        throw isOfDatabase(error) ? unreachable() : error
      })
      .finally(() => endangerDatabase(0))
    if (random.chance(line.faults)) throw unreachable()
    const arrived = JSON.parse(JSON.stringify(answer), age === 'old' ? withoutOrigin : undefined)
    // As a newer server would say it.
    return schema ? schema.parse(withMore(arrived)) : arrived
  }
  const note = (states: readonly SharedState[]) => {
    for (const { type, id } of states) if (type === 'forgotten') line.forgotten.add(id)
  }
  const push = async (request: PushRequest) => {
    if (JSON.stringify(request).includes(poison)) {
      throw new ThroughlineError('server-failed', 'the server failed')
    }
    const sent = JSON.parse(JSON.stringify(witnessed(request)))
    const asked = age === 'newer' ? withMore(sent) : sent
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
    ...{ faults: 0, isOnline: true, isRevoked: false, acknowledged: [], knowsDigests },
    forgotten: new Set(),
    projects: () => over(() => server.projects(caller)),
    share: (request) => over(() => server.share(caller, request)),
    async push(request) {
      const answer = await over(() => push(request), pushAnswer)
      const operations = new Map(request.operations.map((each) => [each.key, each]))
      for (const each of answer.status === 'ok' ? answer.answers : []) {
        const operation = operations.get(each.key)
        if (operation) line.acknowledged.push({ operation, answer: each })
        const isForgotten = each.outcome === 'stored' && operation?.type === 'forget'
        if (operation && isForgotten) line.forgotten.add(operation.id)
      }
      return answer
    },
    async pull(request) {
      const answer = await over(
        () => server.pull(caller, { ...witnessed(request), digests }),
        pullAnswer,
      )
      if (answer.status === 'ok') note(answer.states)
      return answer
    },
    unshare: (project) => over(() => server.unshare(caller, { project })),
    wait: (after) => over(async () => ({ sequence: after })),
    buckets: (project) => over(() => server.buckets(caller, { project, digests })),
    bucket: (project, bucket) =>
      over(() => server.bucket(caller, { project, bucket, digests }), bucketAnswer),
    async states(project, ids) {
      const answer = await over(() => server.states(caller, { project, ids }), statesAnswer)
      note(answer.states)
      return answer
    },
    resolve: (request) => over(() => server.resolve(caller, request)),
  }
  return line
}

/** Over HTTP it would be a 503. */
const isOfDatabase = (error: unknown) =>
  error instanceof ThroughlineError && error.code.startsWith('database-')

const withoutOrigin = (name: string, value: unknown) => (name === 'origin' ? undefined : value)

/** With members that nobody knows, in every object. */
function withMore<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withMore) as T
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, withMore(member)])
  return { ...Object.fromEntries(members), addedLater: true } as T
}

type Pushed = Awaited<ReturnType<SyncServer['push']>>

const remembered = (pushed: Pushed) =>
  pushed.status === 'ok' ? pushed.answers.filter(({ outcome }) => outcome !== 'refused') : pushed
