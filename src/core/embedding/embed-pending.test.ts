import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { documentOf } from '../../../test/conformance/vector-index.ts'
import { sha256 } from '../../../test/support/core/capture.ts'
import { openVectors } from '../../../test/support/models/vectors.ts'
import { wordVector } from '../../../test/support/models/word-vectors.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Embedder } from '../ports/models.ts'
import {
  type EmbedOptions,
  type EmbedProgress,
  embedPending,
  longestText,
} from './embed-pending.ts'

type Opened = Awaited<ReturnType<typeof openVectors>>

let opened: Opened
let asked: string[][]
beforeEach(async () => {
  opened = await openVectors()
  onTestFinished(() => opened.close())
  asked = []
})

function embedderThat(check: (texts: readonly string[]) => void, model = 'test:one'): Embedder {
  return {
    model,
    dimensions: 16,
    async embed(texts, _purpose, signal) {
      asked.push([...texts])
      check(texts)
      signal?.throwIfAborted()
      return texts.map((text) => Float32Array.from(wordVector(text, 16)))
    },
  }
}
const willing = embedderThat(() => undefined)

const embed = (embedder = willing, options: Partial<EmbedOptions> = {}) =>
  embedPending(
    { embedder, vectors: opened.vectors, hash: sha256, clock: opened.clock },
    { batchSize: 2, signal: new AbortController().signal, ...options },
  )
const put = (...ids: string[]) => opened.search.put(ids.map((id) => documentOf(id)))

test('everything that waits is embedded in order, in batches, with its progress', async () => {
  await put('a', 'b', 'c')
  const progress: EmbedProgress[] = []
  const result = await embed(willing, { onProgress: (state) => progress.push(state) })
  expect(asked).toEqual([['about a', 'about b'], ['about c']])
  expect(result).toEqual({ embedded: 3, unchanged: 0, skipped: 0, pending: 0 })
  expect(progress.map(({ embedded, pending }) => [embedded, pending])).toEqual([
    [2, 1],
    [3, 0],
  ])
})

test('a second run does nothing', async () => {
  await put('a')
  await embed()
  expect(await embed()).toEqual({ embedded: 0, unchanged: 0, skipped: 0, pending: 0 })
  expect(asked).toHaveLength(1)
})

test('a text written again as it was is not sent again', async () => {
  await put('a', 'b')
  await embed()
  await opened.search.clear()
  await put('a')
  await opened.search.put([documentOf('b', { fields: { body: 'now about something else' } })])
  expect(await embed()).toMatchObject({ embedded: 1, unchanged: 1, pending: 0 })
  expect(asked.slice(1)).toEqual([['now about something else']])
})

test('another model embeds everything again', async () => {
  await put('a', 'b')
  await embed()
  const other = embedderThat(() => undefined, 'test:two')
  expect(await embed(other)).toMatchObject({ embedded: 2, unchanged: 0 })
  expect(await opened.vectors.model()).toEqual({ model: 'test:two', dimensions: 16 })
})

test('vectors from before a failure stay, and the next run continues', async () => {
  await put('a', 'b', 'c')
  const failure = new ThroughlineError('model-unavailable', 'gone')
  const failing = embedderThat((texts) => {
    if (texts.includes('about c')) throw failure
  })
  await expect(embed(failing)).rejects.toBe(failure)
  expect(await opened.vectors.counts()).toMatchObject({ embedded: 2, pending: 1 })
  expect(await embed()).toMatchObject({ embedded: 1, pending: 0 })
})

test('a signal stops it between and within batches without an error', async () => {
  await put('a', 'b', 'c')
  const stopping = new AbortController()
  const first = await embed(willing, {
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  })
  expect(first).toMatchObject({ embedded: 2, pending: 1 })
  const within = new AbortController()
  const result = await embed(
    embedderThat(() => within.abort()),
    { signal: within.signal },
  )
  expect(result).toMatchObject({ embedded: 0, pending: 1 })
})

test('it begins no batch after its time is over', async () => {
  await put('a', 'b', 'c')
  const slow = embedderThat(() => opened.clock.advance(1_000))
  expect(await embed(slow, { budgetMs: 500 })).toMatchObject({ embedded: 2, pending: 1 })
})

test('a text that the model refuses does not block the others', async () => {
  await put('a', 'bad', 'c')
  const picky = embedderThat((texts) => {
    if (texts.includes('about bad')) throw new ThroughlineError('model-rejected-input', 'no')
  })
  expect(await embed(picky)).toEqual({ embedded: 2, unchanged: 0, skipped: 1, pending: 0 })
})

test('a model that takes no text at all is a failure, and nothing is given up', async () => {
  await put('a', 'b')
  const refusal = new ThroughlineError('model-rejected-input', 'no')
  const refusing = embedderThat(() => {
    throw refusal
  })
  await expect(embed(refusing)).rejects.toBe(refusal)
  expect(await opened.vectors.counts()).toMatchObject({ embedded: 0, pending: 2 })
})

test('empty texts are not sent, long ones only in part', async () => {
  await opened.search.put([
    documentOf('empty', { fields: { body: ' \n ' } }),
    documentOf('long', { fields: { body: `x${'😀'.repeat(longestText)}` } }),
  ])
  expect(await embed()).toMatchObject({ embedded: 1, skipped: 1, pending: 0 })
  const [[sent = ''] = []] = asked
  expect(sent).toHaveLength(longestText)
  expect(sent.isWellFormed()).toBe(true)
})
