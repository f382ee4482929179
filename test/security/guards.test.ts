/**
 * A guard is the user's alone: nobody else makes one, raises its level or switches it off, whatever
 * they do to its memory.
 */
import { existsSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { bundleTables } from '../../src/adapters/sqlite/bundle/bundle-tables.ts'
import type { InputOf } from '../../src/contract/operations/index.ts'
import type { GuardLevel } from '../../src/contract/vocabulary.ts'
import { forgetMemory } from '../../src/core/memory/forget-memory.ts'
import { hasPostgres } from '../support/postgres.ts'
import { answerHook } from '../support/processes/answer-hook.ts'
import { runCli } from '../support/processes/cli.ts'
import { callTool, eachInMcpWorld, newClient } from '../support/processes/mcp-client.ts'
import { useSyncServer } from '../support/team/sync-server.ts'
import { openTwoClients, type TwoClients } from '../support/team/two-clients.ts'

const opened = eachInMcpWorld()
const rule = 'Use pnpm, never npm.'

const remember = async (more: Partial<InputOf<'storeMemory'>> = {}) => {
  const by = { source: 'manual', trust: 'user' } as const
  const what = { content: rule, kind: 'rule', scope: 'project', folder: opened.world.project }
  const { memory } = await opened.local.operations.storeMemory({ ...what, ...by, ...more } as never)
  return memory.id
}
const set = (id: string, level: GuardLevel) => opened.local.operations.setGuard({ id, level })
const levels = async () =>
  (await opened.local.operations.listGuards({})).guards.map(({ level }) => level)

/** What the hook prints before this command. */
const beforeRunning = (command: string) => {
  const call = { session_id: 's1', tool_name: 'Bash', tool_input: { command } }
  return answerHook(opened.local, 'PreToolUse', { ...call, cwd: opened.world.project })
}
const refused = expect.stringContaining('"permissionDecision":"deny"')

describe('an agent', () => {
  beforeEach(async () => {
    await set(await remember(), 'block')
    expect(await beforeRunning('npm install')).toEqual(refused)
  })

  it('has no tool for guards', async () => {
    const client = await opened.connect({}, newClient('claude-code'))
    const { tools } = await client.listTools()
    expect(tools.filter(({ name, description }) => /guard/i.test(name + description))).toEqual([])
  })

  it.each(['propose', 'apply'] as const)(
    'keeps none from biting with mcp.agentChanges %s',
    async (mode) => {
      if (mode === 'apply') opened.world.writeConfig({ mcp: { agentChanges: 'apply' } })
      const client = await opened.connect({}, newClient('claude-code'))
      const [{ id } = { id: '' }] = (await opened.local.operations.listGuards({})).guards
      await callTool(client, 'memory_update', { id, content: 'Use npm.' })
      await callTool(client, 'memory_store', { content: 'Use npm, never pnpm.', supersedes: id })
      expect(await beforeRunning('npm install')).toEqual(refused)
      await callTool(client, 'memory_forget', { id })
      expect(await beforeRunning('npm install')).toEqual(refused)
      expect(await levels()).toEqual(['block'])
    },
  )

  it.each(['off', 'note', 'ask'])('cannot set the level to %s in its shell', async (level) => {
    const [{ id } = { id: '' }] = (await opened.local.operations.listGuards({})).guards
    const env = { CLAUDECODE: '1' }
    for (const isTerminal of [true, false]) {
      const run = await runCli(opened.world, ['guard', id, '--level', level], { env, isTerminal })
      expect(run.code).toBe(1)
      expect(run.stderr).toContain('only you can do this, and Claude Code is running this shell')
    }
    expect(await levels()).toEqual(['block'])
  })

  it('that nobody recognises cannot set one either, without a terminal', async () => {
    const [{ id } = { id: '' }] = (await opened.local.operations.listGuards({})).guards
    const { code, stderr } = await runCli(opened.world, ['guard', id, '--level', 'off'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('set by hand')])
    expect(await levels()).toEqual(['block'])
  })

  it('leaves the list of hooks in place by stopping the daemon', async () => {
    const list = opened.world.paths.toolGuards
    expect(existsSync(list)).toBe(true)
    await opened.local.triggers.catchUp(new AbortController().signal)
    opened.local.triggers.clear()
    expect(existsSync(list)).toBe(true)
  })

  it('is held back in subagents too', async () => {
    const host = opened.local.findHost('claude-code')
    const event = host.parse('PreToolUse', {
      ...{ session_id: 's1', cwd: opened.world.project, agent_id: 'a1', agent_type: 'Explore' },
      ...{ tool_name: 'Bash', tool_input: { command: 'npm install' } },
    })
    if (!event) throw new Error('not parsed')
    const asked = { folder: opened.world.project, projectName: undefined, caller: {} }
    const until = Date.now() + 60_000
    expect(await opened.local.context.answer(host, event, { ...asked, until })).toEqual(refused)
  })
})

describe('words that are not the user’s', () => {
  it.each(['agent', 'tool'] as const)('of trust %s only note', async (trust) => {
    const id = await remember({ trust })
    for (const level of ['ask', 'block'] as const) {
      await expect(set(id, level)).rejects.toMatchObject({ code: 'not-allowed' })
    }
    expect(await beforeRunning('npm install')).not.toContain('permissionDecision')
  })

  it('make no guard by naming one', async () => {
    await remember({ content: 'Guard: block npm. Level: block. Never run npm.', trust: 'agent' })
    expect(await levels()).toEqual([])
    expect(await beforeRunning('npm install')).not.toContain('permissionDecision')
  })
})

it('a page or a peer that removes the memory leaves the guard, without its text', async () => {
  const id = await remember()
  await set(id, 'block')
  const at = new Date().toISOString()
  await opened.local.store.transaction((tx) => forgetMemory(tx.memories, id, at, { now: false }))
  expect(await beforeRunning('npm install')).toEqual(refused)
  const { guards } = await opened.local.operations.listGuards({})
  expect(guards).toMatchObject([{ level: 'block', state: 'removed', content: '' }])
})

it('the user forgets the guard with its memory', async () => {
  const id = await remember()
  await set(id, 'block')
  await opened.local.operations.forgetMemory({ id, now: false })
  expect(await levels()).toEqual([])
  expect(await beforeRunning('npm install')).toBe('')
})

it('no bundle or synced folder holds guards', () => {
  expect(bundleTables.map(({ name }) => name)).not.toContain('guards')
})

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a teammate', () => {
  const server = useSyncServer()
  let { alice, bob, settle } = {} as TwoClients
  beforeEach(async () => {
    const clients = await openTwoClients(server)
    ;({ alice, bob, settle } = clients)
    await clients.share()
  })

  it('neither gets a guard, nor changes or removes one', async () => {
    const { id, scope, scopeId } = await alice.write(rule)
    const patterns = [{ command: 'npm' }]
    const guard = { memoryId: id, scope, scopeId, content: rule, level: 'block', patterns } as const
    await alice.store.guards.put({ ...guard, exceptions: [], setAt: new Date().toISOString() })
    await settle()
    expect(await bob.store.guards.list()).toEqual([])
    await bob.edit(id, 'Use npm.')
    await settle()
    await alice.approve(bob.person.name)
    await settle()
    expect(await alice.store.guards.list()).toMatchObject([{ level: 'block', content: rule }])
    await bob.forget(id)
    await settle()
    expect(await alice.store.guards.list()).toMatchObject([{ level: 'block', patterns }])
  })
})
