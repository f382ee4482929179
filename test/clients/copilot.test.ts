/** The released Copilot CLI, connected by `throughline setup`, against a scripted model on loopback. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { askCopilot, writeCopilotSettings } from './drivers/copilot.ts'
import { startFakeChatApi } from './fake-models/chat-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { licence, storedLicence, usualScenarios } from './fake-models/usual-scenarios.ts'
import { testWithClients } from './test-with-clients.ts'
import { captured, expectListing } from './world/captured.ts'
import { findMemories } from './world/captured-rows.ts'
import { useConnectedClient } from './world/connected-client.ts'
import { expectNothingToImport } from './world/import-again.ts'

const fact = 'The preview server listens on port 4173.'

const afterPrompt = ['PostToolUse', 'PostToolUse', 'Stop', 'SessionEnd']

const bash = (command: string) => use('bash', { command, description: 'Run it' })

const { test, longTest, binaryOf } = await testWithClients('copilot')
const { client, world } = useConnectedClient({
  host: 'copilot',
  binary: binaryOf('copilot'),
  startApi: startFakeChatApi,
  scenarios: usualScenarios(bash, use('throughline-memory_store', storedLicence)),
  writeSettings: writeCopilotSettings,
  fact,
})

test('a session is captured from its start to its end, and what was remembered is in its requests once', async () => {
  const { sessionId, answer, asked } = await ask('list the files')
  expect(answer).toBe('There is one README.')
  const requests = asked.map((body) => JSON.stringify(body.messages))
  for (const said of requests) expect(said.split(fact)).toHaveLength(2)
  expect(requests[0]).toContain('<throughline-context>')

  const kept = await expectListing(world(), sessionId, {
    // Only its transcript has it.
    answer,
    session: { host: 'copilot', end_reason: 'complete' },
    // The client does not wait for the hook of the start before it runs that of the prompt.
    events: expect.toBeOneOf([
      ['SessionStart', 'UserPromptSubmit', ...afterPrompt],
      ['UserPromptSubmit', 'SessionStart', ...afterPrompt],
    ]),
    tools: [{ tool_name: 'Bash' }, {}],
  })
  expect(JSON.stringify(kept)).not.toContain(fact)
})

longTest('a resumed session continues to count its turns', async () => {
  const { sessionId } = await ask('list the files')
  await ask('carry on', sessionId)
  const { turns } = await captured(world(), sessionId)
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', outcome: 'ok' },
    { number: 2, prompt: 'carry on', outcome: 'ok' },
  ])
})

longTest('the model stores a memory through our MCP server', async () => {
  const { sessionId } = await ask('remember the licence')
  const { project, toolEvents } = await captured(world(), sessionId)
  expect(toolEvents).toMatchObject([{ tool_name: 'throughline-memory_store', outcome: 'ok' }])
  const [memory] = findMemories(world().database, licence)
  expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
})

test('importing its history brings nothing that was captured', () =>
  expectNothingToImport(world(), 'copilot'))

test('removing us leaves the folder as it was', async () => {
  const { file, text } = client().settings
  const hooks = join(world().userHome, '.copilot', 'hooks')
  expect(existsSync(hooks)).toBe(true)
  await world().throughline(world().repository, 'disconnect', '--host', 'copilot', '--yes')
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(existsSync(hooks)).toBe(false)
})

const ask = (prompt: string, sessionId?: string) => askCopilot(client(), prompt, sessionId)
