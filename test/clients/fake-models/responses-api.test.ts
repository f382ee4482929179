import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoopbackApi } from './loopback-api.ts'
import { startFakeResponsesApi } from './responses-api.ts'

let api: LoopbackApi

beforeEach(async () => {
  api = await startFakeResponsesApi([
    {
      match: /^list$/,
      steps: [
        { text: 'Looking.', tools: [{ name: 'exec_command', input: { cmd: 'ls' } }] },
        { tools: [{ name: 'tool_search', input: { query: 'notes' } }] },
        { tools: [{ name: 'mcp__notes__add_note', input: { text: 'a' } }] },
      ],
      end: 'One file.',
    },
    {
      match: /^overload$/,
      steps: [{ error: { status: 429, type: 'rate_limit_error', message: 'later' } }],
      end: '',
    },
  ])
})

afterEach(() => api.close())

const said = (text: string, role = 'user') => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
})
const listed = { type: 'function_call_output', call_id: 'c', output: 'README.md' }
const searched = { type: 'tool_search_output', call_id: 'c', tools: [] }

test('a scenario advances one step with every tool result', async () => {
  expect(await post(said('list'))).toMatchObject({
    output: [
      { type: 'message', content: [{ type: 'output_text', text: 'Looking.' }] },
      { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}' },
    ],
  })
  expect(await post(said('list'), listed)).toMatchObject({
    output: [{ type: 'tool_search_call', arguments: { query: 'notes' } }],
  })
  expect(await post(said('list'), listed, searched)).toMatchObject({
    output: [{ type: 'function_call', namespace: 'mcp__notes', name: 'add_note' }],
  })
  expect(await post(said('list'), listed, searched, listed)).toMatchObject({
    output: [{ content: [{ text: 'One file.' }] }],
  })
})

test('what the client says in the user’s name, and a developer says, chooses nothing', async () => {
  const surroundings = said('<environment_context>\noverload')
  const output = await post(said('list'), surroundings, said('overload', 'developer'))
  expect(output).toMatchObject({ output: [{ content: [{ text: 'Looking.' }] }, {}] })
})

test('a stream carries the same answer item by item', async () => {
  const response = await send('/v1/responses', { input: [said('list')], stream: true })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events = (await response.text()).matchAll(/^event: response\.(.+)$/gm)
  expect([...events].map(([, name]) => name)).toEqual([
    'created',
    ...['output_item.added', 'output_item.done'],
    ...['output_item.added', 'output_item.done'],
    'completed',
  ])
})

test('a scripted error is answered as the vendor answers one', async () => {
  const response = await send('/v1/responses', { input: [said('overload')] })
  expect(response.status).toBe(429)
  expect(await response.json()).toEqual({ error: { type: 'rate_limit_error', message: 'later' } })
})

test('models are listed, anything else is not found, and every request is kept', async () => {
  expect((await fetch(`${api.url}/v1/models`)).status).toBe(200)
  expect((await send('/v1/elsewhere', {})).status).toBe(404)
  expect(api.requests).toMatchObject([{ path: '/v1/models' }, { path: '/v1/elsewhere' }])
})

function send(path: string, body: object): Promise<Response> {
  const whole = { model: 'test', tools: [{ name: 'exec_command' }], ...body }
  return fetch(`${api.url}${path}`, { method: 'POST', body: JSON.stringify(whole) })
}

async function post(...input: object[]): Promise<unknown> {
  return (await send('/v1/responses', { input })).json()
}
