/** The released Claude Code asks before it uses our tools, unless setup was told to allow them. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import type { WrittenSettings } from './drivers/client.ts'
import { answerOf, runClaude, writeClaudeSettings } from './drivers/run-claude.ts'
import { type FakeMessagesApi, startFakeMessagesApi } from './fake-models/messages-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'
import { selectRows } from './world/captured-rows.ts'

const tool = (name: string) => `mcp__throughline__${name}`
const fact = 'The preview server listens on port 4173.'
const scenarios = [
  {
    match: /^store it$/,
    steps: [
      use('ToolSearch', { query: `select:${tool('memory_store')}` }),
      use(tool('memory_store'), { content: fact, kind: 'fact', key: 'port' }),
    ],
    end: 'Stored.',
  },
  {
    match: /^remove it$/,
    steps: [
      use('ToolSearch', { query: `select:${tool('memory_forget')}` }),
      use(tool('memory_forget'), { key: 'port' }),
    ],
    end: 'Removed.',
  },
]

const { test, binaryOf } = await testWithClients('claude-code')
let world: CaptureWorld
let api: FakeMessagesApi
let settings: WrittenSettings

beforeAll(async () => {
  world = await createCaptureWorld()
  api = await startFakeMessagesApi(scenarios)
  settings = writeClaudeSettings({ binary: '', api, world })
})

afterAll(async () => {
  await api?.close()
  await world?.close()
})

const throughline = (...args: string[]) => world.throughline(world.repository, ...args)
const memories = () => selectRows(world.database, 'SELECT content FROM memories')

/** In print mode it refuses what it would have to ask for. */
async function ask(prompt: string): Promise<void> {
  const outcome = await runClaude({
    ...{ binary: binaryOf('claude-code'), api, home: world.userHome, project: world.repository },
    args: ['--print', prompt, '--output-format', 'json'],
    env: {
      TMPDIR: world.temporary,
      CLAUDE_CODE_TMPDIR: world.temporary,
      XDG_CACHE_HOME: world.temporary,
    },
  })
  expect(answerOf(outcome).is_error).toBe(false)
}

test('without the permission it must ask to store', async () => {
  const told = await throughline('setup', '--host', 'claude-code', '--yes')
  expect(told).toContain('throughline setup --allow-tools')
  await ask('store it')
  expect(memories()).toEqual([])
})

test('with it, it stores without asking, and still asks to remove', async () => {
  await throughline('setup', '--host', 'claude-code', '--allow-tools', '--yes')
  await ask('store it')
  expect(memories()).toEqual([{ content: fact }])
  await ask('remove it')
  expect(memories()).toEqual([{ content: fact }])
})

test('removing us takes it back to the byte', async () => {
  await throughline('disconnect', '--host', 'claude-code', '--yes')
  expect(readFileSync(settings.file, 'utf8')).toBe(settings.text)
})
