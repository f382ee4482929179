/** The released OpenCode, wired by `throughline setup`, against a scripted model on loopback. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { installClient } from '../../scripts/install-client.ts'
import { type CaptureWorld, createCaptureWorld } from './capture-world.ts'
import { findMemories, findSession } from './captured-rows.ts'
import { startFakeChatApi } from './fake-chat-api.ts'
import type { LoopbackApi } from './loopback-api.ts'
import { runClient } from './run-client.ts'
import type { Scenario, Step } from './scripted-model.ts'

const fact = 'The preview server listens on port 4173.'
const licence = 'Widgets is under the MIT licence.'

const use = (name: string, input: Record<string, string>): Step => ({ tools: [{ name, input }] })
const bash = (command: string) => use('bash', { command, description: 'Run it' })

const scenarios: readonly Scenario[] = [
  {
    match: /^list the files$/,
    steps: [bash('ls'), bash('cat missing.txt')],
    end: 'There is one README.',
  },
  {
    match: /^remember the licence$/,
    steps: [use('throughline_memory_store', { content: licence, kind: 'fact' })],
    end: 'Remembered.',
  },
]

/** As a user has it, with nothing of ours, and nothing that calls home. */
const settingsFor = ({ url }: LoopbackApi) => `{
  "$schema": "https://opencode.ai/config.json",
  // the fake one
  "model": "fake/scripted",
  "small_model": "fake/scripted",
  "autoupdate": false,
  "share": "disabled",
  "snapshot": false,
  "provider": {
    "fake": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${url}/v1", "apiKey": "sk-fake" },
      "models": { "scripted": { "tool_call": true, "limit": { "context": 200000, "output": 8000 } } },
    },
  },
}
`

let binary: string
let world: CaptureWorld
let api: LoopbackApi
let settings: string
let folder: string

beforeAll(async () => {
  binary = await installClient('opencode')
  world = await createCaptureWorld()
  api = await startFakeChatApi(scenarios)
  folder = join(world.userHome, '.config', 'opencode')
  settings = settingsFor(api)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'opencode.jsonc'), settings)
  await world.throughline(world.repository, 'setup', '--host', 'opencode', '--user', '--yes')
  await world.throughline(world.repository, 'config', 'set', 'hook.deadlineMs', '10000')
  await world.throughline(world.repository, 'remember', fact)
}, 300_000)

afterAll(async () => {
  await api?.close()
  await world?.close()
})

test('a session is captured from its start to its end, and what was remembered is in its request', async () => {
  const { sessionId, answer, asked } = await ask('list the files')
  expect(answer).toBe('There is one README.')
  expect(asked[0]).toMatch(/list the files.*<throughline-context>.*<\/throughline-context>/)
  expect(asked[0]).toContain(fact)
  // What was sent stays as it was, so that it is not read anew every time.
  expect(asked[2]).toContain(JSON.stringify(messagesIn(asked[0])).slice(1, -1))

  const { session, project, turns, events, toolEvents } = await captured(sessionId)
  expect(session).toMatchObject({
    host: 'opencode',
    status: 'completed',
    end_reason: 'exit',
    model: 'fake/scripted',
    cwd: world.repository,
    branch: 'main',
  })
  expect(project).toMatchObject({ identity: 'github.com/acme/widgets' })
  expect(events.map(({ name }) => name)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'PostToolUse',
    'Stop',
    'SessionEnd',
  ])
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', origin: 'user', answer, outcome: 'ok' },
  ])
  expect(toolEvents).toMatchObject([
    {
      tool_name: 'bash',
      outcome: 'ok',
      turn: 1,
      input: { command: 'ls' },
      output: { output: expect.stringContaining('README.md') },
    },
    { outcome: 'failed', turn: 1, input: { command: 'cat missing.txt' } },
  ])
})

test('a session goes on in another process, and its model stores a memory by our MCP server', async () => {
  const { sessionId } = await ask('remember the licence', '--continue')
  const { project, turns, events, toolEvents } = await captured(sessionId)
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files' },
    { number: 2, prompt: 'remember the licence', answer: 'Remembered.', outcome: 'ok' },
  ])
  expect(events.filter(({ name }) => name === 'SessionStart')).toHaveLength(2)
  expect(toolEvents.at(-1)).toMatchObject({ tool_name: 'throughline_memory_store', turn: 2 })
  const [memory] = findMemories(world.database, licence)
  expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
})

test('removing us leaves the folder as it was', async () => {
  await world.throughline(world.repository, 'remove', '--host', 'opencode', '--yes')
  expect(readFileSync(join(folder, 'opencode.jsonc'), 'utf8')).toBe(settings)
  expect(existsSync(join(folder, 'plugins'))).toBe(false)
})

const line = z.object({
  sessionID: z.string(),
  part: z.object({ type: z.string(), text: z.string().default('') }).optional(),
})

/** @returns what it answered, and what the model was sent meanwhile, titles left out */
async function ask(prompt: string, ...args: string[]) {
  const before = api.requests.length
  const { code, stdout, stderr } = await runClient({
    binary,
    args: ['run', prompt, '--format', 'json', ...args],
    cwd: world.repository,
    env: environment(),
    timeoutMs: 60_000,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.trim().split('\n')
  const told = lines.map((text) => line.parse(JSON.parse(text)))
  const sent = api.requests.slice(before).map(({ body }) => body)
  return {
    sessionId: told[0]?.sessionID ?? '',
    answer: told.findLast(({ part }) => part?.type === 'text')?.part?.text.trim(),
    asked: sent.filter(({ tools }) => Array.isArray(tools)).map((body) => JSON.stringify(body)),
  }
}

function environment(): Record<string, string> {
  return {
    HOME: world.userHome,
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    TMPDIR: world.temporary,
    TERM: 'xterm-256color',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_SHARE: '1',
    // It would fetch its plugin library; ours needs none.
    npm_config_registry: api.url,
    npm_config_fetch_retries: '0',
  }
}

const messagesIn = (request = '{}') =>
  z.object({ messages: z.unknown() }).parse(JSON.parse(request)).messages

async function captured(sessionId: string) {
  await expect.poll(() => world.pendingEvents(), { timeout: 20_000, interval: 50 }).toEqual([])
  const found = findSession(world.database, sessionId)
  if (!found) throw new Error(`nothing was captured of ${sessionId}`)
  return found
}
