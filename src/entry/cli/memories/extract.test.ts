import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
const extract = (cwd = world.project, ...args: string[]) =>
  runCli(world, ['extract', ...args], { cwd })

beforeEach(() => {
  world = createWorld()
  const { start, prompt, stop } = sessionPayloads('s1', world.project)
  const events = [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, 'From now on, always run the tests with vitest.')],
    ['Stop', stop(1, 'Understood.')],
  ] as const
  for (const [event, payload] of events) writeSpoolFile(world.paths.spool, { event }, payload)
})

afterEach(() => world.close())

it('reads the last session of the current project', async () => {
  expect(await extract()).toMatchObject({ code: 0, stderr: '' })
  expect(world.rows('SELECT content FROM memories')).toHaveLength(1)
})

it.each(['a folder not seen before', 'a folder of no project'])(
  'reads no session of another project from %s',
  async (where) => {
    const folder = where === 'a folder of no project' ? world.userHome : world.path('gadgets')
    mkdirSync(folder, { recursive: true })
    expect(await extract(folder)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'throughline: no session was captured here yet\n  throughline sessions lists the sessions of other projects\n',
    })
    expect(world.rows('SELECT content FROM memories')).toEqual([])
  },
)

it('is refused where Throughline is off, unless a session is named', async () => {
  const folder = world.path('private')
  mkdirSync(folder)
  world.writeConfig({ disabledProjects: [folder] })
  const run = await extract(folder)
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toMatch(
    /switched off here; nothing was read\n {2}see `throughline config list`/,
  )
  expect(world.rows('SELECT content FROM memories')).toEqual([])
  expect(await extract(folder, '--session', 's1')).toMatchObject({ code: 0, stderr: '' })
})
