/**
 * A memory about a file or command is in the next request to the model of a released client that
 * opens the file or runs the command.
 */
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

interface WorkingAgent extends Agent {
  /** @param file from the root of the repository */
  read(file: string): Step
  run(command: string): Step
}

const trap = 'Never call save twice in src/cart.ts, it loses rows.'
const rule = 'List tags with `git tag --list`, never with `git tag -n`.'
const inRepository = (file: string) => join(world.repository, file)

const agents = sampled<WorkingAgent>(
  [
    {
      ...claudeCode,
      read: (file) => use('Read', { file_path: inRepository(file) }),
      run: (command) => use('Bash', { command, description: 'Run it' }),
    },
    {
      ...codex,
      read: (file) => use('exec_command', { cmd: `cat ${file}` }),
      run: (cmd) => use('exec_command', { cmd }),
    },
    {
      ...gemini,
      read: (file) => use('read_file', { file_path: inRepository(file) }),
      run: (command) => use('run_shell_command', { command, description: 'Run it' }),
    },
    {
      ...openCode,
      read: (file) => use('read', { filePath: inRepository(file) }),
      run: (command) => use('bash', { command, description: 'Run it' }),
    },
    {
      ...qwen,
      read: (file) => use('read_file', { file_path: inRepository(file) }),
      run: (command) =>
        use('run_shell_command', { command, description: 'Run it', is_background: false }),
    },
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
  for (const { host, read, run, startApi, writeSettings } of agents) {
    const reads = ['src/order.ts', 'src/cart.ts', 'src/cart.ts'].map(read)
    const runs = ['git tag', 'git tag -n', 'git tag -n v1'].map(run)
    const api = await startApi([
      { match: /^look around$/, steps: reads, end: 'I looked.' },
      { match: /^which releases are there$/, steps: runs, end: 'I listed them.' },
    ])
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
  await throughline('remember', rule, '--kind', 'rule')
  await throughline('start')
  const lists = ['file-triggers', 'tool-triggers'].map((name) =>
    join(world.throughlineHome, 'run', name),
  )
  await waitFor('the lists', () => lists.every((list) => existsSync(list)), 60_000)
})

afterAll(async () => {
  for (const { api } of clients.values()) await api.close()
  await world?.close()
})

const timesIn = (text: string) => (request: unknown) =>
  JSON.stringify(request).split(text).length - 1

describe.each(agents)('$host', ({ host, ask }) => {
  const askIt = (prompt: string) => {
    const client = clients.get(host)
    if (!client) throw new Error(`${host} was not started`)
    return ask(client, prompt)
  }

  test('a file’s trap arrives with its first read and not with the second', async () => {
    const { asked, answer } = await askIt('look around')
    expect(answer).toBe('I looked.')
    expect(asked.map(timesIn(trap))).toEqual([0, 0, 1, 1])
    expect(JSON.stringify(asked.at(-1))).toContain('About this file')
  })

  test('a command’s rule arrives when it runs first and not when it runs again', async () => {
    const { asked, answer } = await askIt('which releases are there')
    expect(answer).toBe('I listed them.')
    expect(asked.map(timesIn('never with `git tag -n`'))).toEqual([0, 0, 1, 1])
    expect(JSON.stringify(asked.at(-1))).toContain('About this command or path')
  })
})
