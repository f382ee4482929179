/** One memory for all agents: each released client's model is sent what the one before it stored. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import * as driven from './drivers/agents.ts'
import type { Client, WrittenSettings } from './drivers/client.ts'
import { askCodex, trustedByCodex } from './drivers/codex.ts'
import { type Step, use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'
import { captured } from './world/captured.ts'
import { countRows, findMemories } from './world/captured-rows.ts'

interface StoringAgent extends driven.Agent {
  readonly name: string
  readonly fact: string
  /** How its model finds our tool, where it must look for it first. */
  readonly search?: Step
  readonly tool: string
}

const claudeCode: StoringAgent = {
  ...driven.claudeCode,
  name: 'Claude Code',
  fact: 'The preview server listens on port 4173.',
  search: use('ToolSearch', { query: 'select:mcp__throughline__memory_store' }),
  tool: 'mcp__throughline__memory_store',
}

const codex: StoringAgent = {
  ...driven.codex,
  name: 'Codex',
  fact: 'Widgets is under the MIT licence.',
  search: use('tool_search', { query: 'store a memory', limit: 8 }),
  tool: 'mcp__throughline__memory_store',
  ask: (client, prompt) => askCodex(client, prompt, { waitsForTools: true }),
}

const gemini: StoringAgent = {
  ...driven.gemini,
  name: 'Gemini CLI',
  fact: 'Releases are tagged by the nightly job.',
  tool: 'mcp_throughline_memory_store',
}

const openCode: StoringAgent = {
  ...driven.openCode,
  name: 'OpenCode',
  fact: 'Invoices are rendered by a worker in Rust.',
  tool: 'throughline_memory_store',
}

const agents = [claudeCode, codex, gemini, openCode]
const { test, binaryOf } = await testWithClients(...agents.map(({ host }) => host))
const clients = new Map<StoringAgent, Client>()
const settings: WrittenSettings[] = []
const sessions: { readonly host: string; readonly id: string }[] = []
let world: CaptureWorld

beforeAll(async () => {
  world = await createCaptureWorld()
  for (const agent of agents) {
    const client = await startClient(agent)
    clients.set(agent, client)
    settings.push(agent.writeSettings(client))
  }
})

afterAll(async () => {
  for (const { api } of clients.values()) await api.close()
  await world?.close()
})

test('setup finds all four by what they have in the home folder', async () => {
  const told = await throughline('setup', '--yes')
  for (const { name } of agents) {
    expect(told).toMatch(
      new RegExp(`^${name} is connected in ~.*\\n  A test event came through`, 'm'),
    )
  }
  await throughline('config', 'set', 'hook.deadlineMs', '10000')
})

test('the model of the first stores a fact', async () => {
  expect(await ask(claudeCode, 'store it')).toBe('')
  expectStored(claudeCode)
})

const handovers = [
  { from: claudeCode, to: codex },
  { from: codex, to: gemini },
  { from: gemini, to: openCode },
]

for (const { from, to } of handovers) {
  test(`what ${from.name} stored is in the request of ${to.name}, whose model stores the next`, async () => {
    expect(await ask(to, 'store it')).toContain(from.fact)
    expectStored(to)
  })
}

test('what the last stored is in the next request of the first', async () => {
  expect(await ask(claudeCode, 'carry on')).toContain(openCode.fact)
})

test('all sessions are of one project, each of its own host', async () => {
  for (const { host, id } of sessions) {
    const { session, project } = await captured(world, id)
    expect(session).toMatchObject({ host, status: 'completed' })
    expect(project).toMatchObject({ identity: 'github.com/acme/widgets' })
  }
  expect(countRows(world.database, 'sessions')).toBe(sessions.length)
  expect(countRows(world.database, 'projects')).toBe(1)
})

test('recall distinguishes what each host learned', async () => {
  const recalled = async (...options: string[]) => {
    const query = ['recall', 'MIT licence, nightly releases', '--type', 'memory', '--json']
    const { hits } = found.parse(JSON.parse(await throughline(...query, ...options)))
    return hits.map(({ text }) => text).sort()
  }
  expect(await recalled()).toEqual([gemini.fact, codex.fact])
  expect(await recalled('--host', 'codex')).toEqual([codex.fact])
  expect(await recalled('--host', 'gemini')).toEqual([gemini.fact])
})

test('the doctor reports the last event of all four', async () => {
  const report = await throughline('doctor', '--all')
  for (const { name } of agents) expect(report).toMatch(new RegExp(`${name}.*last event 2`))
})

test('removing us leaves everything as it was, and what Codex has written since', async () => {
  await throughline('disconnect', '--yes')
  const [ofClaudeCode, ofCodex, ...others] = settings.map(({ text }) => text)
  expect(settings.map(({ file }) => readFileSync(file, 'utf8'))).toEqual([
    ofClaudeCode,
    ofCodex + trustedByCodex(world),
    ...others,
  ])
  const notebook = readFileSync(join(world.userHome, '.claude.json'), 'utf8')
  expect(JSON.parse(notebook)).not.toHaveProperty('mcpServers.throughline')
  for (const ours of ['.codex/hooks.json', '.config/opencode/plugins']) {
    expect(existsSync(join(world.userHome, ours)), ours).toBe(false)
  }
})

const found = z.object({ hits: z.array(z.object({ text: z.string() })) })

const throughline = (...args: string[]) => world.throughline(world.repository, ...args)

async function startClient({ host, search, tool, fact, startApi }: StoringAgent): Promise<Client> {
  const binary = binaryOf(host)
  const store = use(tool, { content: fact, kind: 'fact' })
  const steps = search ? [search, store] : [store]
  return { binary, world, api: await startApi([{ match: /^store it$/, steps, end: 'Stored.' }]) }
}

/** @returns what of ours is in the first request to its model, before any tool was used */
async function ask(agent: StoringAgent, prompt: string): Promise<string> {
  const client = clients.get(agent)
  if (!client) throw new Error(`${agent.name} was not started`)
  const { sessionId, asked } = await agent.ask(client, prompt)
  sessions.push({ host: agent.host, id: sessionId })
  const ours = /throughline-context.*?\/throughline-context/g
  return JSON.stringify(asked[0]).match(ours)?.join('\n') ?? ''
}

function expectStored({ fact, host }: StoringAgent): void {
  const stored = findMemories(world.database, fact)
  expect(stored).toMatchObject([{ host, scope: 'project', trust: 'agent' }])
}
