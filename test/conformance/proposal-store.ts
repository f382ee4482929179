/** What every store of proposals does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Proposal } from '../../src/core/model/proposal.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, sampleMemory } from './samples.ts'

export function describeProposalStore(name: string, open: OpenStores): void {
  describe(`the proposal store of ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
    })
    const make = (key: string, changes: Partial<Proposal> = {}): Proposal => ({
      id: stores.ids.next(),
      key,
      action: 'update',
      memoryId: undefined,
      memoryVersion: undefined,
      evidence: ['b'],
      wanted: { content: 'Use pnpm', tags: ['build'], key: null },
      proposer: { kind: 'agent', host: 'claude-code', reason: undefined },
      projectId: undefined,
      createdAt: at(0),
      decidedAt: undefined,
      ...changes,
    })
    const add = (proposal: Proposal) =>
      stores.transaction(({ proposals }) => proposals.insert(proposal))
    const decide = (key: string, time: string | undefined) =>
      stores.transaction(({ proposals }) => proposals.markDecided(key, time))
    const waiting = async () => (await stores.proposals.waiting()).map(({ key }) => key)

    test('keeps proposals, the newest first, until they are decided', async () => {
      const [one, other] = [make('k1'), make('k2', { wanted: {} })]
      await add(one)
      await add(other)
      expect(await stores.proposals.waiting()).toEqual([other, one])
      expect(await decide('k2', at(1))).toBe(true)
      expect(await waiting()).toEqual(['k1'])
      expect(await stores.proposals.find('k2')).toEqual({ ...other, decidedAt: at(1) })
      await decide('k2', undefined)
      expect(await waiting()).toEqual(['k2', 'k1'])
      expect(await decide('k3', at(1))).toBe(false)
      expect(await stores.proposals.find('k3')).toBeUndefined()
    })

    test('keeps one of a key', async () => {
      await add(make('k1'))
      await expect(add(make('k1'))).rejects.toThrow()
    })

    test('drops only what was decided before a time', async () => {
      for (const key of ['k1', 'k2', 'k3']) await add(make(key))
      await decide('k1', at(1))
      await decide('k2', at(2))
      const drop = () => stores.transaction(({ proposals }) => proposals.dropDecidedBefore(at(2)))
      expect(await drop()).toBe(1)
      expect(await stores.proposals.find('k1')).toBeUndefined()
      expect(await stores.proposals.find('k2')).toBeDefined()
      expect(await waiting()).toEqual(['k3'])
    })

    test('follows the memory it is about: hidden while that is forgotten, erased with it', async () => {
      const memory = sampleMemory(stores.ids.next())
      await stores.transaction(({ memories }) => memories.insert(memory))
      await add(make('k1', { memoryId: memory.id, memoryVersion: 1 }))
      expect(await waiting()).toEqual(['k1'])
      await stores.transaction(({ memories }) =>
        memories.forget(memory.id, at(1), { archive: true }),
      )
      expect(await waiting()).toEqual([])
      await stores.transaction(({ memories }) => memories.restore(memory.id))
      expect(await waiting()).toEqual(['k1'])
      await stores.transaction(({ memories }) =>
        memories.forget(memory.id, at(1), { archive: true }),
      )
      await stores.transaction(({ memories }) => memories.dropArchived(memory.id))
      expect(await stores.proposals.find('k1')).toBeUndefined()
    })

    test('erases what was accepted into a memory with that memory', async () => {
      const memory = sampleMemory(stores.ids.next())
      await add(make('k1', { action: 'store', memoryId: undefined }))
      await stores.transaction(async ({ memories, proposals, reviews }) => {
        await memories.insert(memory)
        await proposals.markDecided('k1', at(1))
        await reviews.insertDecision({
          ...{ id: stores.ids.next(), key: 'k1', kind: 'proposal', decision: 'accept' },
          ...{ memoryIds: [memory.id], dropped: undefined, applied: undefined, at: at(1) },
        })
        await memories.forget(memory.id, at(2), { archive: false })
      })
      expect(await stores.proposals.find('k1')).toBeUndefined()
    })

    test('notes each change in the feed', async () => {
      const proposal = make('k1')
      await add(proposal)
      await decide('k1', at(1))
      await stores.transaction(({ proposals }) => proposals.dropDecidedBefore(at(2)))
      const { changes } = await stores.changes.after('', 10, { subjects: ['proposal'] })
      expect(changes.map(({ id, kind }) => [id, kind])).toEqual(
        ['created', 'updated', 'removed'].map((kind) => [proposal.id, kind]),
      )
    })
  })
}
