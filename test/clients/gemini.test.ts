/** The released Gemini CLI, wired by `throughline setup`, against a scripted model on loopback. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { installClient } from '../../scripts/install-client.ts'
import { type CaptureWorld, createCaptureWorld } from './capture-world.ts'
import { type CapturedSession, findMemories, findSession } from './captured-rows.ts'
import { startFakeGeminiApi } from './fake-gemini-api.ts'
import type { LoopbackApi } from './loopback-api.ts'
import { runClient } from './run-client.ts'
import type { Scenario, Step } from './scripted-model.ts'

const fact = 'The preview server listens on port 4173.'

const use = (name: string, input: Record<string, string>): Step => ({ tools: [{ name, input }] })
const shell = (command: string) => use('run_shell_command', { command, description: 'Run it' })

const scenarios: readonly Scenario[] = [
  {
    match: /^list the files$/,
    steps: [shell('ls'), shell('cat missing.txt')],
    end: 'There is one README.',
  },
  { match: /^carry on$/, end: 'Carried on.' },
  {
    match: /^remember the licence$/,
    steps: [
      use('mcp_throughline_memory_store', {
        content: 'Widgets is under the MIT licence.',
        kind: 'fact',
      }),
    ],
    end: 'Remembered.',
  },
]

/** As a user has it, with nothing of ours: signed in, and nothing that calls home. */
const settings = `{
  // signed in with a key
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "model": { "name": "gemini-2.5-pro" },
  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false }
}
`

let client: string
let world: CaptureWorld
let api: LoopbackApi
let settingsFile: string

beforeAll(async () => {
  client = await installClient('gemini')
  world = await createCaptureWorld()
  api = await startFakeGeminiApi(scenarios)
  settingsFile = join(world.userHome, '.gemini', 'settings.json')
  mkdirSync(dirname(settingsFile))
  writeFileSync(settingsFile, settings)
  await world.throughline(world.repository, 'setup', '--host', 'gemini', '--user', '--yes')
  await world.throughline(world.repository, 'config', 'set', 'hook.deadlineMs', '10000')
  await world.throughline(world.repository, 'remember', fact)
}, 300_000)

afterAll(async () => {
  await api?.close()
  await world?.close()
})

test('a session is captured from its start to its end, with the command that failed', async () => {
  const { sessionId, answer } = await ask('list the files')
  expect(answer).toBe('There is one README.')

  const { session, project, turns, events, toolEvents } = await captured(sessionId)
  expect(session).toMatchObject({
    host: 'gemini',
    status: 'completed',
    end_reason: 'exit',
    cwd: world.repository,
    branch: 'main',
  })
  expect(project).toMatchObject({ identity: 'github.com/acme/widgets' })
  expect(events.map(({ name }) => name)).toEqual([
    'SessionStart',
    'BeforeAgent',
    'AfterTool',
    'AfterTool',
    'AfterAgent',
    'SessionEnd',
  ])
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', origin: 'user', answer, outcome: 'ok' },
  ])
  expect(toolEvents).toMatchObject([
    {
      tool_name: 'run_shell_command',
      outcome: 'ok',
      turn: 1,
      input: { command: 'ls' },
      output: { llmContent: expect.stringContaining('README.md') },
    },
    { outcome: 'failed', turn: 1, input: { command: 'cat missing.txt' } },
  ])
})

test('what was remembered is in the request to the model, and not in the prompt we keep', async () => {
  const { sessionId, asked } = await ask('list the files')
  expect(asked[0]).toContain('list the files')
  expect(asked[0]).toContain(fact)
  expect(asked[0]).toMatch(/<hook_context>&lt;throughline-context&gt;/)
  const kept = await captured(sessionId)
  expect(JSON.stringify(kept)).not.toContain('hook_context')
  expect(JSON.stringify(kept)).not.toContain(fact)
})

test('a resumed session goes on counting its turns', async () => {
  const { sessionId } = await ask('list the files')
  const resumed = await ask('carry on', '--resume', 'latest')
  expect(resumed.sessionId).toBe(sessionId)
  const { session, turns } = await captured(sessionId)
  expect(session).toMatchObject({ status: 'completed', end_reason: 'exit' })
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', outcome: 'ok' },
    { number: 2, prompt: 'carry on', answer: 'Carried on.', outcome: 'ok' },
  ])
})

test('the model stores a memory through our MCP server', async () => {
  const { sessionId } = await ask('remember the licence')
  const { project, toolEvents } = await captured(sessionId)
  expect(toolEvents).toMatchObject([{ tool_name: 'mcp_throughline_memory_store', outcome: 'ok' }])
  const [memory] = findMemories(world.database, 'Widgets is under the MIT licence.')
  expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
})

test('removing us leaves the settings as they were', async () => {
  expect(readFileSync(settingsFile, 'utf8')).toContain('throughline-hook')
  await world.throughline(world.repository, 'remove', '--host', 'gemini', '--yes')
  expect(readFileSync(settingsFile, 'utf8')).toBe(settings)
})

const reply = z.object({ session_id: z.string(), response: z.string() })

/** @returns what it answered, and what the model was sent meanwhile */
async function ask(prompt: string, ...args: string[]) {
  const before = api.requests.length
  const { code, stdout, stderr } = await runClient({
    binary: process.execPath,
    args: [
      client,
      '--prompt',
      prompt,
      '--approval-mode',
      'yolo',
      '--output-format',
      'json',
      ...args,
    ],
    cwd: world.repository,
    env: {
      HOME: world.userHome,
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      TERM: 'xterm-256color',
      TMPDIR: world.temporary,
      GEMINI_API_KEY: 'fake',
      GOOGLE_GEMINI_BASE_URL: api.url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
    timeoutMs: 25_000,
  })
  expect(code).toBe(0)
  expect(stderr).not.toMatch(/hook|throughline/i)
  const { session_id: sessionId, response: answer } = reply.parse(JSON.parse(stdout))
  const asked = api.requests.slice(before).map(({ body }) => JSON.stringify(body.contents))
  return { sessionId, answer, asked }
}

/** The session's rows once everything its hooks spooled has been taken in. */
async function captured(sessionId: string): Promise<CapturedSession> {
  await expect.poll(() => world.pendingEvents(), { timeout: 20_000, interval: 50 }).toEqual([])
  const found = findSession(world.database, sessionId)
  if (!found) throw new Error(`session ${sessionId} was not captured`)
  return found
}
