import { expect, test } from 'vitest'
import { describeEmbedder } from '../../../test/conformance/embedder.ts'
import {
  type Answer,
  hangUp,
  like,
  openai,
  refuse,
  startEmbeddingServer,
  stayQuiet,
} from '../../../test/support/models/embedding-server.ts'
import { configSchema } from '../../contract/config.ts'
import { openEmbedder } from './open-embedder.ts'

async function start(answer: Answer = openai(), given: object = {}, path = '/v1') {
  const server = await startEmbeddingServer(answer)
  const url = server.url + path
  const settings = { provider: 'openai-compatible', url, apiKeyVariable: 'TEST_KEY', ...given }
  const { embeddings } = configSchema.parse({ embeddings: settings })
  const env = { TEST_KEY: 'sk-test\n' }
  const timeoutMs = answer === stayQuiet ? 50 : 10_000
  return { server, open: () => openEmbedder(embeddings, { env, modelFolder: '', timeoutMs }) }
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
    const { server, open } = await start(answer, { batchSize })
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
