import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openMemoryStore } from '../../../test/support/core/memory-store.ts'
import type { SearchIndex } from '../ports/search-index.ts'
import { describeExplanation } from './explain.ts'
import { fuseNear, fuseRankings } from './gather-pool.ts'
import { recall } from './recall.ts'

const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
let index: SearchIndex

beforeEach(async () => {
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  index = store.search
  await index.put(
    [
      ['words', 'cache eviction'],
      ['meaning', 'LRU drops entries'],
      ['other', 'ship on fridays'],
    ].map(([id = '', body = '']) => ({
      type: 'memory',
      id,
      scope: { scope: 'project', scopeId: 'p' },
      at: '2026-01-01T00:00:00.000Z',
      fields: { body },
    })),
  )
})

async function ask(text: string, similarities: Readonly<Record<string, number>>) {
  const documents = Object.entries(similarities).map(
    ([id, similarity]) => ({ type: 'memory', id, similarity }) as const,
  )
  const near = { kind: 'found', documents } as const
  const { hits } = await recall({ text, near }, { index, clock })
  return hits.map(({ id, explanation }) => [id, describeExplanation(explanation)])
}

test('a hit found by meaning says so, with its similarity, and claims no words', async () => {
  expect(await ask('cache eviction', { meaning: 0.8312, other: 0.2 })).toEqual([
    ['words', expect.stringMatching(/^has cach, evict/)],
    ['meaning', 'near in meaning (0.83)'],
  ])
})

test('a hit found by its words and by its meaning says both', async () => {
  const [[id, why] = []] = await ask('cache eviction', { words: 0.9, meaning: 0.7 })
  expect(id).toBe('words')
  expect(why).toMatch(/^near in meaning \(0\.90\); has cach, evict/)
})

test('what an embedder could not answer leaves the hits as they were', async () => {
  const { hits } = await recall({ text: 'cache eviction' }, { index, clock })
  const error = new Error('away')
  expect(await fuseNear(hits, { kind: 'unavailable', error } as never, index)).toEqual(hits)
})

describe('fuse', () => {
  const fuse = (...rankings: string[][]) => fuseRankings(rankings, (item) => item)

  test('a document in several rankings comes before one in a single ranking', () => {
    expect(fuse(['a', 'b', 'c'], ['d', 'c', 'e'])[0]).toBe('c')
  })

  test('one ranking keeps its order, and nothing is lost or doubled', () => {
    expect(fuse(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
    expect(fuse(['a', 'b'], ['b', 'c']).sort()).toEqual(['a', 'b', 'c'])
    expect(fuse([], [])).toEqual([])
  })

  test('ties stay in the order of the first ranking', () => {
    expect(fuse(['a', 'b'], ['c', 'd'])).toEqual(['a', 'c', 'b', 'd'])
  })
})
