/** The released OpenCode, connected by `throughline setup`, against a scripted model on loopback. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { askOpenCode, writeOpenCodeSettings } from './drivers/opencode.ts'
import { startFakeChatApi } from './fake-models/chat-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { licence, storedLicence, usualScenarios } from './fake-models/usual-scenarios.ts'
import { testWithClients } from './test-with-clients.ts'
import { captured, expectListing } from './world/captured.ts'
import { findMemories } from './world/captured-rows.ts'
import { useConnectedClient } from './world/connected-client.ts'
import { expectNothingToImport } from './world/import-again.ts'

const fact = 'The preview server listens on port 4173.'

const bash = (command: string) => use('bash', { command, description: 'Run it' })

const { test, longTest, binaryOf } = await testWithClients('opencode')
const { client, world } = useConnectedClient({
  host: 'opencode',
  binary: binaryOf('opencode'),
  startApi: startFakeChatApi,
  scenarios: usualScenarios(bash, use('throughline_memory_store', storedLicence)),
  writeSettings: writeOpenCodeSettings,
  fact,
})

test('a session is captured from its start to its end, and what was remembered is in its request', async () => {
  const { sessionId, answer, asked } = await ask('list the files')
  expect(answer).toBe('There is one README.')
  const [first, , last] = asked.map((body) => JSON.stringify(body.messages))
  expect(first).toMatch(/list the files.*<throughline-context>.*<\/throughline-context>/)
  expect(first).toContain(fact)
  // What was sent stays as it was, so that it is not read anew every time.
  expect(last).toContain(first?.slice(1, -1))

  await expectListing(world(), sessionId, {
    answer,
    session: { host: 'opencode', end_reason: 'exit', model: 'fake/scripted' },
    events: [
      'SessionStart',
      'UserPromptSubmit',
      'PostToolUse',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ],
    tools: [{ tool_name: 'bash', output: { output: expect.stringContaining('README.md') } }, {}],
  })
})

longTest(
  'a session goes on in another process, and its model stores a memory by our MCP server',
  async () => {
    const { sessionId } = await ask('remember the licence', '--continue')
    const { project, turns, events, toolEvents } = await captured(world(), sessionId)
    expect(turns).toMatchObject([
      { number: 1, prompt: 'list the files' },
      { number: 2, prompt: 'remember the licence', answer: 'Remembered.', outcome: 'ok' },
    ])
    expect(events.filter(({ name }) => name === 'SessionStart')).toHaveLength(2)
    expect(toolEvents.at(-1)).toMatchObject({ tool_name: 'throughline_memory_store', turn: 2 })
    const [memory] = findMemories(world().database, licence)
    expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
  },
)

test('importing its history brings nothing that was captured', () =>
  expectNothingToImport(world(), 'opencode'))

test('removing us leaves the folder as it was', async () => {
  await world().throughline(world().repository, 'disconnect', '--host', 'opencode', '--yes')
  expect(readFileSync(client().settings.file, 'utf8')).toBe(client().settings.text)
  expect(existsSync(join(dirname(client().settings.file), 'plugins'))).toBe(false)
})

const ask = (prompt: string, ...args: string[]) => askOpenCode(client(), prompt, ...args)
