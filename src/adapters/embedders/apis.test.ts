import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { describeEmbedder } from '../../../test/conformance/embedder.ts'
import {
  type Answer,
  hangUp,
  like,
  ollama,
  openai,
  refuse,
  startEmbeddingServer,
  stayQuiet,
} from '../../../test/support/models/embedding-server.ts'
import { configSchema } from '../../contract/config.ts'
import { openEmbedder } from './open-embedder.ts'

async function start(answer: Answer = ollama(), given: object = {}, options: object = {}) {
  const server = await startEmbeddingServer(answer)
  const settings = { provider: 'ollama', url: server.url, ...given }
  const { embeddings } = configSchema.parse({ embeddings: settings })
  const open = () => openEmbedder(embeddings, { env: {}, modelFolder: '', ...options })
  return { server, open }
}

describeEmbedder('of Ollama', async ({ batchSize }) => {
  const { server, open } = await start(ollama(), { model: 'plain' }, { batchSize })
  const embedder = await open()
  return { embedder, batches: () => server.requests.map(({ body }) => body.input) }
})

test('asks its own endpoint, lets it truncate, and frames texts as the model wants', async () => {
  const { server, open } = await start()
  const embedder = await open()
  await embedder.embed(['a question'], 'query')
  await embedder.embed(['a text'], 'document')
  expect(embedder.model).toBe('ollama:nomic-embed-text')
  expect(server.requests.map(({ path, body }) => [path, body])).toMatchObject([
    ['/api/embed', { input: ['word'] }],
    ['/api/embed', { input: ['search_query: a question'], truncate: true }],
    ['/api/embed', { input: ['search_document: a text'], model: 'nomic-embed-text' }],
  ])
  expect(server.requests[0]?.body).not.toHaveProperty('dimensions')
})

test('is not asked for its dimensions when they are known', async () => {
  const known = { model: 'ollama:nomic-embed-text', dimensions: 16 }
  const { server, open } = await start(ollama(), {}, { known })
  expect((await open()).dimensions).toBe(16)
  expect(server.requests).toEqual([])
})

test('gives as many dimensions as are asked for', async () => {
  const { server, open } = await start(ollama(), { dimensions: 8 })
  const [vector] = await (await open()).embed(['a'], 'document')
  expect(vector).toHaveLength(8)
  expect(server.requests[0]?.body.dimensions).toBe(8)
})

test('a model whose vectors changed their length is told', async () => {
  const { server, open } = await start()
  const embedder = await open()
  server.answer = ollama(12)
  await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
    code: 'model-misconfigured',
    message: 'ollama returned vectors with 12 dimensions for nomic-embed-text instead of 16',
    hint: expect.stringContaining('embeddings rebuild'),
  })
})

test('a model that is not there is told with what to do', async () => {
  const body = { error: 'model "nomic-embed-text" not found, try pulling it first' }
  const { open } = await start(refuse(404, body))
  await expect(open()).rejects.toMatchObject({
    code: 'model-misconfigured',
    message: 'Ollama answered 404: model "nomic-embed-text" not found, try pulling it first',
    hint: 'ollama pull nomic-embed-text',
  })
})

test.each<[string, Answer, string, RegExp]>([
  ['hangs up', hangUp, 'model-unavailable', /is not reachable: /],
  ['is silent', stayQuiet, 'model-unavailable', /is not reachable: no answer within 50 ms/],
  ['fails', refuse(500, 'oops'), 'model-unavailable', /answered 500: oops/],
  ['is busy', refuse(503, { error: 'busy' }), 'model-unavailable', /answered 503: busy/],
  ['is elsewhere', refuse(301, '', { location: 'http://x/' }), 'model-misconfigured', /see http:/],
  ['refuses the text', refuse(400, { error: 'too long' }), 'model-rejected-input', /too long/],
  ['is no Ollama', refuse(200, '<html>'), 'model-unavailable', /not answer with JSON/],
  ['is another program', refuse(200, { ok: true }), 'model-unavailable', /one embedding per text/],
  ['gives too few', like(4, () => ({ embeddings: [] })), 'model-unavailable', /no vector/],
  [
    'gives zeros',
    like(4, () => ({ embeddings: [[0, 0]] })),
    'model-unavailable',
    /zero or infinite/,
  ],
])('a server that %s is told', async (_, answer, code, message) => {
  const { open } = await start(answer, {}, answer === stayQuiet ? { timeoutMs: 50 } : {})
  const asking = open().then((embedder) => embedder.embed(['a'], 'query'))
  await expect(asking).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  await expect(asking).rejects.toMatchObject({ hint: expect.stringMatching(/.../) })
})

test('a server that is not there is told', async () => {
  const url = await closedAddress()
  const { open } = await start(ollama(), { url })
  await expect(open()).rejects.toMatchObject({
    code: 'model-unavailable',
    message: expect.stringMatching(/^Ollama at http:.* is not reachable: .*ECONNREFUSED/),
    hint: `start Ollama (ollama serve) or set embeddings.url; tried ${url}`,
  })
})

