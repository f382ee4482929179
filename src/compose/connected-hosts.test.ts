import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../../test/support/homes/world.ts'
import { runCli } from '../../test/support/processes/cli.ts'
import { openLocal } from './local.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

async function report() {
  const { userHome, env, paths } = world
  const local = await openLocal({ root: paths.root, userHome, env })
  try {
    const { hook, hosts } = await local.operations.getHosts({})
    return { hook, host: hosts.find(({ name }) => name === 'claude-code') }
  } finally {
    local.close()
  }
}

it('reports that an agent is missing, and how to connect it anyway', async () => {
  expect(await report()).toMatchObject({
    hook: 'missing',
    host: {
      displayName: 'Claude Code',
      isFound: false,
      integrations: [],
      command: 'throughline setup --host claude-code',
    },
  })
})

it('tells which settings of the user hold our hooks', async () => {
  mkdirSync(world.path('home', '.claude'))
  await runCli(world, ['setup', '--host', 'claude-code', '--yes'])
  const file = world.path('home', '.claude', 'settings.json')
  expect(await report()).toMatchObject({
    hook: 'current',
    host: {
      isFound: true,
      integrations: [
        { kind: 'hooks', file, state: 'current', missingEvents: [] },
        { kind: 'mcp', file: world.path('home', '.claude.json'), state: 'current' },
      ],
      blockers: [],
    },
  })
})

it('tells of known projects too, and of settings that cannot be read', async () => {
  await runCli(world, ['setup', '--host', 'claude-code', '--project', '--yes'])
  await runCli(world, ['remember', 'Widgets are made of brass'])
  mkdirSync(world.path('home', '.claude'))
  writeFileSync(world.path('home', '.claude', 'settings.json'), '{ broken')
  const { host } = await report()
  expect(host?.integrations).toMatchObject([{ state: 'current' }, { state: 'current' }])
  expect(host?.integrations[0]?.file).toContain(world.project)
  expect(host?.blockers).toEqual([
    { problem: expect.stringContaining('line 1, column'), hint: expect.any(String) },
  ])
})
