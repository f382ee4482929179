import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../../test/support/cli.ts'
import { createWorld, type World } from '../../test/support/world.ts'
import { openLocal } from './local.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

async function hosts() {
  const { userHome, env, paths } = world
  const local = await openLocal({ root: paths.root, userHome, env })
  try {
    return await local.operations.getHosts({})
  } finally {
    local.close()
  }
}

it('tells that an agent is not there, and how to wire it all the same', async () => {
  expect(await hosts()).toMatchObject({
    hook: 'missing',
    hosts: [
      {
        name: 'claude-code',
        displayName: 'Claude Code',
        isFound: false,
        wired: [],
        command: 'throughline setup --host claude-code',
      },
    ],
  })
})

it('tells which settings of the user hold our hooks', async () => {
  mkdirSync(world.path('home', '.claude'))
  await runCli(world, ['setup', '--yes'])
  const file = world.path('home', '.claude', 'settings.json')
  expect(await hosts()).toMatchObject({
    hook: 'current',
    hosts: [{ isFound: true, wired: [{ file, state: 'current', missingEvents: [] }] }],
  })
})

it('tells of known projects too, and passes over settings that cannot be read', async () => {
  await runCli(world, ['setup', '--project', '--yes'])
  await runCli(world, ['remember', 'Widgets are made of brass'])
  mkdirSync(world.path('home', '.claude'))
  writeFileSync(world.path('home', '.claude', 'settings.json'), '{ broken')
  const [host] = (await hosts()).hosts
  expect(host?.wired).toMatchObject([{ state: 'current' }])
  expect(host?.wired[0]?.file).toContain(world.project)
})
