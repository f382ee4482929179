/** What every promotion store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Promotion } from '../../src/core/ports/projects.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, sampleMemory } from './samples.ts'

export function describePromotionStore(name: string, open: OpenStores): void {
  describe(`the promotion store of ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
    })
    const promotion = (memoryId: string, changes: Partial<Promotion> = {}): Promotion => ({
      memoryId,
      projectId: 'p',
      file: 'AGENTS.md',
      part: 'line',
      hash: 'h',
      contentHash: '01',
      at: at(0),
      state: 'held',
      ...changes,
    })

    const put = (each: Promotion) => stores.transaction(({ promotions }) => promotions.put(each))
    const remove = (id: string) => stores.transaction(({ promotions }) => promotions.remove(id))

    test('keeps one for each memory until it is removed', async () => {
      await put(promotion('b'))
      await put(promotion('a', { projectId: 'q' }))
      const edited = promotion('b', { state: 'edited', hash: 'i' })
      await put(edited)
      expect(await stores.promotions.list('p')).toEqual([edited])
      expect((await stores.promotions.list()).map(({ memoryId }) => memoryId)).toEqual(['a', 'b'])
      await remove('b')
      await remove('b')
      expect(await stores.promotions.list('p')).toEqual([])
    })

    test('finds lines of the files of a host, while their memories say the same', async () => {
      const { promotions } = stores
      await stores.transaction(async ({ memories: tx }) => {
        await tx.insert(sampleMemory('a', { content: 'one', contentHash: '01' }))
        await tx.insert(sampleMemory('b', { content: 'two', contentHash: '02' }))
      })
      const held = promotion('a')
      for (const each of [held, promotion('b'), promotion('gone')]) await put(each)
      expect(await promotions.heldIn('p', ['AGENTS.md', 'GEMINI.md'])).toEqual([held])
      expect(await promotions.heldIn('p', ['CLAUDE.md'])).toEqual([])
      expect(await promotions.heldIn('q', ['AGENTS.md'])).toEqual([])
      for (const changes of [{ state: 'edited' }, { part: 'file' }] as const) {
        await put({ ...held, ...changes })
        expect(await promotions.heldIn('p', ['AGENTS.md'])).toEqual([])
      }
    })
  })
}
