import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
let id: string

const cli = (...args: string[]) => runCli(world, args)
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

beforeEach(async () => {
  world = createWorld()
  id = (await read('remember', 'The port is 4173', '--key', 'port', '--tags', 'net')).memory.id
})

afterEach(() => world.close())

it('pins by id or key, and unpins', async () => {
  expect((await cli('pin', 'port')).stdout).toBe(`Pinned ${id.slice(-10)}: The port is 4173\n`)
  expect(await read('list', '--pinned')).toMatchObject({ total: 1 })
  expect((await cli('unpin', id)).stdout).toMatch(/^No longer pinned: /)
  expect(await read('list', '--pinned')).toMatchObject({ total: 0 })
  expect(await read('pin', id)).toMatchObject({ id, pinned: true })
})

it('pins several at once', async () => {
  const other = (await read('remember', 'The linter is biome')).memory.id
  expect(await read('pin', 'port', other)).toMatchObject({ done: [{ id }, { id: other }] })
  expect((await cli('unpin', id.slice(-10, -4), other.slice(-4))).code).toBe(0)
  expect(await read('list', '--pinned')).toMatchObject({ total: 0 })
})

it('refuses what is not there', async () => {
  expect(await cli('pin', 'prot')).toMatchObject({ code: 1, stdout: '' })
})
