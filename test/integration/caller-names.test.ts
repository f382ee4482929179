/** Names that an orchestrator gives to sessions and agents, for hooks, commands and MCP alike. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installHook } from '../../src/adapters/filesystem/hook-install.ts'
import { hookTargets } from '../../src/compose/program/hook-shim.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { callTool, column, store } from '../support/processes/mcp-client.ts'
import { connectStdio } from '../support/processes/mcp-stdio.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

const supervisor = { THROUGHLINE_SESSION: 'team-1', THROUGHLINE_AGENT: 'supervisor' }
const worker = { THROUGHLINE_SESSION: 'team-1', THROUGHLINE_AGENT: 'worker' }
const stranger = { THROUGHLINE_SESSION: 'team-2', THROUGHLINE_AGENT: 'stranger' }

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const bePatient = () => world.writeConfig({ hook: { deadlineMs: 10_000 } })

/** What the supervisor, its worker and nobody else may know. */
async function storeForTheTeam(): Promise<void> {
  const { client } = await connectStdio(world, { env: supervisor })
  await store(client, 'The release branch is frozen until Friday', { scope: 'session' })
  await store(client, 'Plans go to the worker in three steps', { scope: 'agent' })
  const { client: other } = await connectStdio(world, { env: worker })
  await store(other, 'Commits by this agent are signed off', { scope: 'agent' })
}

const contextOf = async (env: Record<string, string>, session: string) => {
  const { start } = sessionPayloads(session, world.project)
  return (await runShim(world, 'SessionStart', start(), { env })).stdout
}

it.each([true, false])(
  'give each agent its own memories (with a daemon: %s)',
  async (hasDaemon) => {
    bePatient()
    if (hasDaemon) await startDaemon(world)
    else installShim(world)
    await storeForTheTeam()
    const off = { THROUGHLINE_AUTOSTART: 'off' }
    const atSupervisor = await contextOf({ ...supervisor, ...off }, 's1')
    expect(atSupervisor).toContain('frozen until Friday')
    expect(atSupervisor).toContain('three steps')
    expect(atSupervisor).not.toContain('signed off')
    const atWorker = await contextOf({ ...worker, ...off }, 's2')
    expect(atWorker).toContain('frozen until Friday')
    expect(atWorker).toContain('signed off')
    expect(atWorker).not.toContain('three steps')
    expect(await contextOf({ ...stranger, ...off }, 's3')).toBe('')
    expect(await contextOf(off, 's4')).toBe('')
  },
)

it('do not reach the subagents of a session, which have names of their own', async () => {
  bePatient()
  await startDaemon(world)
  await storeForTheTeam()
  const start = { session_id: 's1', cwd: world.project, agent_id: 'a1', agent_type: 'worker' }
  const { stdout } = await runShim(world, 'SubagentStart', start, { env: supervisor })
  expect(stdout).toContain('signed off')
  expect(stdout).not.toContain('three steps')
})

it('are what MCP and the command line read and write without a name', async () => {
  await storeForTheTeam()
  const { client } = await connectStdio(world, { env: worker })
  const listed = column(await callTool(client, 'memory_list'), 'memories', 'content')
  expect(listed).toHaveLength(2)
  const recall = async (env: Record<string, string>) =>
    (await spawnCli(world, ['recall', 'release branch frozen'], { env })).stdout
  expect(await recall(worker)).toContain('frozen until Friday')
  expect(await recall(stranger)).not.toContain('frozen until Friday')
  expect(await recall({})).not.toContain('frozen until Friday')
  await spawnCli(world, ['remember', '--scope', 'agent', 'The worker runs make'], { env: worker })
  const own = await spawnCli(world, ['list', '--agent', 'worker'])
  expect(own.stdout).toContain('The worker runs make')
  const preview = await spawnCli(world, ['context'], { env: worker })
  expect(preview.stdout).toContain('The worker runs make')
})

it('are captured by the shell alone, and shown with the session', async () => {
  await startDaemon(world)
  installHook(world.paths, { ...hookTargets, node: '/no/node' })
  for (const [id, env] of Object.entries({ s1: supervisor, s2: worker })) {
    const { toolUse } = sessionPayloads(id, world.project)
    await runShim(world, 'PostToolUse', toolUse(1, 'a'), { env })
  }
  await waitFor('the sessions', () => world.rows('SELECT * FROM sessions').length === 2)
  expect(world.rows('SELECT shared_session, agent FROM sessions ORDER BY agent')).toEqual([
    { shared_session: 'team-1', agent: 'supervisor' },
    { shared_session: 'team-1', agent: 'worker' },
  ])
  const shown = await spawnCli(world, ['sessions', 's2'])
  expect(shown.stdout).toMatch(/^shared as +team-1\nagent +worker$/m)
  const { client } = await connectStdio(world, { env: worker })
  await store(client, 'The release branch is frozen', { scope: 'session' })
  const listed = await spawnCli(world, ['list', '--session', 'team-1'])
  expect(listed.stdout).toContain('The release branch is frozen')
})

it('are ignored if they are no names, and no event is lost', async () => {
  installShim(world)
  const { toolUse, prompt } = sessionPayloads('s1', world.project)
  const hostile = {
    THROUGHLINE_SESSION: 'x\nhost evil',
    THROUGHLINE_AGENT: `../${'a'.repeat(100_000)}`,
  }
  const captured = await runShim(world, 'PostToolUse', toolUse(1, 'a'), { env: hostile })
  const answered = await runShim(world, 'UserPromptSubmit', prompt(1, 'Hi'), { env: hostile })
  for (const run of [captured, answered]) {
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
  }
  const files = readdirSync(world.paths.spool).filter((name) => name.endsWith('.spool'))
  expect(files).toHaveLength(2)
  for (const file of files) {
    const [header = ''] = readFileSync(join(world.paths.spool, file), 'utf8').split('\n\n')
    expect(header).toMatch(/^throughline-spool 1\nhost claude-code\nevent \w+\ncwd [^\n]+$/)
  }
  const problem =
    'THROUGHLINE_SESSION and THROUGHLINE_AGENT ignored: use at most 64 letters, digits and . _ : @ -'
  expect(readFileSync(world.paths.hookLog, 'utf8')).toContain(problem)
  const listed = await spawnCli(world, ['list', '--json'], { env: hostile })
  expect(listed).toMatchObject({ code: 0, stderr: `${problem}\n` })
})
