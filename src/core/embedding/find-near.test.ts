import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { documentOf } from '../../../test/conformance/vector-index.ts'
import { sha256 } from '../../../test/support/core/capture.ts'
import { openVectors } from '../../../test/support/models/vectors.ts'
import { wordVector } from '../../../test/support/models/word-vectors.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Embedder } from '../ports/models.ts'
import { embedPending } from './embed-pending.ts'
import { findNear, type NearQuestion, nothingNear } from './find-near.ts'
import { frameText } from './model-traits.ts'
import { redactEmbedder } from './redact-embedder.ts'

let opened: Awaited<ReturnType<typeof openVectors>>
let asked: string[]
const embedder: Embedder = {
  model: 'test:one',
  dimensions: 16,
  async embed(texts) {
    asked.push(...texts)
    return texts.map((text) => Float32Array.from(wordVector(text, 16)))
  },
}
beforeEach(async () => {
  opened = await openVectors()
  onTestFinished(() => opened.close())
  const bodies = { login: 'users sign in with a token', deploy: 'ship on fridays' }
  await opened.search.put(
    Object.entries(bodies).map(([id, body]) => documentOf(id, { fields: { body } })),
  )
  const { vectors, clock } = opened
  asked = []
  const signal = new AbortController().signal
  await embedPending({ embedder, vectors, clock, hash: sha256 }, { batchSize: 8, signal })
  asked = []
})

const ask = (text: string, using = async () => embedder, more: Partial<NearQuestion> = {}) =>
  findNear(
    { text, filter: {}, limit: 5, signal: new AbortController().signal, ...more },
    { embedder: using, vectors: opened.vectors },
  )

test('documents come by their likeness to the question', async () => {
  const result = await ask('sign in token')
  expect(result).toMatchObject({
    kind: 'found',
    documents: [
      { type: 'memory', id: 'login', similarity: expect.any(Number) },
      { type: 'memory', id: 'deploy', similarity: expect.any(Number) },
    ],
  })
})

test('nothing is asked for an empty question', async () => {
  expect(await ask('  ')).toBe(nothingNear)
  expect(asked).toEqual([])
})

test('a secret in the question never reaches the embedder', async () => {
  const key = `ghp_${'a1B2'.repeat(9)}`
  await ask(`sign in with ${key}`, async () => redactEmbedder(embedder, createRedactor()))
  expect(asked).toEqual(['sign in with [redacted:github-token]'])
})

test('a secret in an embedder’s error is not passed on', async () => {
  const failing: Embedder = {
    ...embedder,
    embed: () =>
      Promise.reject(
        new ThroughlineError('model-misconfigured', `bad key ghp_${'a1B2'.repeat(9)}`, {
          hint: 'h',
        }),
      ),
  }
  const result = await ask('x', async () => redactEmbedder(failing, createRedactor()))
  expect(result).toMatchObject({
    kind: 'unavailable',
    error: { message: 'bad key [redacted:github-token]', hint: 'h' },
  })
})

test('an embedder that fails, or cannot be had, is an answer and no error', async () => {
  const gone = new ThroughlineError('model-unavailable', 'gone')
  expect(await ask('x', () => Promise.reject(gone))).toEqual({ kind: 'unavailable', error: gone })
})

test('a fault of ours is thrown', async () => {
  await expect(ask('x', () => Promise.reject(new TypeError('oops')))).rejects.toThrow('oops')
})

test('a search ends with the signal, even if the model cannot be stopped', async () => {
  const stop = new AbortController()
  const result = ask('x', () => new Promise(() => undefined), { signal: stop.signal })
  stop.abort()
  expect(await result).toMatchObject({
    kind: 'unavailable',
    error: { code: 'model-unavailable', message: 'the embedder did not answer in time' },
  })
})

test('nothing is begun when it is too late already', async () => {
  const fail = () => Promise.reject(new Error('never asked'))
  expect(await ask('x', fail, { signal: AbortSignal.abort() })).toMatchObject({
    kind: 'unavailable',
  })
})

test('vectors of another model are not compared', async () => {
  const other = { ...embedder, model: 'test:two' }
  expect(await ask('token', async () => other)).toBe(nothingNear)
})

test.each([
  ['nomic-embed-text:latest', 'search_document: t', 'search_query: t'],
  ['Xenova/multilingual-e5-small', 'passage: t', 'query: t'],
  ['intfloat/e5-large-v2', 'passage: t', 'query: t'],
  ['mxbai-embed-large', 't', 'Represent this sentence for searching relevant passages: t'],
  ['embeddinggemma', 'title: none | text: t', 'task: search result | query: t'],
  ['text-embedding-3-small', 't', 't'],
  ['bge-m3', 't', 't'],
])('%s is given texts framed as it was trained', (model, document, query) => {
  expect(frameText(model, 't', 'document')).toBe(document)
  expect(frameText(model, 't', 'query')).toBe(query)
})
