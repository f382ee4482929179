/** A memory about a file is in the next request to the model of a released client that opened it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { ClientName } from '../../scripts/install-client.ts'
import { sampled } from '../hermetic/long-run.ts'
import { waitFor } from '../support/homes/world.ts'
import { type Agent, claudeCode, codex, gemini, openCode, qwen } from './drivers/agents.ts'
import type { Client } from './drivers/client.ts'
import { type Step, use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'

interface ReadingAgent extends Agent {
  /** @param file from the root of the repository */
  read(file: string): Step
}

const trap = 'Never call save twice in src/cart.ts, it loses rows.'
const inRepository = (file: string) => join(world.repository, file)

const agents = sampled<ReadingAgent>(
  [
    { ...claudeCode, read: (file) => use('Read', { file_path: inRepository(file) }) },
    { ...codex, read: (file) => use('exec_command', { cmd: `cat ${file}` }) },
    { ...gemini, read: (file) => use('read_file', { file_path: inRepository(file) }) },
    { ...openCode, read: (file) => use('read', { filePath: inRepository(file) }) },
    { ...qwen, read: (file) => use('read_file', { file_path: inRepository(file) }) },
  ],
  1,
)

const { test, binaryOf } = await testWithClients(...agents.map(({ host }) => host))
const clients = new Map<ClientName, Client>()
let world: CaptureWorld

beforeAll(async () => {
  world = await createCaptureWorld()
  mkdirSync(inRepository('src'))
  for (const name of ['cart', 'order']) {
    writeFileSync(inRepository(`src/${name}.ts`), `export const ${name} = []\n`)
  }
  for (const { host, read, startApi, writeSettings } of agents) {
    const steps = ['src/order.ts', 'src/cart.ts', 'src/cart.ts'].map(read)
    const api = await startApi([{ match: /^look around$/, steps, end: 'I looked.' }])
    const client = { binary: binaryOf(host), world, api }
    clients.set(host, client)
    writeSettings(client)
  }
  const throughline = (...args: string[]) => world.throughline(world.repository, ...args)
  await throughline('setup', '--yes')
  await throughline('config', 'set', 'hook.deadlineMs', '10000')
  // A store of one memory gives it at every start, and then no file brings it again.
  await throughline('config', 'set', 'context.atStart', 'false')
  await throughline('remember', trap)
  await throughline('start')
  const list = join(world.throughlineHome, 'run', 'file-triggers')
  await waitFor('the list of files', () => existsSync(list), 60_000)
})

afterAll(async () => {
  for (const { api } of clients.values()) await api.close()
  await world?.close()
})

const timesIn = (request: unknown) => JSON.stringify(request).split(trap).length - 1

describe.each(agents)('$host', ({ host, ask }) => {
  test('a file’s trap arrives with its first read and not with the second', async () => {
    const client = clients.get(host)
    if (!client) throw new Error(`${host} was not started`)
    const { asked, answer } = await ask(client, 'look around')
    expect(answer).toBe('I looked.')
    expect(asked.map(timesIn)).toEqual([0, 0, 1, 1])
    expect(JSON.stringify(asked.at(-1))).toContain('About this file')
  })
})
