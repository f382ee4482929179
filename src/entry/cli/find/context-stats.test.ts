import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'
import type { ContextLine } from '../../../core/model/context.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const shown = { host: 'claude-code', hostSessionId: 's1' }

/** Two memories shown to a session, the first of which was of use. */
async function showTwo(): Promise<string[]> {
  await runCli(world, ['remember', 'We deploy with flyctl'])
  await runCli(world, ['remember', 'The staging cluster is in eu-west-1'])
  const { root } = world.paths
  const { store, close } = await openLocal({ root, userHome: world.userHome, env: world.env })
  const { memories } = await store.memories.list({ addresses: 'all' }, { limit: 9, offset: 0 })
  const ids = memories.map(({ id }) => id).sort()
  const [project] = await store.projects.list()
  const lines = ids.map((id): ContextLine => {
    const told = { at: '', text: '', reason: 'of this project', tokens: 12 }
    return { section: 'project', id, kind: 'fact', trust: 'user', ...told }
  })
  await store.injections.record({
    id: 'i1',
    session: shown,
    projectId: project?.id,
    event: 'session-start',
    source: 'startup',
    at: new Date().toISOString(),
    tokens: 80,
    characters: 300,
    lines,
  })
  const used = { memoryId: ids[0] ?? '', use: 'cited' as const }
  await store.injections.markUsed(shown, [used], new Date().toISOString())
  close()
  return ids
}

test('sums up what agents got, used and never used', async () => {
  const [, unused = ''] = await showTwo()
  const { code, stdout } = await runCli(world, ['context', 'stats', '--project', 'widgets'])
  expect(code).toBe(0)
  expect(stdout).toContain('1 time to 1 session')
  expect(stdout).toContain('80, 80 a session')
  expect(stdout).toContain('1 of 2 memories shown (50 %)')
  expect(stdout).toMatch(/\d{4}-\d\d-\d\d +Claude Code +session start +2 lines +1 used/)
  expect(stdout.split('Never used:')[1]).toContain(unused.slice(-10))
  const json = await runCli(world, ['context', 'stats', '--json', '--days', '7'])
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ days: 7, injections: 1, sessions: 1, tokens: 80, shown: 2, used: 1 },
    moments: [{ moment: 'session-start', host: 'claude-code', given: 2, used: 1 }],
    neverUsed: [{ id: unused, shown: 1, text: 'The staging cluster is in eu-west-1' }],
  })
})

test('says so if agents got nothing', async () => {
  const { stdout } = await runCli(world, ['context', 'stats'])
  expect(stdout).toBe('No session got a memory in the last 30 days.\n')
})

test.each([
  ['a project nobody knows', ['--project', 'nowhere'], 1],
  ['no number of days', ['--days', 'many'], 2],
])('refuses %s', async (_what, options, code) => {
  expect(await runCli(world, ['context', 'stats', ...options])).toMatchObject({ code, stdout: '' })
})
