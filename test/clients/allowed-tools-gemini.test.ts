/** The released Gemini CLI asks before it uses our tools, unless setup was told to allow them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Client } from './drivers/client.ts'
import { askGemini, writeGeminiSettings } from './drivers/gemini.ts'
import { startFakeGeminiApi } from './fake-models/gemini-api.ts'
import { use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'
import { selectRows } from './world/captured-rows.ts'

const tool = (name: string) => `mcp_throughline_${name}`
const fact = 'The preview server listens on port 4173.'
const scenarios = [
  {
    match: /^store it$/,
    steps: [use(tool('memory_store'), { content: fact, kind: 'fact', key: 'port' })],
    end: 'Stored.',
  },
  {
    match: /^remove it$/,
    steps: [use(tool('memory_forget'), { key: 'port' })],
    end: 'Removed.',
  },
]

const { test, binaryOf } = await testWithClients('gemini')
let world: CaptureWorld
let client: Client

beforeAll(async () => {
  world = await createCaptureWorld()
  client = { binary: binaryOf('gemini'), world, api: await startFakeGeminiApi(scenarios) }
  writeGeminiSettings(client)
})

afterAll(async () => {
  await client?.api.close()
  await world?.close()
})

const throughline = (...args: string[]) => world.throughline(world.repository, ...args)
const memories = () => selectRows(world.database, 'SELECT content FROM memories')
/** Where nobody can be asked, it refuses what it would have to ask for. */
const ask = (prompt: string) => askGemini(client, prompt, '--approval-mode', 'default')

test('without the permission it must ask to store', async () => {
  await throughline('setup', '--host', 'gemini', '--yes')
  await ask('store it')
  expect(memories()).toEqual([])
})

test('with it, it stores without asking, and still asks to remove', async () => {
  await throughline('setup', '--host', 'gemini', '--allow-tools', '--yes')
  await ask('store it')
  expect(memories()).toEqual([{ content: fact }])
  await ask('remove it')
  expect(memories()).toEqual([{ content: fact }])
})

test('removing us takes it back', async () => {
  await throughline('disconnect', '--host', 'gemini', '--yes')
  expect(existsSync(join(world.userHome, '.gemini', 'policies'))).toBe(false)
})
