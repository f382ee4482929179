import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeMessagesApi, startFakeMessagesApi } from './messages-api.ts'

let api: FakeMessagesApi

beforeEach(async () => {
  api = await startFakeMessagesApi([
    {
      match: /^list$/,
      steps: [{ text: 'Looking.', tools: [{ name: 'Bash', input: { command: 'ls' } }] }],
      end: 'One file.',
    },
    {
      match: /^overload$/,
      steps: [{ error: { status: 529, type: 'overloaded_error', message: 'later' } }],
      end: '',
    },
    { match: /^list$/, isWithoutTools: true, end: 'A list.' },
  ])
})

afterEach(() => api.close())

const list = { role: 'user', content: [{ type: 'text', text: 'list' }] }
const listed = { role: 'user', content: [{ type: 'tool_result', content: 'README.md' }] }

test('a scenario advances one step with every tool result', async () => {
  expect(await post({ messages: [list] })).toMatchObject({
    stop_reason: 'tool_use',
    content: [
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
    ],
  })
  expect(await post({ messages: [list, listed] })).toMatchObject({
    stop_reason: 'end_turn',
    content: [{ type: 'text', text: 'One file.' }],
  })
})

test('the newest prompt that is known decides, whatever reminders surround it', async () => {
  const reminded = '<system-reminder>\noverload\n</system-reminder>\nlist'
  const messages = [
    { role: 'user', content: 'overload' },
    { role: 'assistant', content: 'No.' },
    { role: 'user', content: reminded },
    { role: 'user', content: '<task-notification>' },
  ]
  expect(await post({ messages })).toMatchObject({ stop_reason: 'tool_use' })
})

test('a question without tools is answered by the scenarios for such, or with a title', async () => {
  const said = (text: string) => ({ content: [{ type: 'text', text }] })
  expect(await post({ messages: [list], tools: [] })).toMatchObject(said('A list.'))
  const other = [{ role: 'user', content: 'overload' }]
  expect(await post({ messages: other, tools: [] })).toMatchObject(said('Scripted session'))
})

test('a question is held back for as long as wanted', async () => {
  const held = Promise.withResolvers<void>()
  await using holding = await startFakeMessagesApi([], () => held.promise)
  const body = JSON.stringify({ messages: [list] })
  const asking = fetch(`${holding.url}/v1/messages`, { method: 'POST', body })
  await expect.poll(() => holding.requests.length).toBe(1)
  held.resolve()
  expect((await asking).status).toBe(200)
})

test('a stream carries the same message in pieces', async () => {
  const response = await send('/v1/messages', { messages: [list], stream: true })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events = (await response.text()).matchAll(/^event: (\w+)$/gm)
  expect([...events].map(([, name]) => name)).toEqual([
    'message_start',
    ...['content_block_start', 'content_block_delta', 'content_block_stop'],
    ...['content_block_start', 'content_block_delta', 'content_block_stop'],
    'message_delta',
    'message_stop',
  ])
})

test('a scripted error is answered as the vendor answers one', async () => {
  const response = await send('/v1/messages', { messages: [{ role: 'user', content: 'overload' }] })
  expect(response.status).toBe(529)
  expect(await response.json()).toMatchObject({ error: { type: 'overloaded_error' } })
})

test('tokens are counted, a probe is answered, and every request is kept', async () => {
  const counted = await send('/v1/messages/count_tokens?beta=true', { messages: [list] })
  expect(await counted.json()).toEqual({ input_tokens: 100 })
  expect((await fetch(api.url, { method: 'HEAD' })).status).toBe(200)
  expect((await send('/v1/elsewhere', {})).status).toBe(404)
  expect(api.requests).toMatchObject([
    { method: 'POST', path: '/v1/messages/count_tokens', body: { messages: [list] } },
    { method: 'HEAD', path: '/' },
    { method: 'POST', path: '/v1/elsewhere' },
  ])
})

function send(path: string, body: object): Promise<Response> {
  const whole = { model: 'claude-test', tools: [{ name: 'Bash' }], ...body }
  return fetch(`${api.url}${path}`, { method: 'POST', body: JSON.stringify(whole) })
}

async function post(body: object): Promise<unknown> {
  return (await send('/v1/messages', body)).json()
}
