import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sampleMemory } from '../../../../test/conformance/samples.ts'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { type MemoryStore, openMemoryStore } from '../../../../test/support/core/memory-store.ts'
import type { SharedState, SyncOperation } from '../../../contract/team/sync.ts'
import type {
  JoinedProject,
  TeamClientStore,
  TeamConnection,
  TeamItem,
} from '../../../core/ports/team/team-client-store.ts'

const now = '2026-01-02T03:04:05.000Z'
const project = '0199b0a0-0000-7000-8000-00000000000a'
const person = { id: '0199b0a0-0000-7000-8000-000000000001', name: 'Ada' }

const connection: TeamConnection = {
  ...{ server: 'https://memory.example.com', organisation: { id: project, name: 'Acme' }, person },
  ...{ role: 'member', state: 'connected', problem: undefined, lastContactAt: now },
  ...{ cursor: { sequence: 7, mark: '0123456789abcdef' }, witness: undefined },
  ...{ needsResync: true, comparedAt: undefined },
}
const joined: JoinedProject = {
  ...{ id: project, localId: 'p1', name: 'app', state: 'joined', needsCompare: true },
  sharesDigests: false,
}
const itemOf = (memoryId: string, more: Partial<TeamItem> = {}): TeamItem => ({
  ...{
    project,
    memoryId,
    kind: 'memory',
    version: 3,
    type: 'memory',
    textHash: 'h',
    authorId: person.id,
  },
  ...{ origin: undefined, state: 'synced', successor: undefined },
  ...more,
})
const stateOf = (id: string, version: number): SharedState => ({
  ...{ type: 'forgotten', id, project, version, author: person },
})
const forgetOf = (id: string): SyncOperation => ({ type: 'forget', key: project, id, project })

describe('what is known about a team server', () => {
  let store: MemoryStore
  beforeEach(async () => {
    store = await openMemoryStore(createTestClock(now))
    onTestFinished(() => store.close())
  })
  const write = <T>(work: (team: TeamClientStore) => Promise<T>) =>
    store.transaction(({ team }) => work(team))
  const queue = (memoryId: string, type: 'put' | 'forget' = 'put') =>
    write((team) => team.addOperation({ memoryId, kind: 'memory', project, type }))
  const due = async (at = now) =>
    (await store.team.dueOperations(at, 10)).map(({ memoryId, type }) => [memoryId, type])

  test('is nothing before the first sign-in, and a change without one is none', async () => {
    await write((team) => team.changeConnection({ state: 'connected' }))
    expect(await store.team.connection()).toBeUndefined()
    expect(await store.team.counts()).toEqual({
      ...{ waiting: 0, parked: 0, synced: 0, digests: 0, localOnly: 0 },
    })
  })

  test('comes back as it was written', async () => {
    await write((team) => team.setConnection(connection))
    expect(await store.team.connection()).toEqual(connection)
    const change = { state: 'signed-out', problem: 'no', cursor: undefined } as const
    await write((team) => team.changeConnection(change))
    expect(await store.team.connection()).toEqual({ ...connection, ...change })
    await write((team) => team.putProject(joined))
    await write((team) => team.putProject({ ...joined, state: 'leaving', needsCompare: false }))
    expect(await store.team.projects()).toEqual([
      { ...joined, state: 'leaving', needsCompare: false },
    ])
    const ada = { ...person, firstSeenAt: now, approvedAt: undefined, hourStartedAt: now }
    await write((team) => team.putPerson({ ...ada, hourCount: 1 }))
    await write((team) => team.putPerson({ ...ada, hourCount: 2, approvedAt: now }))
    expect(await store.team.people()).toEqual([{ ...ada, hourCount: 2, approvedAt: now }])
  })

  test('of memories is found by project, by memory, and by what replaces them', async () => {
    await write(async (team) => {
      await team.putItem(itemOf('m1', { version: 0, successor: 'm3' }))
      await team.putItem(itemOf('m2', { type: 'withdrawn' }))
      await team.putItem(itemOf('m2', { version: 9, type: 'forgotten', state: 'hidden' }))
    })
    const removed = itemOf('m2', { version: 9, type: 'forgotten', state: 'hidden' })
    expect(await store.team.itemsOf('m2')).toEqual([removed])
    expect(await store.team.itemsIn(project, 'm1', 10)).toEqual([removed])
    expect(await store.team.entriesIn(project)).toEqual([
      { id: 'm2', version: 9, type: 'forgotten' },
    ])
    expect((await store.team.itemsReplacedBy('m3')).map(({ memoryId }) => memoryId)).toEqual(['m1'])
  })

  test('operations are due in their order, of each memory one at a time', async () => {
    await queue('m1')
    await queue('m2')
    await queue('m1', 'forget')
    expect(await due()).toEqual([
      ['m1', 'put'],
      ['m2', 'put'],
    ])
    const [first] = await store.team.operationsOf('m1')
    await write((team) => team.removeOperation(first?.position ?? 0))
    expect(await due()).toEqual([
      ['m2', 'put'],
      ['m1', 'forget'],
    ])
  })

  test('an operation that failed waits for its time, however the clock is set, or is parked', async () => {
    await queue('m1')
    const [{ position } = { position: 0 }] = await store.team.operationsOf('m1')
    await write((team) => team.failOperation(position, 'busy', '2026-01-02T03:05:00.000Z'))
    expect(await due()).toEqual([])
    expect(await due('2026-01-02T03:05:00.000Z')).toHaveLength(1)
    expect(await due('2020-01-01T00:00:00.000Z')).toHaveLength(1)
    await write((team) => team.failOperation(position, 'broken', undefined))
    expect(await due('2027-01-01T00:00:00.000Z')).toEqual([])
    expect(await store.team.parked(5)).toMatchObject([{ problem: 'broken', tries: 2 }])
    expect(await write((team) => team.retryParked(3))).toBe(0)
    expect(await write((team) => team.retryParked(2))).toBe(1)
    expect(await due()).toHaveLength(1)
  })

  test('a forgotten memory leaves no text that waits, and that it was sent stays known', async () => {
    const memory = sampleMemory(store.ids.next(), { content: 'the word is xyzzy' })
    await store.transaction(async ({ memories, team }) => {
      await memories.insert(memory)
      await team.addOperation({ memoryId: memory.id, kind: 'memory', project, type: 'put' })
      const [queued] = await team.operationsOf(memory.id)
      await team.freezeOperation(queued?.position ?? 0, forgetOf(memory.id), 'hash')
      await team.putShadow(stateOf(memory.id, 1))
    })
    await store.transaction(({ memories }) => memories.forget(memory.id, now, { archive: false }))
    expect(await store.team.operationsOf(memory.id)).toMatchObject([
      { payload: undefined, wasSent: true },
    ])
    expect(await store.team.shadowsOf(memory.id)).toEqual([])
  })

  test('a project goes with all that is known of it, and leaving the team takes everything', async () => {
    await write(async (team) => {
      await team.setConnection(connection)
      await team.putProject(joined)
      await team.putItem(itemOf('m1'))
      await team.putShadow(stateOf('m1', 4))
      await team.addOperation({ memoryId: 'm1', kind: 'memory', project, type: 'put' })
    })
    expect(await store.team.hasOperationsIn(project)).toBe(true)
    await write((team) => team.removeProject(project))
    expect(await store.team.itemsOf('m1')).toEqual([])
    expect(await store.team.shadow(project, 'm1')).toBeUndefined()
    expect(await store.team.hasOperationsIn(project)).toBe(false)
    await write((team) => team.clear())
    expect(await store.team.connection()).toBeUndefined()
  })
})
