import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, makeClone, type World } from '../../../../test/support/homes/world.ts'
import { type RunOptions, runCli } from '../../../../test/support/processes/cli.ts'

let world: World

const run = (args: string[], options?: RunOptions) => runCli(world, args, options)
const cli = (...args: string[]) => run(args)
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

beforeEach(async () => {
  world = createWorld()
  await cli('remember', 'The port is 4173', '--key', 'port', '--tags', 'net')
  await cli('remember', 'Answer in English', '--scope', 'global')
  await cli('remember', 'The linter is biome', '--kind', 'decision', '--tags', 'net')
})

afterEach(() => world.close())

it('forgets what the filter matches', async () => {
  expect((await cli('clear', '--kind', 'decision', '--yes')).stdout).toMatch(/^Forgot 1 memory\n/)
  expect(await read('list')).toMatchObject({ total: 2 })
  expect(await read('clear', '--scope', 'project', '--yes')).toMatchObject({ cleared: 1 })
  expect((await cli('clear', '--tag', 'net', '--yes')).stdout).toBe('Forgot 0 memories\n')
  expect((await cli('clear', '--all', '--now', '--yes')).stdout).toBe(
    'Deleted 1 memory\nDropped 2 memories forgotten before\n',
  )
  expect(await read('list', '--forgotten', '--all')).toMatchObject({ total: 0 })
  expect(await read('list', '--all')).toMatchObject({ total: 0 })
})

it('says how to undo it, and that works', async () => {
  const { stdout } = await cli('clear', '--all', '--yes')
  expect(stdout).toMatch(
    /^Forgot 3 memories\nUntil \d{4}-\d\d-\d\d: throughline restore {2}restores them\n$/,
  )
  expect((await cli('list', '--forgotten')).stdout).toMatch(
    /The port is 4173\n(.*\n){2}.*restore ID/,
  )
  expect(await read('list', '--forgotten', '--scope', 'global')).toMatchObject({
    memories: [{ content: 'Answer in English', restorableUntil: expect.any(String) }],
    total: 1,
  })
  const undone = await cli('restore')
  expect(undone.code).toBe(0)
  expect(undone.stdout).toMatch(/^(Restored \S+: .+\n){3}$/)
  expect(await read('list')).toMatchObject({ total: 3 })
  expect(await read('list', '--forgotten')).toEqual({ memories: [], total: 0 })
  expect((await cli('restore')).stdout).toBe('No forgotten memory can be restored.\n')
})

it('--dry-run says how many and forgets none', async () => {
  const { stdout } = await cli('clear', '--all', '--dry-run')
  expect(stdout).toMatch(
    /^Would forget 3 memories \(1 global, 2 project\)\n( {2}\S{10} {2}.+\n){3}$/,
  )
  expect(await read('list')).toMatchObject({ total: 3 })
})

it('needs --yes without a terminal, and says how many memories of which scope it would forget', async () => {
  for (const args of [[], ['--json']]) {
    const refused = await cli('clear', '--tag', 'net', ...args)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toMatch(/this would forget 2 memories \(2 project\) and needs --yes/)
  }
  expect((await cli('clear', '--kind', 'fact')).stderr).toMatch(
    /this would forget 2 memories \(1 global, 1 project\) and needs --yes/,
  )
  expect(await read('list')).toMatchObject({ total: 3 })
})

it('never runs without a filter', async () => {
  const refused = await cli('clear', '--yes')
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(/say which memories to clear\n {2}one of --scope/)
})

it('affects only its project', async () => {
  const gadgets = makeClone(world.path('gadgets'), 'git@github.com:acme/gadgets.git')
  await run(['remember', 'Gadgets are square'], { cwd: gadgets })
  const cleared = await run(['clear', '--scope', 'project', '--yes'], { cwd: gadgets })
  expect(cleared.stdout).toMatch(/^Forgot 1 memory\n/)
  expect(await read('list')).toMatchObject({ total: 3 })
})

it('suggests the scope that was meant', async () => {
  expect((await cli('clear', '--scope', 'sesion', '--yes')).stderr).toMatch(/"session"\?/)
})
