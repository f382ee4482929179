/** What every extraction store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ExtractionStore, JudgedWindow } from '../../src/core/ports/extraction-store.ts'
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
    const judged = (changes: Partial<JudgedWindow> = {}): JudgedWindow => ({
      sessionId,
      windowHash: 'w1',
      depth: 'turn',
      judge: 'local',
      model: undefined,
      items: 2,
      at: at(1),
      ...changes,
    })

    test('knows nothing of a session that was not looked through', async () => {
      expect(await store.extractions.state('unknown')).toEqual({ turnsThrough: 0, deepThrough: 0 })
      expect(await store.extractions.isJudged(sessionId, 'w1')).toBe(false)
      expect(await store.extractions.totals()).toEqual({ windows: 0, items: 0 })
    })

    test('advances, each number on its own, and never goes back', async () => {
      await write((tx) => tx.advance(sessionId, { turnsThrough: 4 }, at(1)))
      await write((tx) => tx.advance(sessionId, { deepThrough: 3 }, at(2)))
      await write((tx) => tx.advance(sessionId, { turnsThrough: 2, deepThrough: 1 }, at(3)))
      expect(await store.extractions.state(sessionId)).toEqual({ turnsThrough: 4, deepThrough: 3 })
    })

    test('finds an item once in a session, and again in another', async () => {
      const other = (await createSamples(store).addSession({ hostSessionId: 's2' })).id
      expect(await write((tx) => tx.addItem(sessionId, 'ab'))).toBe(true)
      expect(await write((tx) => tx.addItem(sessionId, 'ab'))).toBe(false)
      expect(await write((tx) => tx.addItem(sessionId, 'cd'))).toBe(true)
      expect(await write((tx) => tx.addItem(other, 'ab'))).toBe(true)
    })

    test('counts windows and items, and replaces an earlier judgement of a window', async () => {
      const other = (await createSamples(store).addSession({ hostSessionId: 's2' })).id
      await write((tx) => tx.markJudged(judged()))
      await write((tx) => tx.markJudged(judged({ items: 3, judge: 'model', model: 'small' })))
      await write((tx) => tx.markJudged(judged({ sessionId: other, items: 1 })))
      expect(await store.extractions.isJudged(sessionId, 'w1')).toBe(true)
      expect(await store.extractions.totals(sessionId)).toEqual({ windows: 1, items: 3 })
      expect(await store.extractions.totals()).toEqual({ windows: 2, items: 4 })
    })

    test('is written with the memories, or not at all', async () => {
      const failing = store.transaction(async ({ extractions, memories }) => {
        await extractions.addItem(sessionId, 'ab')
        await memories.insert(sampleMemory('m'))
        await extractions.markJudged(judged())
        await extractions.advance(sessionId, { turnsThrough: 1 }, at(1))
        throw new Error('power cut')
      })
      await expect(failing).rejects.toThrow('power cut')
      expect(await store.memories.find('m')).toBeUndefined()
      expect(await store.extractions.isJudged(sessionId, 'w1')).toBe(false)
      expect(await store.extractions.state(sessionId)).toMatchObject({ turnsThrough: 0 })
      expect(await write((tx) => tx.addItem(sessionId, 'ab'))).toBe(true)
    })
  })
}
