import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../test/support/homes/world.ts'
import { runCli } from '../../../test/support/processes/cli.ts'

let world: World

const cli = (...args: string[]) => runCli(world, args)
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)
const remember = async (...args: string[]): Promise<string> =>
  (await read('remember', ...args)).memory.id

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

it('a memory is found by the start or end of its id, or the start of its short id', async () => {
  const id = await remember('The port is 4173')
  for (const part of [id.slice(0, 20), id.slice(-10), id.slice(-10, -5), id.slice(-4)]) {
    expect((await read('show', part)).id).toBe(id)
    expect((await read('show', part.toUpperCase())).id).toBe(id)
  }
})

it('an ambiguous part is refused in one line that lists the ids', async () => {
  const ids = [await remember('The port is 4173'), await remember('The linter is biome')]
  const { code, stdout, stderr } = await cli('pin', ids[0]?.slice(0, 6) ?? '')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^throughline: "\w{6}" may be memory \w{10}, memory \w{10}$/),
    '  type more of the id',
    '',
  ])
  for (const id of ids) expect(stderr).toContain(id.slice(-10))
})

it('a key that looks like part of an id wins', async () => {
  const id = await remember('The port is 4173')
  const other = await remember('The linter is biome', '--key', id.slice(-6))
  expect((await read('pin', id.slice(-6))).id).toBe(other)
})

it('sessions, turns and projects are found by parts of their ids too', async () => {
  const { start, prompt, stop } = sessionPayloads('s1', world.project)
  writeSpoolFile(world.paths.spool, { event: 'SessionStart' }, start())
  writeSpoolFile(world.paths.spool, { event: 'UserPromptSubmit' }, prompt(1, 'Which gasket fits?'))
  writeSpoolFile(world.paths.spool, { event: 'Stop' }, stop(1, 'The cork one.'))
  const session = await read('sessions', 's1')
  const short = session.id.slice(-10)
  expect((await read('sessions', short.slice(0, 7))).id).toBe(session.id)
  expect((await read('show', session.timeline[0].id.slice(-8))).type).toBe('turn')
  expect((await read('remember', 'Here only', '--session', short)).memory.scopeId).toBe(session.id)
  const project = (await read('projects', 'show', 'widgets')).id
  expect((await read('projects', 'show', project.slice(-10))).id).toBe(project)
})
