/** The released Gemini CLI, connected by `throughline setup`, against a scripted model on loopback. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { askGemini, writeGeminiSettings } from './drivers/gemini.ts'
import { startFakeGeminiApi } from './fake-models/gemini-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { licence, storedLicence, usualScenarios } from './fake-models/usual-scenarios.ts'
import { testWithClients } from './test-with-clients.ts'
import { captured, expectListing } from './world/captured.ts'
import { findMemories } from './world/captured-rows.ts'
import { useConnectedClient } from './world/connected-client.ts'
import { expectNothingToImport } from './world/import-again.ts'

const fact = 'The preview server listens on port 4173.'

const shell = (command: string) => use('run_shell_command', { command, description: 'Run it' })

const { test, longTest, binaryOf } = await testWithClients('gemini')
const { client, world } = useConnectedClient({
  host: 'gemini',
  binary: binaryOf('gemini'),
  startApi: startFakeGeminiApi,
  scenarios: usualScenarios(shell, use('mcp_throughline_memory_store', storedLicence)),
  writeSettings: writeGeminiSettings,
  fact,
})

test('a session is captured from its start to its end, and what was remembered is in its request', async () => {
  const { sessionId, answer, asked } = await ask('list the files')
  expect(answer).toBe('There is one README.')
  const said = JSON.stringify(asked[0]?.contents)
  expect(said).toContain('list the files')
  expect(said).toContain(fact)
  expect(said).toMatch(/<hook_context>&lt;throughline-context&gt;/)

  const kept = await expectListing(world(), sessionId, {
    answer,
    session: { host: 'gemini', end_reason: 'exit' },
    events: ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterTool', 'AfterAgent', 'SessionEnd'],
    tools: [
      {
        tool_name: 'run_shell_command',
        output: { llmContent: expect.stringContaining('README.md') },
      },
      {},
    ],
  })
  expect(JSON.stringify(kept)).not.toContain('hook_context')
  expect(JSON.stringify(kept)).not.toContain(fact)
})

longTest('a resumed session continues to count its turns', async () => {
  const { sessionId } = await ask('list the files')
  const resumed = await ask('carry on', '--resume', 'latest')
  expect(resumed.sessionId).toBe(sessionId)
  const { session, turns } = await captured(world(), sessionId)
  expect(session).toMatchObject({ status: 'completed', end_reason: 'exit' })
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', outcome: 'ok' },
    { number: 2, prompt: 'carry on', answer: 'Carried on.', outcome: 'ok' },
  ])
})

longTest('the model stores a memory through our MCP server', async () => {
  const { sessionId } = await ask('remember the licence')
  const { project, toolEvents } = await captured(world(), sessionId)
  expect(toolEvents).toMatchObject([{ tool_name: 'mcp_throughline_memory_store', outcome: 'ok' }])
  const [memory] = findMemories(world().database, licence)
  expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
})

test('importing its history brings nothing that was captured', () =>
  expectNothingToImport(world(), 'gemini'))

test('removing us leaves the settings as they were', async () => {
  const { file, text } = client().settings
  expect(readFileSync(file, 'utf8')).toContain('throughline-hook')
  await world().throughline(world().repository, 'disconnect', '--host', 'gemini', '--yes')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

const ask = (prompt: string, ...args: string[]) => askGemini(client(), prompt, ...args)
