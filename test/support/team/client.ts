/** A person's machine: a real SQLite home, and a line to the real server that a test can cut. */

import { onTestFinished } from 'vitest'
import { runMemoryChecks } from '../../../src/adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../../src/adapters/git/branches.ts'
import { sha256 } from '../../../src/adapters/ids.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import { configSchema } from '../../../src/contract/config.ts'
import type { Digest } from '../../../src/contract/digest.ts'
import { ThroughlineError } from '../../../src/contract/errors.ts'
import { beginDeletion, finishDeletions } from '../../../src/core/deletion/delete-history.ts'
import { correctMemory } from '../../../src/core/memory/change-memory.ts'
import { forgetMemory } from '../../../src/core/memory/forget-memory.ts'
import type { NewMemory } from '../../../src/core/memory/new-memory.ts'
import { writeMemory } from '../../../src/core/memory/write-memory.ts'
import type { Memory } from '../../../src/core/model/memory.ts'
import type { TeamServer } from '../../../src/core/ports/team/team-client-store.ts'
import { createReviewOperations } from '../../../src/core/review/operations.ts'
import type { Caller } from '../../../src/core/team/caller.ts'
import {
  approvePerson,
  disapprovePerson,
} from '../../../src/core/team/client/approval/apply-policy.ts'
import { whyWaiting } from '../../../src/core/team/client/approval/approval.ts'
import type { TeamClientPorts } from '../../../src/core/team/client/client-ports.ts'
import { connectTeam } from '../../../src/core/team/client/connection.ts'
import { switchDigests } from '../../../src/core/team/client/digests/note-digest.ts'
import { joinProject } from '../../../src/core/team/client/join-project.ts'
import { syncRound } from '../../../src/core/team/client/sync-round.ts'
import { unshareProject } from '../../../src/core/team/client/unshare-project.ts'
import type { SyncServer } from '../../../src/core/team/server/create-sync-server.ts'
import { createTestClock } from '../core/clock.ts'
import { openMemoryStore } from '../core/memory-store.ts'
import { endSession } from './end-session.ts'

/** What happens to a request: it never arrives, its answer is lost, or the server says this. */
type Fault = 'request-lost' | 'answer-lost' | ThroughlineError

interface Line {
  /** Asked before each request, with its name. */
  fault: (request: keyof TeamServer) => Fault | undefined
  readonly requests: (keyof TeamServer)[]
}

export type TestClient = Awaited<ReturnType<typeof openClient>>

export async function openClient(server: () => SyncServer, caller: Caller) {
  const clock = createTestClock()
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  const line: Line = { fault: () => undefined, requests: [] }
  const redactor = createRedactor()
  const ports: TeamClientPorts = {
    ...{ store, clock, ids: store.ids, redactor, hash: sha256 },
    server: lineTo(server, caller, line),
  }
  const { organisation, person } = caller
  const signIn = { server: 'http://localhost', organisation: { id: organisation, name: 'Acme' } }
  await connectTeam({ ...signIn, person }, ports)
  const { id: localId } = await store.projects.insert({
    ...{ identity: 'github.com/acme/app', name: 'app', root: undefined },
  })
  const place = { scope: 'project', scopeId: localId } as const
  const now = () => {
    clock.advance(1_000)
    return clock.now().toISOString()
  }
  const writing = { ...ports, memories: store.memories, transaction: store.transaction }
  const review = createReviewOperations({
    ...{ ...store, ...ports, history: store.history },
    approvePerson: (named) => approvePerson(named, ports),
    whyWaiting: (memory) => whyWaiting(memory, store.team),
    readBranchStates,
    runMemoryChecks,
    findProject: async (id) => ({ id }),
    config: () => configSchema.parse({}),
  })
  return {
    ...{ store, clock, line, ports, place, localId, person, review },
    /** What waits in review. */
    queue: async () => (await review.listReview({ limit: 100, offset: 0 })).items,
    async write(content: string, more: Partial<NewMemory> = {}): Promise<Memory> {
      now()
      const given = { ...place, content, source: 'manual', trust: 'user', ...more } as const
      return (await writeMemory(given, writing)).memory
    },
    async edit(id: string, content: string): Promise<void> {
      const memory = await store.memories.find(id)
      if (!memory) throw new Error(`there is no memory ${id}`)
      await store.transaction(({ memories }) =>
        correctMemory(memories, memory, { content, trust: 'user' }, ports, now()),
      )
    },
    forget: (id: string) =>
      store.transaction(({ memories }) => forgetMemory(memories, id, now(), { now: false })),
    share: (localProject = localId) => joinProject(localProject, ports),
    async unshare() {
      const [project] = await store.team.projects()
      if (project) await unshareProject(project.id, ports)
    },
    endSession: (said: string, more?: Partial<Digest>) =>
      endSession(store, { projectId: localId, at: now(), said, more }),
    async deleteSession(sessionId: string) {
      const options = { withMemories: false, forever: true }
      await beginDeletion({ sessionId }, options, { store, clock })
      await finishDeletions({ store, clock })
    },
    async switchDigests(isOn: boolean) {
      const [project] = await store.team.projects()
      if (project) await switchDigests(project.id, isOn, ports)
    },
    /** What digests of others say here. */
    async digests(): Promise<string[]> {
      const found = await store.team.digests({}, 1_000, 0)
      return found.map(({ text }) => text.content).sort()
    },
    sync: () => syncRound(ports),
    approve: (name: string) => approvePerson(name, ports),
    disapprove: (name: string) => disapprovePerson(name, ports),
    find: (id: string) => store.memories.find(id),
    /** What memories of the project say, in no particular order. */
    async contents(): Promise<string[]> {
      const page = { limit: 1_000, offset: 0 }
      const { memories } = await store.memories.list({ addresses: [place] }, page)
      return memories.map(({ content }) => content).sort()
    },
    counts: () => store.team.counts(),
  }
}

function lineTo(server: () => SyncServer, caller: Caller, line: Line): TeamServer {
  const over = async <T>(request: keyof TeamServer, ask: () => Promise<T>): Promise<T> => {
    line.requests.push(request)
    const fault = line.fault(request)
    if (fault instanceof ThroughlineError) throw fault
    const lost = new ThroughlineError('server-unreachable', 'the server does not answer')
    if (fault === 'request-lost') throw lost
    const answer = await ask()
    if (fault === 'answer-lost') throw lost
    // As it arrives over HTTP.
    return JSON.parse(JSON.stringify(answer))
  }
  return {
    projects: () => over('projects', () => server().projects(caller)),
    share: (request) => over('share', () => server().share(caller, request)),
    unshare: (project) => over('unshare', () => server().unshare(caller, { project })),
    push: (request) => over('push', () => server().push(caller, request)),
    pull: (request) => over('pull', () => server().pull(caller, request)),
    wait: async (after) => ({ sequence: after }),
    buckets: (project) =>
      over('buckets', () => server().buckets(caller, { project, digests: true })),
    bucket: (project, bucket) =>
      over('bucket', () => server().bucket(caller, { project, bucket, digests: true })),
    states: (project, ids) => over('states', () => server().states(caller, { project, ids })),
    resolve: (request) => over('resolve', () => server().resolve(caller, request)),
  }
}
