/** Two people with Claude Code, one of them also with Codex, and a team server between them. */
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { JsonObject } from '../../src/core/model/json.ts'
import { isLongRun } from '../hermetic/long-run.ts'
import { waitFor } from '../support/homes/world.ts'
import { hasPostgres, useTestDatabase } from '../support/postgres.ts'
import { type Agent, claudeCode, codex } from './drivers/agents.ts'
import { askCodex } from './drivers/codex.ts'
import { type Scenario, type Step, use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { captured } from './world/captured.ts'
import { openTeamWorld, type TeamMachine, type TeamWorld } from './world/team-world.ts'

const facts = {
  port: 'The preview server listens on port 4173.',
  licence: 'Widgets is under the MIT licence.',
  release: 'Releases are tagged by the nightly job.',
  invoices: 'Invoices are rendered by a worker in Rust.',
  fixtures: 'Fixtures come from the staging schema.',
}

const codexWithTools: Agent = {
  ...codex,
  ask: (client, prompt) => askCodex(client, prompt, { waitsForTools: true }),
}

const { test, longTest, binaryOf } = await testWithClients('claude-code', 'codex')

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a team of two', () => {
  const databaseUrl = useTestDatabase()
  let team: TeamWorld
  let ada: TeamMachine
  let adasDesktop: TeamMachine
  let grace: TeamMachine

  beforeAll(async () => {
    team = await openTeamWorld(databaseUrl(), 'ada@example.com')
    ;[ada, adasDesktop, grace] = await Promise.all([
      team.openMachine(claudeCode, binaryOf('claude-code'), scenarios(findInClaudeCode)),
      team.openMachine(codexWithTools, binaryOf('codex'), scenarios(findInCodex)),
      team.openMachine(claudeCode, binaryOf('claude-code'), scenarios(findInClaudeCode)),
    ])
    const linkOf = async (...args: string[]) =>
      JSON.parse(await ada.throughline('team', ...args, '--json')).link
    await ada.throughline('login', team.ownerLink)
    await adasDesktop.throughline('login', await team.linkFor('ada@example.com'))
    const invitation = await linkOf('invite', 'grace@example.com')
    await grace.throughline('login', invitation, '--name', 'Grace')
  })

  afterAll(() => team?.[Symbol.asyncDispose]())

  test('what Ada’s agent stored reaches no teammate before she shares the project', async () => {
    await ada.ask('store the port')
    await grace.throughline('share', '--yes')
    expect(factsIn(await grace.throughline('list'))).toEqual([])
    expect(await ada.throughline('share', '--yes')).toContain('Everything was sent.')
  })

  test('Codex on her other machine is given it at once, as her own', async () => {
    await adasDesktop.throughline('share', '--yes')
    const { given } = await adasDesktop.ask('store the licence')
    expect(factsIn(given)).toEqual(['port'])
    expect(given).not.toContain('teammate')
  })

  test('Grace’s agent can recall it, and is not given it before she approves Ada', async () => {
    await grace.throughline('sync', 'now')
    const { given, last } = await grace.ask('recall all')
    expect(factsIn(given)).toEqual([])
    expect(factsIn(last)).toContain('port')
  })

  test('once she has approved Ada, it is in her agent’s request as Ada’s word', async () => {
    await grace.throughline('team', 'approve', 'ada')
    await inSync(adasDesktop, 2)
    await grace.throughline('sync', 'now')
    const { given } = await grace.ask('store the release')
    for (const fact of [facts.port, facts.licence]) {
      expect(given).toMatch(new RegExp(`\\[teammate ada, [^\\]]*\\] ${fact}`))
    }
    // Here, so that another attempt stores it again.
    await inSync(grace, 3)
  })

  longTest(
    'what Grace’s agent stored is given on both machines of Ada, where she approved Grace',
    async () => {
      await onEach([ada, adasDesktop], async (machine) => {
        await machine.throughline('sync', 'now')
        await machine.throughline('team', 'approve', 'Grace')
        const { given } = await machine.ask('carry on')
        expect(given).toContain('teammate Grace')
        expect(factsIn(given)).toContain('release')
      })
    },
  )

  longTest(
    'without the server both are given what they had, store, recall and are captured',
    async () => {
      await team.stopServer()
      await onEach([ada, grace], async (machine) => {
        const own = machine === ada ? 'invoices' : 'fixtures'
        const { given, sessionId } = await machine.ask(`store the ${own}`)
        expect(factsIn(given)).toEqual(['port', 'licence', 'release'])
        const { session, toolEvents } = await captured(machine.world, sessionId)
        expect(session).toMatchObject({ status: 'completed' })
        const stored = { tool_name: 'mcp__throughline__memory_store', outcome: 'ok' }
        expect(toolEvents.at(-1)).toMatchObject(stored)
        const { last } = await machine.ask('recall all')
        expect(factsIn(last)).toEqual(expect.arrayContaining(['port', 'licence', 'release', own]))
        await expect(machine.throughline('sync', 'now')).rejects.toMatchObject({
          stdout: expect.stringMatching(/not reachable[\s\S]*1 change waiting/),
        })
      })
    },
  )

  longTest('once it is back, all are given what the others stored meanwhile', async () => {
    await team.startServer()
    for (const machine of [ada, grace, adasDesktop, ada]) await machine.throughline('sync', 'now')
    await onEach([ada, adasDesktop, grace], async (machine) => {
      const { given, last } = await machine.ask('recall all')
      expect(factsIn(given)).toContain(machine === grace ? 'invoices' : 'fixtures')
      expect(factsIn(last)).toEqual(Object.keys(facts))
    })
  })

  test('once Ada has stopped sharing, Grace’s agent is not given hers and cannot recall it', async () => {
    await ada.throughline('unshare', '--yes')
    await grace.throughline('sync', 'now')
    await onEach([ada, grace], async (machine) => {
      const meanwhile = machine === ada ? 'invoices' : 'fixtures'
      const before = machine === ada ? ['port', 'licence'] : ['release']
      const own = [...before, ...(isLongRun ? [meanwhile] : [])]
      const { given, last } = await machine.ask('recall all')
      expect(factsIn(given)).toEqual(own)
      expect(factsIn(last)).toEqual(own)
    })
  })
})

