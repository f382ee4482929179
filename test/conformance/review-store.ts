/** What every store of reviews does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Memory } from '../../src/core/model/memory.ts'
import type { ReviewDecision, ReviewStore } from '../../src/core/ports/review-store.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeReviewStore(name: string, open: OpenStores): void {
  describe(`the review store of ${name}`, () => {
    let stores: Stores
    let store: ReviewStore
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      store = stores.reviews
    })
    const addMemory = async (changes: Partial<Memory> = {}) => {
      const memory = sampleMemory(stores.ids.next(), changes)
      await stores.transaction(({ memories: tx }) => tx.insert(memory))
      return memory
    }
    const decision = (key: string, changes: Partial<ReviewDecision> = {}): ReviewDecision => ({
      id: stores.ids.next(),
      key,
      kind: 'near-duplicate',
      decision: 'keep',
      memoryIds: ['a', 'b'],
      dropped: undefined,
      applied: undefined,
      at: at(0),
      ...changes,
    })
    const add = (made: ReviewDecision) =>
      stores.transaction(({ reviews: tx }) => tx.insertDecision(made))
    const anchor = { files: ['a.ts'], commit: 'abcdef1' }

    test('finds why a memory holds beside another, until one of them is gone', async () => {
      const [one, other] = [await addMemory(), await addMemory({ content: 'b', contentHash: '02' })]
      const memoryIds = [one.id, other.id]
      const made = decision('k1', { kind: 'contradiction', memoryIds, because: 'of Makefiles' })
      await add(made)
      await add(decision('k2', { memoryIds }))
      expect(await store.reasonsAbout(one.id)).toEqual([made])
      expect(await store.reasonsAbout('c')).toEqual([])
      await stores.transaction(({ memories: tx }) => tx.forget(other.id, at(1), { archive: true }))
      expect(await store.reasonsAbout(one.id)).toEqual([])
      expect(await store.findDecision('k1')).toEqual(
        decision('k1', { ...made, because: undefined }),
      )
    })

    test('keeps decisions until they are removed', async () => {
      const applied = {
        action: {
          kind: 'merge',
          memory: { id: 'a', before: 1, after: 2 },
          closed: [{ id: 'b', version: 2 }],
        },
        sources: [{ type: 'file', ref: 'notes.md' }],
      } as const
      const [one, other] = [decision('k1', { decision: 'merge', applied }), decision('k2')]
      await add(one)
      await add(other)
      expect(await store.findDecision('k1')).toEqual(one)
      expect(await store.lastDecision()).toEqual(other)
      expect(await store.decidedKeys()).toEqual(new Set(['k1', 'k2']))
      expect(await store.mergesSince(at(0))).toEqual([{ key: 'k1', action: applied.action }])
      expect(await store.mergesSince(at(1))).toEqual([])
      expect(await stores.consolidations.keptInReview()).toEqual(['a', 'b'])
      await stores.transaction(({ reviews: tx }) => tx.removeDecision('k2'))
      expect(await store.lastDecision()).toEqual(one)
      expect(await stores.consolidations.keptInReview()).toEqual([])
    })

    test('decides an item once, and all of a decision or nothing', async () => {
      const memory = await addMemory()
      await add(decision('k1'))
      const twice = stores.transaction(async ({ reviews: tx, memories }) => {
        await memories.forget(memory.id, at(1), { archive: true })
        await tx.insertDecision(decision('k1'))
      })
      await expect(twice).rejects.toThrow()
      expect(await stores.memories.find(memory.id)).toBeDefined()
    })

    test('has the memories that were changed last first, also of one project', async () => {
      const project = { identity: 'p', name: 'p', root: undefined }
      const scopeId = (await stores.projects.insert(project)).id
      const { id: sessionId } = await createSamples(stores).addSession({ projectId: scopeId })
      const [a, b, c] = [
        await addMemory({ scopeId, updatedAt: at(2) }),
        await addMemory({ scope: 'session', scopeId: sessionId, updatedAt: at(3) }),
        await addMemory({ scope: 'global', scopeId: '', updatedAt: at(4) }),
      ]
      const ids = async (projectId: string | undefined, limit: number) =>
        (await store.newest(projectId, limit)).map(({ id }) => id)
      expect(await ids(undefined, 2)).toEqual([c.id, b.id])
      expect(await ids(scopeId, 9)).toEqual([b.id, a.id])
      await addMemory({ standing: 'candidate' })
      expect(await ids(undefined, 2)).toEqual([c.id, b.id])
      await stores.transaction(({ memories: tx }) => tx.update(b.id, { supersededBy: a.id }, at(5)))
      expect(await ids(scopeId, 9)).toEqual([a.id])
    })

    test('reads of a memory what the queue needs', async () => {
      const memory = await addMemory({ ...anchor, pinned: true, useCount: 3, importance: 0.4 })
      const [facts] = await store.newest(undefined, 1)
      expect(memory).toMatchObject({ ...facts })
      expect(facts).toMatchObject({ files: ['a.ts'], pinned: true, useCount: 3, importance: 0.4 })
    })

    test('keeps the last near pairs of each project and of all', async () => {
      const pairs = [{ one: 'a', other: 'b', likeness: 'words' }] as const
      expect(await store.nearPairs(undefined)).toBeUndefined()
      await store.storeNearPairs(undefined, { basis: 'x', pairs: [] })
      await store.storeNearPairs('p', { basis: 'y', pairs })
      await store.storeNearPairs(undefined, { basis: 'z', pairs })
      expect(await store.nearPairs(undefined)).toEqual({ basis: 'z', pairs })
      expect(await store.nearPairs('p')).toEqual({ basis: 'y', pairs })
    })

    test('has those checked first that were never, then those longest ago', async () => {
      const [a, b, c] = [await addMemory(anchor), await addMemory({}), await addMemory(anchor)]
      await addMemory({ ...anchor, scope: 'session' as const })
      const ids = async () => (await store.toCheck(10)).map(({ id }) => id)
      await store.noteChecks([{ memory: b, checks: [] }], at(2))
      await store.noteChecks([{ memory: a, checks: [] }], at(1))
      expect(await ids()).toEqual([c.id, a.id, b.id])
      expect(await store.toCheck(1)).toEqual([c])
    })

    test('has what a person added and dropped, whatever the text is now', async () => {
      const memory = await addMemory(anchor)
      const [file, script] = [
        { kind: 'file', path: 'a.ts' },
        { kind: 'script', name: 'build' },
      ] as const
      await store.noteChecks([{ memory, checks: [file] }], at(1))
      await store.chooseCheck(memory.id, { check: file, isDropped: true, hasHeld: false })
      await store.chooseCheck(memory.id, { check: script, isDropped: false, hasHeld: false })
      expect((await store.checks([memory.id])).get(memory.id)).toEqual([])
      await store.noteChecks([{ memory, checks: [file, script] }], at(2))
      await stores.transaction(({ memories: tx }) => tx.update(memory.id, { files: ['b'] }, at(4)))
      const added = { ...script, isByHand: true }
      expect(await store.checks()).toEqual(new Map([[memory.id, [added]]]))
      expect((await store.chosenChecks([memory.id])).get(memory.id)).toEqual([
        { check: file, isDropped: true, hasHeld: false },
        { check: script, isDropped: false, hasHeld: true },
      ])
    })

    test('tells the checks of the present version, and forgets them with it', async () => {
      const memory = await addMemory(anchor)
      const other = await addMemory(anchor)
      const checks = [{ kind: 'file', path: 'a.ts' }] as const
      await store.noteChecks([{ memory, checks }], at(1))
      expect(await store.checks()).toEqual(new Map([[memory.id, checks]]))
      expect(await store.checks([other.id])).toEqual(new Map())
      await store.noteChecks([{ memory, checks: [] }], at(2))
      expect(await store.checks()).toEqual(new Map())
      await store.noteChecks([{ memory, checks }], at(3))
      await stores.transaction(({ memories: tx }) => tx.update(memory.id, { pinned: true }, at(4)))
      expect(await store.checks([memory.id])).toEqual(new Map([[memory.id, checks]]))
      await stores.transaction(({ memories: tx }) => tx.update(memory.id, { files: ['b'] }, at(4)))
      expect(await store.checks()).toEqual(new Map())
      await stores.transaction(({ memories: tx }) =>
        tx.forget(memory.id, at(5), { archive: false }),
      )
      await store.noteChecks([{ memory, checks }], at(6))
      expect(await store.checks()).toEqual(new Map())
    })
  })
}