async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

test('a signal ends a request that is under way', async () => {
  const { server, open } = await start()
  const embedder = await open()
  const stop = new AbortController()
  server.answer = () => stop.abort(new Error('enough'))
  await expect(embedder.embed(['a'], 'query', stop.signal)).rejects.toThrow('enough')
})

describe('openai compatible', () => {
  async function start(answer: Answer = openai(), given: object = {}, path = '/v1', options = {}) {
    const server = await startEmbeddingServer(answer)
    const url = server.url + path
    const settings = { provider: 'openai-compatible', url, apiKeyVariable: 'TEST_KEY', ...given }
    const { embeddings } = configSchema.parse({ embeddings: settings })
    const env = { TEST_KEY: 'sk-test\n' }
    const timeoutMs = answer === stayQuiet ? 50 : 10_000
    const around = { env, modelFolder: '', timeoutMs, ...options }
    return { server, open: () => openEmbedder(embeddings, around) }
  }

  /** Vectors as another server would send them. */
  const sent = (
    order: (data: object[]) => object[],
    encode = (vector: number[]): unknown => vector,
  ) =>
    like(16, (vectors) => ({
      data: order(vectors.map((vector, index) => ({ index, embedding: encode(vector) }))),
    }))
  const base64 = (vector: number[]) =>
    Buffer.from(Float32Array.from(vector).buffer).toString('base64')

  const ways: [string, Answer][] = [
    ['like OpenAI', openai()],
    ['in another order', sent((data) => data.toReversed())],
    ['as base64', sent((data) => data, base64)],
    ['without an index', sent((data) => data.map((one) => ({ ...one, index: undefined })))],
  ]
  for (const [way, answer] of ways) {
    describeEmbedder(`of an API that answers ${way}`, async ({ batchSize }) => {
      const { server, open } = await start(answer, {}, '/v1', { batchSize })
      const embedder = await open()
      return { embedder, batches: () => server.requests.map(({ body }) => body.input) }
    })
  }

  test('the key comes from the variable and goes only into its header', async () => {
    const { server, open } = await start()
    await open()
    expect(server.requests).toMatchObject([
      {
        path: '/v1/embeddings',
        authorization: 'Bearer sk-test',
        body: { model: 'text-embedding-3-small', input: ['word'] },
      },
    ])
  })

  test('no key is sent when none is named', async () => {
    const { server, open } = await start(openai(), { apiKeyVariable: '' })
    await open()
    expect(server.requests[0]?.authorization).toBeUndefined()
  })

  test('a variable that is not set is told before anything is sent', async () => {
    const { server, open } = await start(openai(), { apiKeyVariable: 'OTHER_KEY' })
    await expect(open()).rejects.toMatchObject({
      code: 'model-misconfigured',
      message: 'the environment variable OTHER_KEY is not set',
    })
    expect(server.requests).toEqual([])
  })

  test.each([
    ['', '/v1/embeddings'],
    ['/', '/v1/embeddings'],
    ['/v1/', '/v1/embeddings'],
    ['/v1/embeddings', '/v1/embeddings'],
    ['/v1beta/openai', '/v1beta/openai/embeddings'],
    ['/api', '/api/v1/embeddings'],
  ])('the address may end in "%s"', async (path, asked) => {
    const { server, open } = await start(openai(), {}, path)
    await open()
    expect(server.requests[0]?.path).toBe(asked)
  })

  test.each<[string, Answer, string, RegExp]>([
    [
      'the key is wrong',
      refuse(401, { error: { message: 'Incorrect API key' } }),
      'model-misconfigured',
      /answered 401: Incorrect API key/,
    ],
    ['there is no such model', refuse(404, { message: 'no' }), 'model-misconfigured', /404: no/],
    ['there were too many requests', refuse(429, {}), 'model-unavailable', /429/],
    ['it fails', refuse(500, ''), 'model-unavailable', /answered 500$/],
    ['a text is too long', refuse(413, ''), 'model-rejected-input', /413/],
    ['it hangs up', hangUp, 'model-unavailable', /not reachable/],
    ['it is slow', stayQuiet, 'model-unavailable', /no answer within 50 ms/],
    [
      'an index is missing',
      sent((data) => data.map((one) => ({ ...one, index: 3 }))),
      'model-unavailable',
      /one embedding per text/,
    ],
    [
      'the answer is another',
      refuse(200, { data: 1 }),
      'model-unavailable',
      /one embedding per text/,
    ],
    [
      'a number is none',
      sent(
        (data) => data,
        () => base64([Number.NaN, 1]),
      ),
      'model-unavailable',
      /zero or infinite/,
    ],
  ])('it is told when %s', async (_, answer, code, message) => {
    const { open } = await start(answer)
    const asking = open().then((embedder) => embedder.embed(['a'], 'query'))
    await expect(asking).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
})
