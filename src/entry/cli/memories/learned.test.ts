import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCandidates } from '../../../../test/support/homes/candidates.ts'
import { writeClaudeHistory } from '../../../../test/support/homes/claude-history.ts'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { type Local, openLocal } from '../../../compose/local.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args, { columns: 80 })

async function inHome<T>(work: (local: Local) => Promise<T>): Promise<T> {
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  try {
    return await work(local)
  } finally {
    local.close()
  }
}

/** A session in which the agent stored one thing and a program heard another. */
async function work(): Promise<void> {
  const payloads = sessionPayloads('s1', world.project)
  await inHome(async ({ spool, drain, operations }) => {
    const prompt = 'the gateway is in front of billing, I think'
    for (const [event, payload] of [
      ['SessionStart', payloads.start()],
      ['UserPromptSubmit', payloads.prompt(1, prompt)],
      ['Stop', payloads.stop(1, 'It is.')],
    ] as const) {
      await spool.add({ host: 'claude-code', event, cwd: world.project }, JSON.stringify(payload))
    }
    await drain(AbortSignal.timeout(10_000))
    const { timeline } = await operations.getSession({ id: 's1' })
    const turn = { type: 'turn' as const, ref: timeline[0]?.id ?? '' }
    const here = { folder: world.project, source: 'manual' } as const
    const { memory } = await operations.storeMemory({
      ...{ ...here, trust: 'user', sources: [turn] },
      content:
        'The gateway stands in front of the billing service and adds the tenant to each call.',
    })
    makeCandidates(world, [memory.id])
    await operations.storeMemory({
      ...{ ...here, trust: 'agent', sources: [turn, { type: 'manual', ref: 'claude-code' }] },
      ...{ content: 'Run the migrations before the checkout tests.', kind: 'procedure' },
    })
  })
}

it('leads to what is older: what an import brings is as old as what was said', async () => {
  writeClaudeHistory(
    world,
    '2026-01-05T10:00:00Z',
    'From now on, always run the tests with vitest.',
  )
  const env = { THROUGHLINE_AUTOSTART: 'off' }
  await runCli(world, ['import', '--yes'], { env })
  const { sessions } = JSON.parse((await cli('sessions', '--json')).stdout)
  await cli('learn', '--session', sessions[0].id)
  const { stdout } = await cli('learned')
  expect(stdout).toBe(
    'Nothing was learned in the last 7 days.\n' +
      'The latest is from 2026-01-05: throughline learned --since 2026-01-05\n',
  )
  expect((await cli('learned', '--since', '2026-01-05')).stdout).toContain('vitest')
})

it('says what was learned, who said it and what made it a memory', async () => {
  await work()
  await cli('remember', 'Never push to main on Fridays', '--kind', 'rule')
  const { stdout, code } = await cli('learned')
  expect(code).toBe(0)
  expect(
    stdout.replace(/[0-9a-f]{10}\b/g, 'ID'),
  ).toBe(`Learned in the last 7 days: 1 rule, 1 memory, 1 candidate

Rules
  Never push to main on Fridays
    rule, widgets · your word · stored by you · just now · ID

Memories
  Run the migrations before the checkout tests.
    procedure, widgets · the agent’s word · stored by Claude Code · just now ·
    Claude Code session ID · ID

Candidates, not given to agents
  The gateway stands in front of the billing service and adds the tenant to each
  call.
    fact, widgets · your word · just now · Claude Code session ID ·
    ID

throughline review --kind candidate  keeps or drops candidates, one key each
`)
})

it('prints the same as JSON, for a time range and a project', async () => {
  await work()
  const read = async (...args: string[]) =>
    JSON.parse((await cli('learned', ...args, '--json')).stdout)
  expect(await read('--since', '24h')).toMatchObject({
    ...{ rules: 0, memories: 1, candidates: 1, isCapturing: true },
    items: [
      { standing: 'memory', confirmation: 'stored', storedBy: 'claude-code', project: 'widgets' },
      { standing: 'candidate', trust: 'user', host: 'claude-code' },
    ],
  })
  expect(await read('--since', '2100-01-31')).toMatchObject({ items: [], isCapturing: false })
  expect((await read('--limit', '1')).items).toHaveLength(1)
  const wrong = await cli('learned', '--since', 'yesterday')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('24h, 7d or 2w')])
  expect((await cli('learned', '--project', 'unknown')).code).toBe(1)
})

it('says what to do if nothing was learned', async () => {
  expect((await cli('learned')).stdout).toBe(`Nothing was learned in the last 7 days.
No session was captured in that time. throughline doctor checks your agents.
Say “remember that …” to your agent, or store it yourself:
throughline remember "Use pnpm here, never npm"
`)
})
