/** What every extraction store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ExtractionStore } from '../../src/core/ports/extraction-store.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples, sampleMemory } from './samples.ts'

export function describeExtractionStore(name: string, open: OpenStores): void {
  describe(`the account of extraction of ${name}`, () => {
    let store: Stores
    let sessionId: string
    beforeEach(async () => {
      store = await open(createTestClock())
      onTestFinished(() => store.close())
      sessionId = (await createSamples(store).addSession()).id
    })
    const write = <T>(work: (extractions: ExtractionStore) => Promise<T>) =>
      store.transaction(({ extractions }) => work(extractions))
    test('knows nothing of a session that was not looked through', async () => {
      expect(await store.extractions.state('unknown')).toEqual({
        turnsThrough: 0,
        readThrough: 0,
        settledThrough: 0,
      })
      expect(await store.extractions.countItems()).toBe(0)
    })

    test('advances, each number on its own, and never goes back', async () => {
      await write((tx) => tx.advance(sessionId, { turnsThrough: 4 }, at(1)))
      await write((tx) => tx.advance(sessionId, { readThrough: 3, readBy: 'small' }, at(2)))
      await write((tx) => tx.advance(sessionId, { turnsThrough: 2, settledThrough: 1 }, at(3)))
      expect(await store.extractions.state(sessionId)).toEqual({
        turnsThrough: 4,
        readThrough: 3,
        settledThrough: 1,
        readBy: 'small',
      })
    })

    test('finds an item once in a session, and again in another', async () => {
      const other = (await createSamples(store).addSession({ hostSessionId: 's2' })).id
      expect(await write((tx) => tx.addItem(sessionId, 'ab'))).toBe(true)
      expect(await write((tx) => tx.addItem(sessionId, 'ab'))).toBe(false)
      expect(await write((tx) => tx.addItem(sessionId, 'cd'))).toBe(true)
      expect(await write((tx) => tx.addItem(other, 'ab'))).toBe(true)
      expect(await store.extractions.countItems(sessionId)).toBe(2)
      expect(await store.extractions.countItems()).toBe(3)
    })

    test('is written with the memories, or not at all', async () => {
      const failing = store.transaction(async ({ extractions, memories }) => {
        await extractions.addItem(sessionId, 'ab')
        await memories.insert(sampleMemory('m'))
        await extractions.advance(sessionId, { turnsThrough: 1 }, at(1))
        throw new Error('power cut')
      })
      await expect(failing).rejects.toThrow('power cut')
      expect(await store.memories.find('m')).toBeUndefined()
      expect(await store.extractions.state(sessionId)).toMatchObject({ turnsThrough: 0 })
      expect(await write((tx) => tx.addItem(sessionId, 'ab'))).toBe(true)
    })
  })
}
