/** What holds for every API: Anthropic's, OpenAI's and those like it, Ollama's. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { modelRequest } from '../../../test/support/models/model-request.ts'
import {
  answering,
  breakOff,
  drip,
  flood,
  hangUp,
  type ModelAnswer,
  type ModelServer,
  type Protocol,
  refusing,
  startModelServer,
} from '../../../test/support/models/model-servers.ts'
import { configSchema } from '../../contract/config.ts'
import type { LanguageModel } from '../../core/ports/models.ts'
import { openModel } from './open-model.ts'

const neverStop = new AbortController().signal

interface Opened {
  readonly model: LanguageModel
  readonly server: ModelServer
}

async function open(protocol: Protocol, ...answers: ModelAnswer[]): Promise<Opened> {
  const server = await startModelServer(...answers)
  return { server, model: await openAt(protocol, server.url) }
}

async function openAt(protocol: Protocol, url: string, timeoutSeconds = 10) {
  const { models } = configSchema.parse({
    models: { timeoutSeconds: Math.max(1, timeoutSeconds), ...settingsOf(protocol, url) },
  })
  const env = { TEST_KEY: 'sk-test\n' }
  return openModel(protocol, { ...models, timeoutSeconds }, env)
}

function settingsOf(protocol: Protocol, url: string): object {
  if (protocol === 'ollama') return { ollama: { url } }
  const settings = { url, model: 'some-model', apiKeyVariable: 'TEST_KEY' }
  return protocol === 'anthropic' ? { anthropic: settings } : { openaiCompatible: settings }
}

const ask = ({ model }: Opened) => model.complete(modelRequest, neverStop)

describe.each(['anthropic', 'openai-compatible', 'ollama'] as const)('%s', (protocol) => {
  test('a reply comes with its text and what it took', async () => {
    const opened = await open(protocol, answering(protocol, { text: '{"items":[]}' }))
    expect(await ask(opened)).toEqual({
      text: '{"items":[]}',
      isCut: false,
      isRefusal: false,
      usage: { inputTokens: 123, outputTokens: 40 },
    })
  })

  test('a reply that was cut says so', async () => {
    const opened = await open(protocol, answering(protocol, { text: '{"it', ends: 'cut' }))
    expect(await ask(opened)).toMatchObject({ text: '{"it', isCut: true, isRefusal: false })
  })

  test.each<[string, ModelAnswer, object]>([
    [
      'the key is wrong',
      refusing(401, { error: { message: 'bad key' } }),
      { code: 'model-misconfigured', message: /answered 401: bad key/, wasRefused: true },
    ],
    [
      'there were too many requests',
      refusing(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }),
      { code: 'model-unavailable', message: /429/, retryAfterMs: 7_000, wasRefused: true },
    ],
    [
      'it fails',
      refusing(500, { error: { message: 'oops' } }),
      { code: 'model-unavailable', message: /500: oops/, wasRefused: false },
    ],
    [
      'the request is too large',
      refusing(413, { error: { message: 'large' } }),
      { code: 'model-rejected-input', message: /413/, wasRefused: true },
    ],
    ['it hangs up', hangUp, { code: 'model-unavailable', wasRefused: false }],
    ['it breaks off', breakOff, { code: 'model-unavailable', wasRefused: false }],
    [
      'it sends without end',
      flood,
      { code: 'model-rejected-input', message: /more than 1000000 bytes/, wasRefused: false },
    ],
    [
      'it is another program',
      refusing(200, { hello: 1 }),
      { code: 'model-unavailable', message: /without a message/, wasRefused: false },
    ],
  ])('it is told when %s', async (_, answer, expected) => {
    const asking = ask(await open(protocol, answer))
    const { message = /./, ...rest } = expected as { message?: RegExp }
    await expect(asking).rejects.toMatchObject({
      ...rest,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/.../),
    })
  })

  test('a reply that drips in is not waited for longer than allowed', async () => {
    const server = await startModelServer(drip)
    const model = await openAt(protocol, server.url, 0.05)
    await expect(ask({ model, server })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/no answer within 50 ms/),
      wasRefused: false,
    })
  })

  test('nobody at the address cost nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((done) => server.close(done))
    const model = await openAt(protocol, `http://127.0.0.1:${port}`)
    await expect(model.complete(modelRequest, neverStop)).rejects.toMatchObject({
      code: 'model-unavailable',
      wasRefused: true,
    })
  })

  test('a signal ends a request that is under way', async () => {
    const stop = new AbortController()
    const opened = await open(protocol, () => stop.abort(new Error('enough')))
    await expect(opened.model.complete(modelRequest, stop.signal)).rejects.toThrow('enough')
  })

  test('what is not accepted is left out, then and from then on', async () => {
    const rejection = refusing(400, { error: { message: 'unknown field' } })
    const good = answering(protocol, { text: 'fine' })
    const opened = await open(protocol, rejection, good)
    await ask(opened)
    await ask(opened)
    const [full, plain, again] = opened.server.requests.map(({ body }) => body)
    expect(full).not.toEqual(plain)
    expect(again).toEqual(plain)
    expect(opened.server.requests).toHaveLength(3)
  })

  test('what is rejected in every form is not tried for ever', async () => {
    const opened = await open(protocol, refusing(400, { error: { message: 'too long' } }))
    await expect(ask(opened)).rejects.toMatchObject({ code: 'model-rejected-input' })
    expect(opened.server.requests.length).toBeLessThanOrEqual(3)
  })
})

test('Anthropic is told version, key, bound and schema, and not to think', async () => {
  const opened = await open('anthropic', answering('anthropic', { text: '{}' }))
  await ask(opened)
  expect(opened.server.requests).toMatchObject([
    {
      path: '/v1/messages',
      headers: { 'x-api-key': 'sk-test', 'anthropic-version': '2023-06-01' },
      body: {
        model: 'some-model',
        max_tokens: 77,
        system: 'Be brief.',
        messages: [{ role: 'user', content: 'What is there?' }],
        output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
        thinking: { type: 'disabled' },
      },
    },
  ])
})

test('of what Anthropic answers only text counts', async () => {
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 'x' },
    { type: 'text', text: '{"items"' },
    { type: 'text', text: ': []}' },
  ]
  const opened = await open('anthropic', refusing(200, { content, stop_reason: 'end_turn' }))
  expect(await ask(opened)).toMatchObject({ text: '{"items": []}', usage: undefined })
})

test.each<[Protocol, string]>([
  ['anthropic', ''],
  ['openai-compatible', 'I cannot help with that.'],
])('a refusal of %s is one', async (protocol, text) => {
  const opened = await open(protocol, answering(protocol, { text, ends: 'refusal' }))
  expect(await ask(opened)).toMatchObject({ text, isRefusal: true })
})

test('an OpenAI-compatible API is told key, bound and schema', async () => {
  const protocol = 'openai-compatible'
  const opened = await open(protocol, answering(protocol, { text: '{}' }))
  await ask(opened)
  const [sent] = opened.server.requests
  expect(sent).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer sk-test' },
    body: {
      max_tokens: 77,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is there?' },
      ],
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    },
  })
  expect(sent?.body).not.toHaveProperty('reasoning_effort')
})

test.each([
  ['gpt-5-mini', { max_completion_tokens: 77, reasoning_effort: 'low' }],
  ['openai/gpt-4o-mini', { max_completion_tokens: 77 }],
  ['gpt-oss:20b', { max_tokens: 77 }],
])('%s is told the bound in its own words', async (model, expected) => {
  const server = await startModelServer(answering('openai-compatible', { text: '{}' }))
  const { models } = configSchema.parse({
    models: { openaiCompatible: { model, url: server.url } },
  })
  await (await openModel('openai-compatible', models, {})).complete(modelRequest, neverStop)
  const { max_tokens, max_completion_tokens, reasoning_effort } = server.requests[0]?.body ?? {}
  expect({ max_tokens, max_completion_tokens, reasoning_effort }).toEqual(expected)
})

test('Ollama is told the schema, the size of the context, and not to think', async () => {
  const opened = await open('ollama', answering('ollama', { text: '{}' }))
  await ask(opened)
  expect(opened.server.requests).toMatchObject([
    {
      path: '/api/chat',
      body: {
        model: 'qwen3:4b',
        stream: false,
        think: false,
        format: { type: 'object' },
        options: { num_predict: 77, num_ctx: 16_384 },
      },
    },
  ])
})

describe('whether it could answer', () => {
  test('is told of Ollama by whether it is there and has the model', async () => {
    const ready = await open('ollama', refusing(200, { capabilities: ['completion'] }))
    expect(await ready.model.probe(neverStop)).toBe('ready')
    expect(ready.server.requests).toMatchObject([
      { path: '/api/show', body: { model: 'qwen3:4b' } },
    ])
    const without = await open('ollama', refusing(404, { error: 'model not found' }))
    expect(await without.model.probe(neverStop)).toEqual({
      problem: 'Ollama answered 404: model not found',
      hint: 'ollama pull qwen3:4b',
    })
    const away = await open('ollama', hangUp)
    expect(await away.model.probe(neverStop)).toMatchObject({
      hint: expect.stringContaining('ollama serve'),
    })
  })

  test('is told of an API by its key, without asking it', async () => {
    const { models } = configSchema.parse({})
    const model = await openModel('anthropic', models, {})
    expect(await model.probe(neverStop)).toEqual({
      problem: 'the environment variable ANTHROPIC_API_KEY is not set',
      hint: expect.stringContaining('export ANTHROPIC_API_KEY'),
    })
    await expect(model.complete(modelRequest, neverStop)).rejects.toMatchObject({
      code: 'model-misconfigured',
      wasRefused: true,
    })
    const withKey = await openModel('anthropic', models, { ANTHROPIC_API_KEY: 'sk' })
    expect(await withKey.probe(neverStop)).toBe('ready')
  })

  test('needs a model where none is usual, and no key on this machine', async () => {
    const none = configSchema.parse({}).models
    const probe = async (models: typeof none) =>
      (await openModel('openai-compatible', models, {})).probe(neverStop)
    expect(await probe(none)).toMatchObject({
      problem: 'models.openaiCompatible.model is not set',
    })
    const local = { model: 'm', url: 'http://localhost:1234/v1' }
    expect(await probe(configSchema.parse({ models: { openaiCompatible: local } }).models)).toBe(
      'ready',
    )
  })
})
