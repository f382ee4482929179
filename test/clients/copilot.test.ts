/** The released Copilot CLI, connected by `throughline setup`, against a scripted model on loopback. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { askCopilot, writeCopilotSettings } from './drivers/copilot.ts'
import { startFakeChatApi } from './fake-models/chat-api.ts'
import { type Scenario, use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import type { CaptureWorld } from './world/capture-world.ts'
import { captured, expectListing } from './world/captured.ts'
import { findMemories } from './world/captured-rows.ts'
import { type ConnectedClient, openConnectedClient } from './world/connected-client.ts'
import { expectNothingToImport } from './world/import-again.ts'

const fact = 'The preview server listens on port 4173.'
const licence = 'Widgets is under the MIT licence.'

const bash = (command: string) => use('bash', { command, description: 'Run it' })

const scenarios: readonly Scenario[] = [
  {
    match: /^list the files$/,
    steps: [bash('ls'), bash('cat missing.txt')],
    end: 'There is one README.',
  },
  { match: /^carry on$/, end: 'Carried on.' },
  {
    match: /^remember the licence$/,
    steps: [use('throughline-memory_store', { content: licence, kind: 'fact' })],
    end: 'Remembered.',
  },
]

const { test, binaryOf } = await testWithClients('copilot')
let client: ConnectedClient
let world: CaptureWorld

beforeAll(async () => {
  client = await openConnectedClient(
    'copilot',
    binaryOf('copilot'),
    startFakeChatApi,
    scenarios,
    writeCopilotSettings,
  )
  world = client.world
  await world.throughline(world.repository, 'remember', fact)
}, 300_000)

afterAll(() => client?.close())

test('a session is captured from its start to its end, with the command that failed', async () => {
  const { sessionId, answer } = await ask('list the files')
  expect(answer).toBe('There is one README.')

  await expectListing(world, sessionId, {
    // Only its transcript has it.
    answer,
    session: { host: 'copilot', end_reason: 'complete' },
    events: [
      'SessionStart',
      'UserPromptSubmit',
      'PostToolUse',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ],
    tools: [{ tool_name: 'Bash' }, {}],
  })
})

test('what was remembered is in the request to the model once, and not in the prompt we keep', async () => {
  const { sessionId, asked } = await ask('list the files')
  const requests = asked.map((body) => JSON.stringify(body.messages))
  for (const said of requests) expect(said.split(fact)).toHaveLength(2)
  expect(requests[0]).toContain('<throughline-context>')
  const kept = await captured(world, sessionId)
  expect(JSON.stringify(kept)).not.toContain(fact)
})

test('a resumed session goes on counting its turns', async () => {
  const { sessionId } = await ask('list the files')
  await ask('carry on', sessionId)
  const { turns } = await captured(world, sessionId)
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', outcome: 'ok' },
    { number: 2, prompt: 'carry on', outcome: 'ok' },
  ])
})

test('the model stores a memory through our MCP server', async () => {
  const { sessionId } = await ask('remember the licence')
  const { project, toolEvents } = await captured(world, sessionId)
  expect(toolEvents).toMatchObject([{ tool_name: 'throughline-memory_store', outcome: 'ok' }])
  const [memory] = findMemories(world.database, licence)
  expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
})

test('importing its history brings nothing that was captured', () =>
  expectNothingToImport(world, 'copilot'))

test('removing us leaves the folder as it was', async () => {
  const { file, text } = client.settings
  const hooks = join(world.userHome, '.copilot', 'hooks')
  expect(existsSync(hooks)).toBe(true)
  await world.throughline(world.repository, 'remove', '--host', 'copilot', '--yes')
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(existsSync(hooks)).toBe(false)
})

const ask = (prompt: string, sessionId?: string) => askCopilot(client, prompt, sessionId)
