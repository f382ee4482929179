import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { type RunOptions, runCli } from '../../../../test/support/processes/cli.ts'

let world: World
let id: string

const cli = (args: string[], options?: RunOptions) => runCli(world, args, options)
const read = async (...args: string[]) => JSON.parse((await cli([...args, '--json'])).stdout)

beforeEach(async () => {
  world = createWorld()
  id = (await read('remember', 'The port is 4173', '--key', 'port', '--tags', 'net')).memory.id
})

afterEach(() => world.close())

it('changes the given fields and keeps the rest', async () => {
  const run = await cli(['edit', 'port', '--content', 'The port is 8080', '--importance', '0.9'])
  expect(run.stdout).toBe(`Changed ${id.slice(-10)}, now version 2\n  The port is 8080\n`)
  expect(await read('show', id)).toMatchObject({
    content: 'The port is 8080',
    importance: 0.9,
    key: 'port',
    tags: ['net'],
  })
})

it('says so when nothing changed', async () => {
  const run = await cli(['edit', 'port', '--content', 'The port is 4173', '--tags', 'net'])
  expect(run).toMatchObject({ code: 0, stdout: 'Nothing changed.\n' })
})

it('changes or removes key, kind, tags and files', async () => {
  const changes = ['--key', 'http-port', '--kind', 'rule', '--tags', 'a,b', '--file', 'src/x.ts']
  expect(await read('edit', id, ...changes)).toMatchObject({
    key: 'http-port',
    kind: 'rule',
    tags: ['a', 'b'],
    files: ['src/x.ts'],
  })
  const emptied = await read('edit', 'http-port', '--key', '', '--tags', '', '--file', '')
  expect(emptied).toMatchObject({ tags: [], files: [] })
  expect(emptied).not.toHaveProperty('key')
})

it('reads the content from a pipe', async () => {
  await cli(['edit', 'port', '--content', '-'], { input: 'Ports are random\n' })
  expect(await read('show', 'port')).toMatchObject({ content: 'Ports are random' })
})

it('accepts the new text after the memory', async () => {
  const run = await cli(['edit', 'port', 'The port', 'is 9090'])
  expect(run.stdout).toMatch(/now version 2\n {2}The port is 9090\n$/)
})

it('needs a change on the command line without a terminal', async () => {
  const run = await cli(['edit', 'port'])
  expect(run).toMatchObject({ code: 2, stdout: '' })
  expect(run.stderr).toMatch(/say what to change\n {2}give the new text, or --kind/)
})

it('refuses empty content, an unknown kind, a taken key and an unknown memory', async () => {
  await cli(['remember', 'Hosts are local', '--key', 'host'])
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli(['edit', ...args])
    expect(stdout).toBe('')
    return `${code} ${stderr.split('\n')[0]}`
  }
  expect(await refused('port', '--content', '')).toMatch(/^2 .*--content is empty/)
  expect(await refused('port', '--kind', 'rul')).toMatch(/^2 .*did you mean "rule"\?/)
  expect(await refused('port', '--key', 'host')).toMatch(/^1 .*has the key "host" already/)
  expect(await refused('prot', '--kind', 'rule')).toMatch(
    /^1 .*no project or global memory has the id or key "prot"/,
  )
})

it('says so if Throughline is off in this folder', async () => {
  world.writeConfig({ disabledProjects: [world.project] })
  const run = await cli(['edit', 'port', '--kind', 'rule'])
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toMatch(/switched off here; no global memory has the id or key "port"\n {2}\S/)
})

it('points to the successor of a superseded memory', async () => {
  const { memory } = await read('remember', 'It is served on 8080', '--supersedes', id)
  const run = await cli(['edit', id, '--kind', 'rule'])
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toMatch(`change ${memory.id} instead`)
})

describe('pin', () => {
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

  it('refuses unknown memories', async () => {
    expect(await cli('pin', 'prot')).toMatchObject({ code: 1, stdout: '' })
  })
})
