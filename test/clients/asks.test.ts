/**
 * A user corrects the released Claude Code: its model is asked to store that, stores it, and another
 * agent's model is sent it.
 */
import { afterAll, beforeAll, expect } from 'vitest'
import { askTexts } from '../../src/core/asks/ask-texts.ts'
import { waitFor } from '../support/homes/world.ts'
import { askClaude } from './drivers/ask-claude.ts'
import type { Client } from './drivers/client.ts'
import { askCodex, writeCodexSettings } from './drivers/codex.ts'
import { writeClaudeSettings } from './drivers/run-claude.ts'
import { startFakeMessagesApi } from './fake-models/messages-api.ts'
import { startFakeResponsesApi } from './fake-models/responses-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'
import { findMemories, selectRows } from './world/captured-rows.ts'

const tool = 'mcp__throughline__memory_store'
const correction = 'No, never use npm here: the lockfile is pnpm’s, so always use pnpm.'
const stored = 'Use pnpm, never npm: the lockfile is pnpm’s.'
const settled = 'Not in the code, please read the default from the settings, then commit it.'
const ignored = 'Wrong. Never add comments that repeat the code, they go stale.'

const scenarios = [
  { match: /^install the packages$/, end: 'I installed them with npm.' },
  {
    match: /never use npm/,
    steps: [
      use('ToolSearch', { query: `select:${tool}` }),
      use(tool, { content: stored, kind: 'correction' }),
    ],
    end: 'Noted.',
  },
  { match: /repeat the code/, end: 'I removed them.' },
  { match: /^go on/, end: 'Done.' },
  {
    match: /then commit it\.$/,
    steps: [use('Bash', { command: 'git commit --allow-empty -m done', description: 'Commit' })],
    end: 'Committed.',
  },
]

const { test, longTest, binaryOf } = await testWithClients('claude-code', 'codex')
let world: CaptureWorld
let claude: Client
let codex: Client

beforeAll(async () => {
  world = await createCaptureWorld()
  claude = { binary: binaryOf('claude-code'), world, api: await startFakeMessagesApi(scenarios) }
  codex = { binary: binaryOf('codex'), world, api: await startFakeResponsesApi(scenarios) }
  writeClaudeSettings(claude)
  writeCodexSettings(codex)
  await world.throughline(world.repository, 'setup', '--yes')
  await world.throughline(world.repository, 'config', 'set', 'hook.deadlineMs', '10000')
  await world.throughline(world.repository, 'config', 'set', 'learning.ask', 'eager')
})

afterAll(async () => {
  await claude?.api.close()
  await codex?.api.close()
  await world?.close()
})

const asksIn = (request: unknown) => JSON.stringify(request).split(askTexts.prompt).length - 1
const askRows = (sessionId: string) =>
  selectRows(
    world.database,
    `SELECT prompt, moment, answered_at FROM asks WHERE host_session_id = '${sessionId}' ORDER BY at`,
  )

test('the third prompt brings the ask, the agent stores its correction, and the next agent gets it', async () => {
  const { sessionId } = await askClaude(claude, 'install the packages')
  const { asked: before } = await askClaude(claude, 'go on', { args: ['--resume', sessionId] })
  expect(asksIn(before)).toBe(0)
  const { asked } = await askClaude(claude, correction, { args: ['--resume', sessionId] })
  expect(asksIn(asked[0])).toBe(1)
  expect(findMemories(world.database, stored)).toMatchObject([
    { host: 'claude-code', scope: 'project', trust: 'agent' },
  ])
  const isAnswered = () => askRows(sessionId)[0]?.answered_at != null
  await waitFor('the answer to be noted', isAnswered, 60_000)
  const next = await askCodex(codex, 'go on')
  expect(JSON.stringify(next.asked[0])).toContain(stored)
})

longTest('an ask that was ignored does not come again with the next prompts', async () => {
  const { sessionId } = await askClaude(claude, 'install the packages')
  const args = ['--resume', sessionId]
  await askClaude(claude, 'go on', { args })
  const first = await askClaude(claude, ignored, { args })
  expect(asksIn(first.asked.at(-1))).toBe(1)
  for (const prompt of ['go on', 'go on with it']) {
    const { asked } = await askClaude(claude, prompt, { args })
    // The first one stays in the conversation.
    expect(asksIn(asked.at(-1))).toBe(1)
  }
  expect(askRows(sessionId)).toMatchObject([{ moment: 'prompt', answered_at: null }])
})

longTest('after a commit the agent is asked before it goes on', async () => {
  await world.git(world.repository, 'config', 'user.name', 'Dev')
  await world.git(world.repository, 'config', 'user.email', 'dev@example.com')
  const { sessionId } = await askClaude(claude, 'install the packages')
  const { asked } = await askClaude(claude, settled, { args: ['--resume', sessionId] })
  const [first, second] = asked.map((request) => JSON.stringify(request))
  expect(first).not.toContain(askTexts.settled)
  expect(second).toContain(askTexts.settled)
  expect(askRows(sessionId)).toMatchObject([{ moment: 'settled' }])
  const next = await askClaude(claude, 'go on', { args: ['--resume', sessionId] })
  expect(JSON.stringify(next.asked[0]).split(askTexts.settled)).toHaveLength(2)
})

longTest('without our MCP server nothing is asked', async () => {
  await world.throughline(world.repository, 'disconnect', '--host', 'claude-code', '--yes')
  await world.throughline(
    world.repository,
    ...['setup', '--host', 'claude-code', '--user', '--no-mcp', '--yes'],
  )
  const { sessionId } = await askClaude(claude, 'install the packages')
  const { asked } = await askClaude(claude, correction, { args: ['--resume', sessionId] })
  expect(asked.length).toBeGreaterThan(0)
  expect(asksIn(asked)).toBe(0)
  expect(askRows(sessionId)).toEqual([])
})
