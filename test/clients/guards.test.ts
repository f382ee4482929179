/**
 * What released clients do before a tool runs that a guard is about: the rule is shown to the model,
 * the call waits for the user, or it is refused.
 */
import { existsSync, readFileSync } from 'node:fs'
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
  run(command: string): Step
  /** What its model reads of a call that waits for a user who is not there. */
  readonly asked: RegExp
}

const cannotAsk = /This agent cannot ask for it here/

const agents = sampled<WorkingAgent>(
  [
    {
      ...claudeCode,
      run: (command) => use('Bash', { command, description: 'Run it' }),
      asked: /Your rule: Ask before/,
    },
    { ...codex, run: (cmd) => use('exec_command', { cmd }), asked: cannotAsk },
    {
      ...gemini,
      run: (command) => use('run_shell_command', { command, description: 'Run it' }),
      asked: cannotAsk,
    },
    {
      ...openCode,
      run: (command) => use('bash', { command, description: 'Run it' }),
      asked: cannotAsk,
    },
    {
      ...qwen,
      run: (command) =>
        use('run_shell_command', { command, description: 'Run it', is_background: false }),
      asked: /./,
    },
  ],
  1,
)

const rules = {
  note: 'Mind what you do with `touch noted.txt`.',
  ask: 'Ask before you run `touch asked.txt`.',
  block: 'Never run `touch blocked.txt`.',
} as const

const { test, binaryOf } = await testWithClients(...agents.map(({ host }) => host))
const clients = new Map<ClientName, Client>()
let world: CaptureWorld

beforeAll(async () => {
  world = await createCaptureWorld()
  for (const { host, run, startApi, writeSettings } of agents) {
    const scenario = (name: string) => ({
      match: new RegExp(`^make ${name}$`),
      steps: [run(`touch ${host}-made.txt && touch ${name}.txt`)],
      end: `I tried ${name}.`,
    })
    const api = await startApi(['noted', 'asked', 'blocked'].map(scenario))
    const client = { binary: binaryOf(host), world, api }
    clients.set(host, client)
    writeSettings(client)
  }
  const throughline = (...args: string[]) => world.throughline(world.repository, ...args)
  await throughline('setup', '--yes')
  await throughline('config', 'set', 'hook.deadlineMs', '10000')
  await throughline('config', 'set', 'context.atStart', 'false')
  await throughline('start')
  for (const [level, rule] of Object.entries(rules)) {
    const stored = await throughline('remember', rule, '--kind', 'rule', '--json')
    if (level !== 'note') await setGuard(JSON.parse(stored).memory.id, level, rule)
  }
  const lists = ['tool-guards', 'tool-triggers'].map((name) =>
    join(world.throughlineHome, 'run', name),
  )
  await waitFor('the lists', () => lists.every((list) => existsSync(list)), 60_000)
})

afterAll(async () => {
  for (const { api } of clients.values()) await api.close()
  await world?.close()
})

/** As the dashboard does by the user's hand. */
async function setGuard(id: string, level: string, rule: string): Promise<void> {
  const [, command] = /`(.*)`/.exec(rule) ?? []
  const file = join(world.throughlineHome, 'run', 'daemon.json')
  const { port, token } = JSON.parse(readFileSync(file, 'utf8'))
  const response = await fetch(`http://127.0.0.1:${port}/api/guards/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ level, patterns: [{ command }] }),
  })
  expect(response.status).toBe(200)
}

describe.each(agents)('$host', ({ host, ask, asked: askedFor }) => {
  const make = async (name: string) => {
    const client = clients.get(host)
    if (!client) throw new Error(`${host} was not started`)
    const { asked, answer } = await ask(client, `make ${name}`)
    const isMade = existsSync(join(world.repository, `${name}.txt`))
    return { read: JSON.stringify(asked.at(-1)), answer, isMade }
  }

  test('a note reaches the model, and the tool runs', async () => {
    const { read, isMade } = await make('noted')
    expect(isMade).toBe(true)
    expect(read).toContain('Mind what you do with')
  })

  test('what must be asked does not run without the user', async () => {
    const { read, isMade } = await make('asked')
    expect(isMade).toBe(false)
    expect(read).toMatch(askedFor)
  })

  test('what is blocked does not run, and the model is told why', async () => {
    const { read, isMade, answer } = await make('blocked')
    expect(isMade).toBe(false)
    expect(read).toContain('Never run `touch blocked.txt`.')
    expect(read).toContain('Do it another way')
    expect(answer).toBe('I tried blocked.')
  })
})
