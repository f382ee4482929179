/** The released Gemini CLI, wired by `throughline setup`, against a scripted model on loopback. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installClient } from '../../scripts/install-client.ts'
import { type CaptureWorld, createCaptureWorld } from './capture-world.ts'
import { captured } from './captured.ts'
import { findMemories } from './captured-rows.ts'
import type { WrittenSettings } from './client.ts'
import { startFakeGeminiApi } from './fake-gemini-api.ts'
import { askGemini, writeGeminiSettings } from './gemini-client.ts'
import type { LoopbackApi } from './loopback-api.ts'
import { type Scenario, use } from './scripted-model.ts'

const fact = 'The preview server listens on port 4173.'

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

let binary: string
let world: CaptureWorld
let api: LoopbackApi
let settings: WrittenSettings

beforeAll(async () => {
  binary = await installClient('gemini')
  world = await createCaptureWorld()
  api = await startFakeGeminiApi(scenarios)
  settings = writeGeminiSettings({ binary, api, world })
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

  const { session, project, turns, events, toolEvents } = await captured(world, sessionId)
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
  const said = JSON.stringify(asked[0]?.contents)
  expect(said).toContain('list the files')
  expect(said).toContain(fact)
  expect(said).toMatch(/<hook_context>&lt;throughline-context&gt;/)
  const kept = await captured(world, sessionId)
  expect(JSON.stringify(kept)).not.toContain('hook_context')
  expect(JSON.stringify(kept)).not.toContain(fact)
})

test('a resumed session goes on counting its turns', async () => {
  const { sessionId } = await ask('list the files')
  const resumed = await ask('carry on', '--resume', 'latest')
  expect(resumed.sessionId).toBe(sessionId)
  const { session, turns } = await captured(world, sessionId)
  expect(session).toMatchObject({ status: 'completed', end_reason: 'exit' })
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', outcome: 'ok' },
    { number: 2, prompt: 'carry on', answer: 'Carried on.', outcome: 'ok' },
  ])
})

test('the model stores a memory through our MCP server', async () => {
  const { sessionId } = await ask('remember the licence')
  const { project, toolEvents } = await captured(world, sessionId)
  expect(toolEvents).toMatchObject([{ tool_name: 'mcp_throughline_memory_store', outcome: 'ok' }])
  const [memory] = findMemories(world.database, 'Widgets is under the MIT licence.')
  expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
})

test('removing us leaves the settings as they were', async () => {
  const { file, text } = settings
  expect(readFileSync(file, 'utf8')).toContain('throughline-hook')
  await world.throughline(world.repository, 'remove', '--host', 'gemini', '--yes')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

const ask = (prompt: string, ...args: string[]) =>
  askGemini({ binary, api, world }, prompt, ...args)
