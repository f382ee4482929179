/** What every store of consolidations does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Memory, MemorySource } from '../../src/core/model/memory.ts'
import type { Consolidation, ConsolidationStore } from '../../src/core/ports/review-store.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeConsolidationStore(name: string, open: OpenStores): void {
  describe(`the consolidation store of ${name}`, () => {
    let stores: Stores
    let store: ConsolidationStore
    let samples: ReturnType<typeof createSamples>
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      store = stores.consolidations
      samples = createSamples(stores)
    })
    const done = (id: string, changes: Partial<Consolidation> = {}): Consolidation => ({
      id,
      projectId: undefined,
      at: at(0),
      actions: [
        {
          kind: 'merge',
          memory: { id: 'a', before: 1, after: 2 },
          closed: [{ id: 'b', version: 3 }],
        },
        { kind: 'raise', memory: { id: 'c', after: 1 }, closed: [] },
      ],
      undoneAt: undefined,
      ...changes,
    })
    const add = (consolidation: Consolidation) =>
      stores.transaction(({ consolidations: tx }) => tx.insert(consolidation))
    const addMemory = async (changes: Partial<Memory> = {}, sources: MemorySource[] = []) => {
      const memory = sampleMemory(stores.ids.next(), changes)
      await stores.transaction(async ({ memories }) => {
        await memories.insert(memory)
        await memories.addSources(memory.id, sources)
      })
      return memory.id
    }
    const close = (id: string, successor: string) =>
      stores.transaction(({ memories }) => memories.update(id, { supersededBy: successor }, at(9)))

    test('keeps what was done, word for word', async () => {
      const [one, other] = [done('1'), done('2', { projectId: 'p', undoneAt: at(9) })]
      await add(one)
      await add(other)
      expect(await store.find('1')).toEqual(one)
      expect(await store.find('2')).toEqual(other)
      expect(await store.find('3')).toBeUndefined()
    })

    test('lists the newest first, of a project with those of all, undone or not', async () => {
      await add(done('1', { projectId: 'p', at: at(1) }))
      await add(done('2', { at: at(2) }))
      await add(done('3', { projectId: 'q', at: at(3) }))
      await stores.transaction(({ consolidations: tx }) => tx.markUndone('2', at(4)))
      const list = async (...given: Parameters<ConsolidationStore['list']>) =>
        (await store.list(...given)).map(({ id }) => id)
      expect(await list({}, 10)).toEqual(['3', '2', '1'])
      expect(await list({}, 1)).toEqual(['3'])
      expect(await list({ projectId: 'p' }, 10)).toEqual(['2', '1'])
      expect(await list({ projectId: 'p', isUndone: false }, 10)).toEqual(['1'])
      expect(await list({ isUndone: true }, 10)).toEqual(['2'])
      expect(await list({ since: at(2) }, 10)).toEqual(['3', '2'])
      expect((await store.find('2'))?.undoneAt).toBe(at(4))
    })

    test('writes the account and the memories together or not at all', async () => {
      const id = await addMemory()
      const work = stores.transaction(async ({ consolidations: tx, memories }) => {
        await tx.insert(done('1'))
        await memories.update(id, { pinned: true }, at(5))
        throw new Error('no luck')
      })
      await expect(work).rejects.toThrow('no luck')
      expect(await store.find('1')).toBeUndefined()
      const pinned = await stores.transaction(({ memories }) => memories.find(id))
      expect(pinned).toMatchObject({ pinned: false, version: 1 })
    })

    test('moves with the project whose memories it was about', async () => {
      const projects = ['p', 'q'].map((identity) =>
        stores.projects.insert({ identity, name: identity, root: undefined }),
      )
      const [from = '', into = ''] = (await Promise.all(projects)).map(({ id }) => id)
      await add(done('1', { projectId: from }))
      await stores.transaction(({ projectMerges: tx }) => tx.merge(from, into, at(9)))
      expect(await store.find('1')).toMatchObject({ projectId: into })
    })

    test('knows every address with valid memories, and the project of a session', async () => {
      const project = { identity: 'p', name: 'p', root: undefined }
      const projectId = (await stores.projects.insert(project)).id
      const { id: sessionId } = await samples.addSession({ projectId })
      await addMemory({ scope: 'global', scopeId: '' })
      await addMemory({ scopeId: projectId })
      await addMemory({ scope: 'session', scopeId: sessionId })
      await addMemory({ scope: 'session', scopeId: sessionId })
      await addMemory({ scope: 'session', scopeId: 'unknown' })
      await addMemory({ scope: 'agent', scopeId: projectId })
      const closed = await addMemory({ scope: 'agent', scopeId: 'gone' })
      await close(closed, closed)
      expect(await store.places()).toEqual([
        { scope: 'agent', scopeId: projectId, projectId: undefined },
        { scope: 'global', scopeId: '', projectId: undefined },
        { scope: 'project', scopeId: projectId, projectId },
        { scope: 'session', scopeId: sessionId, projectId },
        { scope: 'session', scopeId: 'unknown', projectId: undefined },
      ])
    })

    test('tells what valid memories say, page by page in the order of ids', async () => {
      const project = { identity: 'p', name: 'p', root: undefined }
      const projectId = (await stores.projects.insert(project)).id
      const { id: sessionId } = await samples.addSession({ projectId })
      const one = { scope: 'session', scopeId: sessionId, kind: 'rule', content: 'A' } as const
      const other = { scope: 'agent', scopeId: 'x', kind: 'fact', content: 'B' } as const
      const first = await addMemory(one)
      await close(await addMemory(), first)
      const second = await addMemory(other)
      expect(await store.sayings('', 1)).toEqual([{ ...one, id: first, projectId }])
      expect(await store.sayings(first, 2)).toEqual([
        { ...other, id: second, projectId: undefined },
      ])
      expect(await store.sayings(second, 2)).toEqual([])
    })

    test('finds contradictions between valid memories of one address', async () => {
      const [one, other] = [await addMemory(), await addMemory()]
      const candidate = await addMemory({ standing: 'candidate' })
      const elsewhere = await addMemory({ scopeId: 'b' })
      const link = { from: one, relation: 'contradicts', to: other, createdAt: at(1) } as const
      await stores.transaction(async ({ memories }) => {
        await memories.addLink(link)
        await memories.addLink({ ...link, to: elsewhere })
        await memories.addLink({ ...link, to: candidate })
        await memories.addLink({ ...link, relation: 'relates' })
      })
      expect(await store.contradictions()).toEqual([link])
      await close(other, one)
      expect(await store.contradictions()).toEqual([])
    })

    test('knows when the newest session began that a memory was learned in', async () => {
      const addSession = async (hostSessionId: string, second: number) => {
        const { id } = await samples.addSession({ hostSessionId, startedAt: at(second) })
        const turn = await samples.addTurn(id)
        const tool = await samples.addToolEvent(id, { turnId: turn.id })
        return { session: id, turn: turn.id, tool: tool.id }
      }
      const [first, second] = [await addSession('s1', 1), await addSession('s2', 2)]
      const learned = async (...sources: MemorySource[]) =>
        store.learnedInSessionFrom(await addMemory({}, sources))
      expect(await learned({ type: 'session', ref: second.session })).toBe(at(2))
      expect(await learned({ type: 'turn', ref: first.turn })).toBe(at(1))
      const both: MemorySource[] = [
        { type: 'turn', ref: first.turn },
        { type: 'tool-event', ref: second.tool },
      ]
      expect(await learned(...both)).toBe(at(2))
      expect(await learned({ type: 'turn', ref: 'gone' })).toBeUndefined()
      expect(await learned({ type: 'manual', ref: '' })).toBeUndefined()
    })
  })
}