const onEach = <T>(machines: readonly TeamMachine[], work: (machine: TeamMachine) => Promise<T>) =>
  Promise.all(machines.map(work))

/** Which facts it names, in the order that they were stored in. */
function factsIn(text: string): string[] {
  return Object.entries(facts).flatMap(([topic, fact]) => (text.includes(fact) ? [topic] : []))
}

/** Waits until its daemon has sent everything and the server has so many of its memories. */
async function inSync({ throughline }: TeamMachine, memories: number): Promise<void> {
  const isInSync = async () => {
    const { counts } = JSON.parse(await throughline('sync', 'status', '--json'))
    return counts.waiting === 0 && counts.synced === memories
  }
  await waitFor('the daemon to send', isInSync, 60_000)
}

type Search = (tool: string) => Step

const findInClaudeCode: Search = (tool) =>
  use('ToolSearch', { query: `select:mcp__throughline__${tool}` })

const findInCodex: Search = (tool) => use('tool_search', { query: tool, limit: 8 })

/** A model that stores each fact, and recalls all by other words than theirs. */
function scenarios(search: Search): Scenario[] {
  const call = (tool: string, input: JsonObject) => [
    search(tool),
    use(`mcp__throughline__${tool}`, input),
  ]
  const stores = Object.entries(facts).map(([topic, content]) => ({
    match: new RegExp(`^store the ${topic}$`),
    steps: call('memory_store', { content, kind: 'fact' }),
    end: 'Stored.',
  }))
  const query = 'port, licence, releases, invoices and fixtures'
  return [
    ...stores,
    {
      match: /^recall all$/,
      steps: call('memory_recall', { query, weak: true }),
      end: 'Recalled.',
    },
  ]
}
