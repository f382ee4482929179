import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeChatApi } from './chat-api.ts'
import type { LoopbackApi } from './loopback-api.ts'

let api: LoopbackApi

beforeEach(async () => {
  api = await startFakeChatApi([
    {
      match: /^list the files$/,
      steps: [{ text: 'Looking.', tools: [{ name: 'bash', input: { command: 'ls' } }] }],
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

const said = (...texts: string[]) => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
const listed = { role: 'tool', tool_call_id: 'call', content: 'README.md' }

test('a scenario advances one step with every tool result', async () => {
  const called = await post(said('list the files'))
  expect(called).toContain('"content":"Looking."')
  expect(called).toContain(JSON.stringify({ name: 'bash', arguments: '{"command":"ls"}' }))
  expect(called).toContain('"finish_reason":"tool_calls"')
  const ended = await post(said('list the files'), listed)
  expect(ended).toContain('"content":"One file."')
  expect(ended).toMatch(/"finish_reason":"stop".*"prompt_tokens":120.*data: \[DONE\]\n\n$/s)
})

test('quotation marks and what is added to a prompt choose nothing', async () => {
  const { role, content } = said('"list the files"', '<throughline-context>overload')
  expect(await post({ role, content })).toContain('Looking.')
})

test('a prompt is found among the parts of Qwen Code and between the tags of Copilot', async () => {
  const parts = said(
    '<system-reminder>\nSkills',
    'list the files',
    '<qwen:user-prompt-submit-context>',
  )
  expect(await post(parts)).toContain('Looking.')
  const tagged =
    '<current_datetime>2026-11-15</current_datetime>\n\nlist the files\n\n<system_reminder>\nx\n</system_reminder>'
  expect(await post({ role: 'user', content: tagged })).toContain('Looking.')
})

test('an error has its status and says why', async () => {
  const response = await request({ role: 'user', content: 'overload' })
  expect(response.status).toBe(429)
  expect(await response.json()).toMatchObject({ error: { message: 'later' } })
})

test('every request is kept', async () => {
  await post(said('list the files'))
  expect(api.requests).toMatchObject([{ method: 'POST', path: '/v1/chat/completions' }])
})

const post = async (...messages: object[]) => (await request(...messages)).text()

function request(...messages: object[]): Promise<Response> {
  const body = { model: 'scripted', stream: true, messages, tools: [{ type: 'function' }] }
  return fetch(`${api.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
}
