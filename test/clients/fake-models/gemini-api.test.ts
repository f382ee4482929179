import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeGeminiApi } from './gemini-api.ts'
import type { LoopbackApi } from './loopback-api.ts'

let api: LoopbackApi

beforeEach(async () => {
  api = await startFakeGeminiApi([
    {
      match: /^list$/,
      steps: [
        { text: 'Looking.', tools: [{ name: 'run_shell_command', input: { command: 'ls' } }] },
      ],
      end: 'One file.',
    },
    {
      match: /^break$/,
      steps: [{ error: { status: 400, type: 'INVALID_ARGUMENT', message: 'no' } }],
      end: '',
    },
  ])
})

afterEach(() => api.close())

const user = (...parts: object[]) => ({ role: 'user', parts })
const list = user({ text: '<session_context>break</session_context>' }, { text: 'list' })
const call = { functionCall: { name: 'run_shell_command', args: { command: 'ls' } } }
const listed = user({ functionResponse: { name: 'run_shell_command', response: {} } })

test('a scenario advances one step with every tool result', async () => {
  const first = await ask('generateContent', [list])
  expect(await first.json()).toMatchObject({
    candidates: [{ content: { role: 'model', parts: [{ text: 'Looking.' }, call] } }],
  })
  const second = await ask('generateContent', [list, { role: 'model', parts: [call] }, listed])
  expect(await second.json()).toMatchObject({
    candidates: [{ content: { parts: [{ text: 'One file.' }] } }],
  })
})

test('what hooks added does not choose the scenario', async () => {
  const contents = [user({ text: '<hook_context>break</hook_context>\n\nlist' })]
  expect(await (await ask('generateContent', contents)).text()).toContain('Looking.')
})

test('a stream is one event', async () => {
  const response = await ask('streamGenerateContent?alt=sse', [list])
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await response.text()).toMatch(/^data: \{.*"Looking\.".*\}\r\n\r\n$/)
})

test('an error has the form of the API', async () => {
  const response = await ask('generateContent', [user({ text: 'break' })])
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: { code: 400, status: 'INVALID_ARGUMENT', message: 'no' },
  })
})

test('requests are kept, and other addresses are refused', async () => {
  await ask('generateContent', [list])
  expect((await ask('embedContent', [])).status).toBe(404)
  expect(api.requests.map(({ path }) => path)).toEqual([
    '/v1beta/models/gemini-test:generateContent',
    '/v1beta/models/gemini-test:embedContent',
  ])
})

function ask(method: string, contents: object[]): Promise<Response> {
  const body = JSON.stringify({ contents, tools: [{ functionDeclarations: [] }] })
  return fetch(`${api.url}/v1beta/models/gemini-test:${method}`, { method: 'POST', body })
}
