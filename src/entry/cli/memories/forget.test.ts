import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, makeClone, type World } from '../../../../test/support/homes/world.ts'
import { type RunOptions, runCli } from '../../../../test/support/processes/cli.ts'

let world: World
let id: string
let short: string

const run = (args: string[], options?: RunOptions) => runCli(world, args, options)
const cli = (...args: string[]) => run(args)
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

beforeEach(async () => {
  world = createWorld()
  id = (await read('remember', 'The port is 4173', '--key', 'port', '--tags', 'net')).memory.id
  short = id.slice(-10)
})

afterEach(() => world.close())

it('forgets by id or key and says how to undo it', async () => {
  const { stdout, code } = await cli('forget', 'port')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    new RegExp(`^Forgot ${short}\nUntil \\d{4}-\\d\\d-\\d\\d: throughline restore ${short}\n$`),
  )
  expect(await read('list')).toMatchObject({ total: 0 })
  expect((await cli('restore', id)).stdout).toBe(`Restored ${short}: The port is 4173\n`)
  expect(await read('show', 'port')).toMatchObject({ id, tags: ['net'] })
  expect(await read('forget', id)).toMatchObject({ id, restorableUntil: expect.any(String) })
})

it('several forgotten memories come back by their ids, short ones too', async () => {
  const other = (await read('remember', 'The linter is biome')).memory.id
  await cli('forget', id)
  await cli('forget', other)
  expect((await cli('restore', short)).stdout).toMatch(`Restored ${short}`)
  await cli('forget', id)
  const both = await cli('restore', id, other.slice(-10).toUpperCase())
  expect(both).toMatchObject({ code: 0, stderr: '' })
  expect(both.stdout).toMatch(`Restored ${short}: The port is 4173\nRestored ${other.slice(-10)}`)
  await cli('forget', id)
  const some = await cli('restore', other, id)
  expect(some.code).toBe(1)
  expect(some.stdout).toMatch(`Restored ${short}`)
  expect(some.stderr).toMatch(`no forgotten memory "${other}" can be restored`)
})

it('without an id the last one comes back, then the one before', async () => {
  const other = (await read('remember', 'The linter is biome')).memory.id
  await cli('forget', id)
  await cli('forget', other)
  expect((await cli('restore')).stdout).toMatch(`Restored ${other.slice(-10)}`)
  expect((await cli('restore')).stdout).toMatch(`Restored ${short}`)
})

it('forgets several at once; one that is refused does not stop the others', async () => {
  const other = (await read('remember', 'The linter is biome')).memory.id
  const run = await cli('forget', 'prot', short.slice(0, 6), other)
  expect(run.code).toBe(1)
  expect(run.stderr).toMatch('no project or global memory has the id or key "prot"')
  expect(run.stdout).toMatch(`Forgot ${short}\n`)
  expect(await read('list')).toMatchObject({ total: 0 })
  expect(await read('restore', id, other)).toMatchObject({
    done: [{ id }, { id: other }],
    left: [],
  })
})

it('--dry-run shows what would go and forgets nothing', async () => {
  const { stdout } = await cli('forget', 'port', '--dry-run')
  expect(stdout).toBe(`Would forget ${short}: The port is 4173\n`)
  expect(await read('list')).toMatchObject({ total: 1 })
})

it('delete needs --yes without a terminal', async () => {
  const run = await cli('delete', id)
  expect(run).toMatchObject({ code: 2, stdout: '' })
  expect(run.stderr).toBe(
    'throughline: this cannot be undone and needs --yes\n  --dry-run shows what would go\n',
  )
  expect(await read('list')).toMatchObject({ total: 1 })
})

it('delete keeps no copy', async () => {
  expect((await cli('delete', id, '--yes')).stdout).toBe(`Deleted ${short}\n`)
  const undo = await cli('restore', id)
  expect(undo).toMatchObject({ code: 1, stdout: '' })
  expect(undo.stderr).toMatch(/no forgotten memory .* can be restored\n {2}\S/)
})

it('refuses unknown memories, and to run without one', async () => {
  const missing = await cli('forget', 'prot')
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toMatch(
    /no project or global memory has the id or key "prot"\n {2}throughline list/,
  )
  const unknown = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  expect((await cli('forget', unknown)).stderr).toMatch(`no memory "${unknown}"`)
  expect((await cli('forget')).code).toBe(2)
})

it('the same key in another project stays', async () => {
  const gadgets = makeClone(world.path('gadgets'), 'git@github.com:acme/gadgets.git')
  await run(['remember', 'The port is 9000', '--key', 'port'], { cwd: gadgets })
  await run(['forget', 'port'], { cwd: gadgets })
  expect((await run(['forget', 'port'], { cwd: gadgets })).code).toBe(1)
  expect(await read('show', 'port')).toMatchObject({ id })
})
