/** The released Codex, connected by `throughline setup`, against a scripted model on loopback. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { isJsonObject, type JsonObject } from '../../src/core/model/json.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { askCodex, type CodexOptions, trustedByCodex, writeCodexSettings } from './drivers/codex.ts'
import { startFakeResponsesApi } from './fake-models/responses-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { licence, storedLicence, usualScenarios } from './fake-models/usual-scenarios.ts'
import { testWithClients } from './test-with-clients.ts'
import { captured, expectListing, patience } from './world/captured.ts'
import { findMemories, findSession } from './world/captured-rows.ts'
import { useConnectedClient } from './world/connected-client.ts'
import { expectNothingToImport } from './world/import-again.ts'

const taught = 'We deploy with flyctl from the release branch, never from main.'
const fact = 'flyctl from the release branch'

const shell = (cmd: string) => use('exec_command', { cmd })

const { test, binaryOf } = await testWithClients('codex')
const { client, world } = useConnectedClient({
  host: 'codex',
  binary: binaryOf('codex'),
  startApi: startFakeResponsesApi,
  scenarios: usualScenarios(
    shell,
    use('tool_search', { query: 'store a memory', limit: 8 }),
    use('mcp__throughline__memory_store', storedLicence),
  ),
  writeSettings: writeCodexSettings,
})

test('a session is captured from its start to its end, with the command that failed', async () => {
  const { sessionId, answer } = await ask('list the files')
  expect(answer).toBe('There is one README.')

  const { session } = await expectListing(world(), sessionId, {
    answer,
    session: { host: 'codex', end_reason: 'other', model: 'gpt-5.5' },
    events: [
      'SessionStart',
      'UserPromptSubmit',
      'PostToolUse',
      'PostToolUse',
      'Stop',
      'SessionEnd',
    ],
    tools: [
      { tool_name: 'Bash', output: expect.stringContaining('README.md') },
      { tool_name: 'Bash' },
    ],
  })
  expect(String(session.transcript_path).startsWith(world().userHome)).toBe(true)
})

test('what Claude Code learned is a developer’s message in the request to Codex’s model', async () => {
  const session = sessionPayloads('claude-session', world().repository)
  for (const payload of [session.start(), session.prompt(1, taught), session.stop(1, 'Noted.')]) {
    tellAsClaudeCode(payload)
  }
  const listed = () => world().throughline(world().repository, 'list')
  await expect.poll(listed, { ...patience, interval: 200 }).toContain(fact)

  const { asked } = await ask('carry on')
  const told = itemsOf(asked[0]).find((item) => JSON.stringify(item).includes(fact))
  expect(told).toMatchObject({ type: 'message', role: 'developer' })
  expect(JSON.stringify(told)).toContain('<throughline-context>')
})

test('a resumed session continues to count its turns', async () => {
  const { sessionId } = await ask('list the files')
  const resumed = await ask('carry on', { command: ['resume', sessionId] })
  expect(resumed.sessionId).toBe(sessionId)
  const { session, turns } = await captured(world(), sessionId)
  expect(session).toMatchObject({ status: 'completed', end_reason: 'other' })
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', outcome: 'ok' },
    { number: 2, prompt: 'carry on', answer: 'Carried on.', outcome: 'ok' },
  ])
})

test('the model stores a memory through our MCP server', async () => {
  const { sessionId } = await ask('remember the licence', { waitsForTools: true })
  const { project, toolEvents } = await captured(world(), sessionId)
  expect(toolEvents).toMatchObject([{ tool_name: 'mcp__throughline__memory_store', outcome: 'ok' }])
  const [memory] = findMemories(world().database, licence)
  expect(memory).toMatchObject({ kind: 'fact', scope_id: project.id, trust: 'agent' })
})

test('importing its history brings nothing that was captured', () =>
  expectNothingToImport(world(), 'codex'))

test('without trust no hook of ours runs, and the doctor says so', async () => {
  const { sessionId, asked } = await ask('carry on', { isTrusted: false })
  expect(JSON.stringify(asked)).not.toContain('throughline-context')
  expect(world().pendingEvents()).toEqual([])
  expect(findSession(world().database, sessionId)).toBeUndefined()
  const report = await world().throughline(world().repository, 'doctor')
  expect(report).toContain('you have not trusted them yet')
  expect(report).toContain('start codex, type /hooks and trust them')
})

test('removing us leaves the settings as they were, and what Codex has written since', async () => {
  const { file, text } = client().settings
  expect(readFileSync(file, 'utf8')).toContain('[mcp_servers.throughline]')
  await world().throughline(world().repository, 'disconnect', '--host', 'codex', '--yes')
  expect(readFileSync(file, 'utf8')).toBe(text + trustedByCodex(world()))
  expect(existsSync(join(dirname(file), 'hooks.json'))).toBe(false)
})

const ask = (prompt: string, options?: CodexOptions) => askCodex(client(), prompt, options)

const itemsOf = ({ input }: JsonObject = {}) =>
  Array.isArray(input) ? input.filter(isJsonObject) : []

function tellAsClaudeCode(payload: JsonObject): void {
  const hook = join(world().throughlineHome, 'bin', 'throughline-hook')
  execFileSync(hook, ['claude-code', String(payload.hook_event_name)], {
    cwd: world().repository,
    env: {
      HOME: world().userHome,
      PATH: '/usr/bin:/bin',
      THROUGHLINE_HOME: world().throughlineHome,
    },
    input: JSON.stringify(payload),
  })
}
