/** THROUGHLINE_PROJECT means the same to hooks and commands. */
import { mkdirSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sessionPayloads } from './support/homes/claude-payloads.ts'
import { writeSpoolFile } from './support/homes/spool-files.ts'
import { createWorld, makeClone, type World } from './support/homes/world.ts'
import { runCli } from './support/processes/cli.ts'

const named = { THROUGHLINE_PROJECT: 'web shop' }
let world: World
let other: string

beforeEach(() => {
  world = createWorld()
  onTestFinished(() => world.close())
  other = world.path('other')
  mkdirSync(other)
})

const cli = (args: readonly string[], env: Record<string, string> = {}, cwd = other) =>
  runCli(world, args, { cwd, env })
const read = async (args: readonly string[], env?: Record<string, string>, cwd?: string) =>
  JSON.parse((await cli([...args, '--json'], env, cwd)).stdout)

function capture(session: string, prompt: string, envelope: { project?: string } = {}): void {
  const payloads = sessionPayloads(session, other)
  const write = (event: string, payload: object) =>
    writeSpoolFile(world.paths.spool, { event, ...envelope }, payload)
  write('SessionStart', payloads.start())
  write('UserPromptSubmit', payloads.prompt(1, prompt))
  write('Stop', payloads.stop(1, 'Noted.'))
}

test('what hooks learned under a named project is found by commands that name it', async () => {
  capture('s1', 'Always deploy the shop with flyctl, never by hand.', { project: 'web shop' })
  expect(await read(['learn', '--session', 's1'], named)).toMatchObject({ found: [{}] })
  expect((await read(['list'], named)).total).toBe(1)
  expect((await cli(['recall', 'how do we deploy'], named)).stdout).toContain('flyctl')
  expect((await cli(['context'], named)).stdout).toContain('flyctl')
  expect((await cli(['clear', '--scope', 'project', '--yes'], named)).stdout).toContain(
    'Forgot 1 memory',
  )
})

test('what a command stored there is found from the folder that named it first, and from others once the user trusts them', async () => {
  const { memory } = await read(['remember', 'The shop runs on port 8080'], named)
  expect(memory.scope).toBe('project')
  expect((await read(['list'], named)).memories).toEqual([memory])
  // The variable may come from a repository's own .env.
  expect((await read(['list'], named, world.project)).total).toBe(0)
  expect((await cli(['status'], named, world.project)).stdout).toContain('projects trust')
  expect((await read(['list'])).total).toBe(0)
  expect((await read(['list'], {}, world.project)).total).toBe(0)
  const { projects } = await read(['projects', 'list'])
  expect(projects).toMatchObject([{ identity: 'override:web shop' }])
  await cli(['remember', 'Mine'], named, world.project)
  expect(await cli(['projects', 'trust'], named, world.project)).toMatchObject({ code: 0 })
  expect((await read(['list'], named, world.project)).total).toBe(2)
})

test('a name in the settings is no claim, even if the variable repeats it', async () => {
  world.writeConfig({ projectNames: { [world.project]: 'web shop' } })
  const { memory } = await read(['remember', 'The shop runs on port 8080'], named)
  expect((await read(['list'], {}, world.project)).memories).toEqual([memory])
  expect((await read(['list'], named, world.project)).memories).toEqual([memory])
})

test('a worktree or clone of the same history shares the name without a question', async () => {
  const { memory } = await read(['remember', 'The shop runs on port 8080'], named, world.project)
  const clone = makeClone(world.path('clone'), 'https://github.com/acme/widgets.git')
  expect((await read(['list'], named, clone)).memories).toEqual([memory])
})

test('a command takes in what others captured where it belongs, whatever it names itself', async () => {
  capture('s1', 'Work here', {})
  await cli(['sessions'], named)
  const { project } = await read(['sessions', 's1'])
  expect(project.name).toBe('other')
})
