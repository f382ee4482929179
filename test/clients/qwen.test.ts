/** The released Qwen Code, connected by `throughline setup`, against a scripted model on loopback. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { askQwen, writeQwenSettings } from './drivers/qwen.ts'
import { startFakeChatApi } from './fake-models/chat-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { licence, storedLicence, usualScenarios } from './fake-models/usual-scenarios.ts'
import { testWithClients } from './test-with-clients.ts'
import { captured, expectListing } from './world/captured.ts'
import { findMemories } from './world/captured-rows.ts'
import { useConnectedClient } from './world/connected-client.ts'
import { expectNothingToImport } from './world/import-again.ts'

const fact = 'The preview server listens on port 4173.'

const shell = (command: string) =>
  use('run_shell_command', { command, description: 'Run it', is_background: false })

const { test, longTest, binaryOf } = await testWithClients('qwen')
const { client, world } = useConnectedClient({
  host: 'qwen',
  binary: binaryOf('qwen'),
  startApi: startFakeChatApi,
  scenarios: usualScenarios(shell, use('mcp__throughline__memory_store', storedLicence)),
  writeSettings: writeQwenSettings,
  fact,
})

test('a session is captured from its start, and what was remembered is in its requests once', async () => {
  const { sessionId, answer, asked } = await ask('list the files')
  expect(answer).toBe('There is one README.')
  const requests = asked.map((body) => JSON.stringify(body.messages))
  for (const said of requests) expect(said.split(fact)).toHaveLength(2)
  expect(requests[0]).toMatch(/&lt;throughline-context&gt;/)

  const kept = await expectListing(world(), sessionId, {
    answer,
    // In print mode it reports no end.
    session: { host: 'qwen', status: 'active', model: 'fake-model' },
    events: [
      'InstructionsLoaded',
      'SessionStart',
      'UserPromptSubmit',
      'PostToolUse',
      'UserPromptSubmit',
      'PostToolUseFailure',
      'UserPromptSubmit',
      'Stop',
    ],
    tools: [
      {
        tool_name: 'run_shell_command',
        // On a busy machine Qwen itself sometimes reads nothing from the command.
        output: { llmContent: expect.stringContaining('Command: ls') },
      },
      {},
    ],
  })
  expect(JSON.stringify(kept)).not.toContain(fact)
})

longTest('a resumed session continues to count its turns', async () => {
  const { sessionId } = await ask('list the files')
  const resumed = await ask('carry on', '--resume', sessionId)
  expect(resumed.sessionId).toBe(sessionId)
  const { turns } = await captured(world(), sessionId)
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', outcome: 'ok' },
    { number: 2, prompt: 'carry on', answer: 'Carried on.', outcome: 'ok' },
  ])
})

longTest('the model stores a memory through our MCP server', async () => {
  const { sessionId } = await ask('remember the licence')
  const { project, toolEvents } = await captured(world(), sessionId)
  expect(toolEvents).toMatchObject([{ tool_name: 'mcp__throughline__memory_store', outcome: 'ok' }])
  const [memory] = findMemories(world().database, licence)
  expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
})

test('importing its history brings nothing that was captured', () =>
  expectNothingToImport(world(), 'qwen'))

test('removing us leaves the settings as they were', async () => {
  const { file, text } = client().settings
  expect(readFileSync(file, 'utf8')).toContain('throughline-hook')
  await world().throughline(world().repository, 'disconnect', '--host', 'qwen', '--yes')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

const ask = (prompt: string, ...args: string[]) => askQwen(client(), prompt, ...args)
