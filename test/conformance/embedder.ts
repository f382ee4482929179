/** What every embedder does. */
import { describe, expect, test } from 'vitest'
import type { Embedder } from '../../src/core/ports/models.ts'

/** Its vectors must be those of `wordVector`, of 16 dimensions. */
export type OpenEmbedder = (options: {
  readonly batchSize: number
}) => Promise<{ readonly embedder: Embedder /** Texts sent, by batch. */; batches(): string[][] }>

export function describeEmbedder(name: string, open: OpenEmbedder): void {
  describe(`the embedder ${name}`, () => {
    test('says its model and its dimensions', async () => {
      const { embedder } = await open({ batchSize: 8 })
      expect(embedder.dimensions).toBe(16)
      expect(embedder.model).toMatch(/^[a-z-]+:.+/)
    })

    test('gives vectors of length one', async () => {
      const { embedder } = await open({ batchSize: 8 })
      for (const vector of await embedder.embed(['one', 'two words, or four'], 'document')) {
        expect(vector).toHaveLength(16)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
      }
    })

    test('keeps the order of the texts over several batches', async () => {
      const { embedder, batches } = await open({ batchSize: 2 })
      const before = batches().length
      const texts = ['alpha', 'beta', 'gamma', 'delta', 'alpha']
      const together = await embedder.embed(texts, 'document')
      const sizes = batches().slice(before)
      expect(sizes.map((batch) => batch.length)).toEqual([2, 2, 1])
      const alone = await Promise.all(texts.map((text) => embedder.embed([text], 'document')))
      for (const [at, [vector]] of alone.entries()) expect(together[at]).toEqual(vector)
      expect(together[0]).not.toEqual(together[1])
    })

    test('asks nobody when there is nothing to embed', async () => {
      const { embedder, batches } = await open({ batchSize: 2 })
      const before = batches().length
      expect(await embedder.embed([], 'document')).toEqual([])
      expect(batches()).toHaveLength(before)
    })

    test('stops at a signal with its reason', async () => {
      const { embedder, batches } = await open({ batchSize: 2 })
      const before = batches().length
      const stopped = AbortSignal.abort(new Error('enough'))
      await expect(embedder.embed(['a'], 'query', stopped)).rejects.toThrow('enough')
      expect(batches()).toHaveLength(before)
    })
  })
}
