import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../../../test/support/core/capture.ts'
import { openVectors } from '../../../../test/support/models/vectors.ts'
import { embedPending } from '../../embedding/embed-pending.ts'
import { findNear } from '../../embedding/find-near.ts'
import type { SearchDocument } from '../../model/search-document.ts'
import type { Embedder } from '../../ports/models.ts'
import { describeExplanation } from '../explain.ts'
import { type RecallRequest, recall } from '../recall.ts'

/** Texts that share a line mean the same. */
const meanings = [
  ['cache eviction', 'LRU drops entries', 'which entries are thrown away'],
  ['ship on fridays', 'the day of the deploy'],
  ['noted'],
]

const embedder: Embedder = {
  model: 'test:all-MiniLM-L6-v2',
  dimensions: 4,
  async embed(texts) {
    return texts.map((text) => {
      const place = meanings.findIndex((texts) => texts.some((known) => text.includes(known)))
      return Float32Array.from([0, 1, 2, 3].map((at) => (at === (place < 0 ? 3 : place) ? 1 : 0)))
    })
  },
}

let opened: Awaited<ReturnType<typeof openVectors>>
beforeEach(async () => {
  opened = await openVectors()
  onTestFinished(() => opened.close())
})

const scope = { scope: 'project', scopeId: 'p' } as const
const at = '2026-01-01T00:00:00.000Z'
const memory = (id: string, body: string): SearchDocument => ({
  ...{ type: 'memory', id, scope, at, fields: { body } },
})
const turn = (sessionId: string, position: number, body: string): SearchDocument => ({
  ...memory(`${sessionId}.${position}`, body),
  ...{ type: 'turn', sessionId, position },
})

async function put(documents: readonly SearchDocument[]): Promise<void> {
  const { search, vectors, clock } = opened
  await search.put(documents)
  const signal = new AbortController().signal
  await embedPending({ embedder, vectors, clock, hash: sha256 }, { batchSize: 8, signal })
}

async function ask(text: string, more: Partial<RecallRequest> = {}, model = embedder.model) {
  const { search, vectors, clock } = opened
  const signal = new AbortController().signal
  const using = { ...embedder, model }
  if (model !== embedder.model) await vectors.useModel(using)
  const near = await findNear(
    { text, filter: {}, limit: 10, signal },
    { embedder: async () => using, vectors },
  )
  return (await recall({ text, near, ...more }, { index: search, clock })).hits
}

test('a document that shares no word with the question is found by its meaning', async () => {
  await put([memory('words', 'the queue is red'), memory('meaning', 'LRU drops entries')])
  const [hit, ...others] = await ask('cache eviction')
  expect(hit?.id).toBe('meaning')
  expect(describeExplanation(hit?.explanation ?? ({} as never))).toMatch(
    /^its meaning \(\+0\.0\d\)$/,
  )
  expect(others).toEqual([])
})

test('meaning decides between documents that match equally, and comes below more words', async () => {
  await put([
    memory('other', 'eviction of tenants'),
    memory('same', 'eviction: LRU drops entries'),
    memory('both', 'eviction from the cache of tenants'),
  ])
  expect((await ask('cache eviction')).map(({ id }) => id)).toEqual(['both', 'same', 'other'])
})

test('a turn counts with the meaning of the turns around it', async () => {
  await put([
    turn('s', 1, 'the day of the deploy'),
    turn('s', 2, 'blue, I said'),
    turn('t', 1, 'noted'),
    turn('t', 2, 'blue, I said so'),
  ])
  const hits = await ask('ship on fridays blue')
  const place = (id: string) => hits.findIndex((hit) => hit.id === id)
  expect(place('s.2')).toBeLessThan(place('t.2'))
})

test('a search for sessions returns sessions, also those that only meaning finds', async () => {
  await put([turn('s', 1, 'LRU drops entries'), turn('t', 1, 'ship on fridays')])
  const hits = await ask('cache eviction', { by: 'session' })
  expect(hits.map(({ type, id }) => [type, id])).toEqual([['session', 's']])
})

test('a model whose cosines nobody measured orders what words find, and adds nothing', async () => {
  await put([memory('meaning', 'LRU drops entries'), memory('words', 'the cache is red')])
  expect((await ask('cache eviction', {}, 'test:unknown')).map(({ id }) => id)).toEqual(['words'])
})

test('an embedder that does not answer leaves the hits as they were', async () => {
  await put([memory('words', 'cache eviction'), memory('other', 'eviction of tenants')])
  const near = { kind: 'unavailable', error: new Error('away') } as never
  const without = await ask('cache eviction', { near: undefined })
  expect(await ask('cache eviction', { near })).toEqual(without)
})
