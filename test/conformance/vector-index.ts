/** What every vector index does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SearchDocument } from '../../src/core/model/search-document.ts'
import type { SearchIndex, VectorIndex } from '../../src/core/ports/search-index.ts'

export type OpenVectors = () => Promise<{
  readonly vectors: VectorIndex
  readonly search: SearchIndex
  close(): void | Promise<void>
}>

const model = { model: 'test:small', dimensions: 4 }
const global = { scope: 'global', scopeId: '' } as const

export function documentOf(id: string, more: Partial<SearchDocument> = {}): SearchDocument {
  const at = '2026-01-02T03:04:05.000Z'
  return { type: 'memory', id, scope: global, at, fields: { body: `about ${id}` }, ...more }
}

export function describeVectorIndex(name: string, open: OpenVectors): void {
  describe(`the vector index on ${name}`, () => {
    let vectors: VectorIndex
    let search: SearchIndex

    beforeEach(async () => {
      const opened = await open()
      onTestFinished(() => opened.close())
      vectors = opened.vectors
      search = opened.search
    })

    /** Stores the given vectors for waiting documents, in the current model; skips others. */
    async function give(values: Record<string, number[]>): Promise<void> {
      const inUse = (await vectors.model()) ?? model
      const waiting = await vectors.pending(1_000)
      await vectors.settle(
        waiting.flatMap(({ type, id, cursor }) => {
          const given = values[id]
          if (!given) return []
          const vector = { ...inUse, contentHash: 'ab', values: Float32Array.from(given) }
          return [{ type, id, cursor, vector }]
        }),
      )
    }
    const waiting = async () => (await vectors.pending(100)).map(({ id }) => id)
    const near = async (values: number[], filter = {}, limit = 10) =>
      (await vectors.nearest(Float32Array.from(values), filter, limit)).map(({ id }) => id)

    test('lets nothing wait until a model is used', async () => {
      await search.put([documentOf('a')])
      expect(await vectors.model()).toBeUndefined()
      expect(await vectors.counts()).toEqual({ embedded: 0, pending: 0, bytes: 0 })
      expect(await near([1, 0, 0, 0])).toEqual([])
    })

    test('reads the vectors of memories, a byte a dimension', async () => {
      await search.put([documentOf('a'), documentOf('b'), documentOf('t', { type: 'turn' })])
      await vectors.useModel(model)
      await give({ a: [1, 0, 0, -1], t: [1, 0, 0, 0] })
      const found = await vectors.ofMemories(['b', 'a', 't', 'unknown'])
      expect([...found].map(([id, values]) => [id, [...values]])).toEqual([
        ['a', [127, 0, 0, -127]],
      ])
      await vectors.useModel({ model: 'test:other', dimensions: 4 })
      expect(await vectors.ofMemories(['a'])).toEqual(new Map())
    })

    test('lets all documents but tool events wait, in the order they changed', async () => {
      await search.put([documentOf('a'), documentOf('t', { type: 'tool-event' })])
      await vectors.useModel(model)
      await search.put([documentOf('b', { type: 'turn' }), documentOf('u', { type: 'tool-event' })])
      expect(await vectors.pending(10)).toMatchObject([
        { type: 'memory', id: 'a', text: 'about a', knownHash: undefined },
        { type: 'turn', id: 'b', text: 'about b' },
      ])
      expect(await vectors.pending(1)).toHaveLength(1)
    })

    test('finds the nearest first and says how near', async () => {
      await search.put(['a', 'b', 'c'].map((id) => documentOf(id)))
      await vectors.useModel(model)
      await give({ a: [1, 0, 0, 0], b: [0.6, 0.8, 0, 0], c: [-1, 0, 0, 0] })
      const found = await vectors.nearest(Float32Array.from([1, 0, 0, 0]), {}, 3)
      expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
      expect(found[0]?.similarity).toBeCloseTo(1, 2)
      expect(found[1]?.similarity).toBeCloseTo(0.6, 2)
      expect(found[2]?.similarity).toBeCloseTo(-1, 2)
      expect(await near([1, 0, 0, 0], {}, 1)).toEqual(['a'])
      expect(await waiting()).toEqual([])
    })

    test('compares given documents, and turns with those around them', async () => {
      const turns = [1, 2, 3, 5].map((position) =>
        documentOf(`t${position}`, { type: 'turn', sessionId: 's', position }),
      )
      await search.put([...turns, documentOf('a'), documentOf('b')])
      await vectors.useModel(model)
      const [one, other] = [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ] as const
      await give({ t1: [...other], t2: [...one], t3: [...other], t5: [...one], a: [...one] })
      const asked = [
        { type: 'turn', id: 't2' },
        { type: 'memory', id: 'a' },
        { type: 'memory', id: 'b' },
      ] as const
      const found = await vectors.compare(Float32Array.from(one), asked, 2)
      const lines = found.map(({ id, offset, similarity }) => [id, offset, Math.round(similarity)])
      expect(lines.sort()).toEqual([
        ['a', 0, 1],
        ['t2', -1, 0],
        ['t2', 0, 1],
        ['t2', 1, 0],
      ])
    })

    test('keeps equals in a stable order', async () => {
      await search.put(['c', 'a', 'b'].map((id) => documentOf(id)))
      await vectors.useModel(model)
      await give({ a: [1, 0, 0, 0], b: [1, 0, 0, 0], c: [1, 0, 0, 0] })
      expect(await near([1, 0, 0, 0])).toEqual(['a', 'b', 'c'])
    })

    test('finds what passes the filter though much that does not is nearer', async () => {
      const own = { scope: 'project', scopeId: 'mine' } as const
      const others = Array.from({ length: 60 }, (_, at) => documentOf(`other-${at}`))
      await search.put([...others, documentOf('own', { scope: own, projectId: 'mine' })])
      await vectors.useModel(model)
      const values = Object.fromEntries(others.map(({ id }) => [id, [1, 0, 0, 0]]))
      await give({ ...values, own: [0, 1, 0, 0] })
      expect(await near([1, 0, 0, 0], { scopes: [own] }, 2)).toEqual(['own'])
      expect(await near([1, 0, 0, 0], { projectId: 'nobody' }, 2)).toEqual([])
      expect(await near([1, 0, 0, 0], { types: ['turn'] }, 100)).toEqual([])
    })

    test('lets a document wait again when its text is written again, and knows its hash', async () => {
      await search.put([documentOf('a')])
      await vectors.useModel(model)
      await give({ a: [1, 0, 0, 0] })
      await search.put([documentOf('a', { fields: { body: 'another text' } })])
      expect(await vectors.pending(10)).toMatchObject([
        { id: 'a', text: 'another text', knownHash: 'ab' },
      ])
    })

    test('does not take a vector of an old text for one of the new', async () => {
      await search.put([documentOf('a')])
      await vectors.useModel(model)
      const [old] = await vectors.pending(1)
      await search.put([documentOf('a', { fields: { body: 'written meanwhile' } })])
      const vector = { ...model, contentHash: 'ab', values: new Float32Array(4).fill(1) }
      await vectors.settle([{ type: 'memory', id: 'a', cursor: old?.cursor ?? '', vector }])
      expect(await waiting()).toEqual(['a'])
      expect(await near([1, 1, 1, 1])).toEqual([])
    })

    test('forgets the waiting of a document that is gone', async () => {
      await search.put([documentOf('a')])
      await vectors.useModel(model)
      const [old] = await vectors.pending(1)
      await search.remove([{ type: 'memory', id: 'a' }])
      const vector = { ...model, contentHash: 'ab', values: new Float32Array(4).fill(1) }
      await vectors.settle([{ type: 'memory', id: 'a', cursor: old?.cursor ?? '', vector }])
      expect(await vectors.counts()).toEqual({ embedded: 0, pending: 0, bytes: 0 })
    })

    test('ends a waiting without a vector', async () => {
      await search.put([documentOf('a')])
      await vectors.useModel(model)
      const pending = await vectors.pending(1)
      await vectors.settle(pending)
      await vectors.settle(pending)
      expect(await vectors.counts()).toMatchObject({ embedded: 0, pending: 0 })
    })

    test('keeps vectors when the same model is used again', async () => {
      await search.put([documentOf('a')])
      await vectors.useModel(model)
      await give({ a: [1, 0, 0, 0] })
      await vectors.useModel({ ...model })
      expect(await vectors.counts()).toMatchObject({ embedded: 1, pending: 0 })
    })

    test.each([
      ['model', { model: 'test:other', dimensions: 4 }],
      ['dimension', { model: 'test:small', dimensions: 3 }],
    ])('starts over when the %s changes, and never mixes', async (_, other) => {
      await search.put([documentOf('a'), documentOf('b')])
      await vectors.useModel(model)
      await give({ a: [1, 0, 0, 0], b: [1, 0, 0, 0] })
      await vectors.useModel(other)
      expect(await vectors.counts()).toEqual({ embedded: 0, pending: 2, bytes: 0 })
      expect((await vectors.pending(2)).map(({ knownHash }) => knownHash)).toEqual([
        undefined,
        undefined,
      ])
      const direction = [1, 0, 0, 0].slice(0, other.dimensions)
      await give({ a: direction })
      expect(await near(direction)).toEqual(['a'])
      expect(await near([1, 0])).toEqual([])
      await give({ b: direction })
      expect(await vectors.counts()).toMatchObject({ embedded: 2, pending: 0 })
    })

    test('refuses vectors of a model that is no longer in use', async () => {
      await search.put([documentOf('a')])
      await vectors.useModel({ model: 'test:other', dimensions: 4 })
      const pending = await vectors.pending(1)
      const vector = { ...model, contentHash: 'ab', values: new Float32Array(4).fill(1) }
      await vectors.settle(pending.map((document) => ({ ...document, vector })))
      expect(await vectors.counts()).toMatchObject({ embedded: 0 })
    })

    test('finds its vectors again when the search index is rebuilt', async () => {
      await search.put([documentOf('gone'), documentOf('a')])
      await vectors.useModel(model)
      await give({ a: [1, 0, 0, 0], gone: [1, 0, 0, 0] })
      await search.clear()
      expect(await near([1, 0, 0, 0])).toEqual([])
      await search.put([documentOf('a')])
      expect(await near([1, 0, 0, 0])).toEqual(['a'])
      expect(await vectors.pending(10)).toMatchObject([{ id: 'a', knownHash: 'ab' }])
      expect(await vectors.check()).toEqual(['1 vectors belong to no document'])
      expect(await vectors.removeOrphans()).toBe(1)
      expect(await vectors.check()).toEqual([])
    })

    test('drops vectors to start over, or everything', async () => {
      await search.put([documentOf('a')])
      await vectors.useModel(model)
      await give({ a: [1, 0, 0, 0] })
      await vectors.restart()
      expect(await vectors.counts()).toEqual({ embedded: 0, pending: 1, bytes: 0 })
      await give({ a: [1, 0, 0, 0] })
      await vectors.clear()
      await search.put([documentOf('b')])
      expect(await vectors.model()).toBeUndefined()
      expect(await vectors.counts()).toEqual({ embedded: 0, pending: 0, bytes: 0 })
    })
  })
}
