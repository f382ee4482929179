/** Where Throughline is switched off it leaves no trace: not a file, not a row, not a process. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeCodeProtocol } from '../../src/adapters/hosts/claude-code/protocol.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, makeClone, type World, waitFor } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim, type ShimOptions } from '../support/processes/shim.ts'

let world: World

beforeEach(() => {
  world = createWorld()
  installShim(world)
})

afterEach(() => world.close())

const events = [...claudeCodeProtocol.events.map(({ name }) => name), 'SomethingNew']
const someEvents = ['SessionStart', 'PostToolUse']

/** Everything below a folder: permissions, time of the last change, contents. */
function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const stats = statSync(join(folder, name), { bigint: true })
      const content = stats.isFile() ? hash(readFileSync(join(folder, name))) : 'folder'
      return `${name} ${stats.mode} ${stats.mtimeNs} ${content}`
    })
    .sort()
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function payloadOf(event: string, cwd: string): object {
  const session = sessionPayloads('s1', cwd)
  const known: Record<string, object> = {
    SessionStart: session.start(),
    UserPromptSubmit: session.prompt(1, 'Leave this alone'),
    PostToolUse: session.toolUse(1, 'toolu_1'),
    Stop: session.stop(1, 'Done.'),
  }
  return { ...session.end(), ...known[event], hook_event_name: event }
}

async function expectNoTrace(options: ShimOptions = {}, tried = events): Promise<void> {
  const cwd = options.cwd ?? world.project
  const before = listing(world.folder)
  for (const event of tried) {
    const run = await runShim(world, event, payloadOf(event, cwd), options)
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
  }
  expect(listing(world.folder)).toEqual(before)
  expect(existsSync(world.paths.runFile)).toBe(false)
}

describe('a hook leaves no trace', () => {
  it('where the configuration switches everything off', async () => {
    world.writeConfig({ enabled: false })
    await expectNoTrace()
  })

  it.each(['0', 'false', 'off', 'no'])('where THROUGHLINE_ENABLED is %s', async (value) => {
    await expectNoTrace({ env: { THROUGHLINE_ENABLED: value } })
  })

  it('in a project that is off by its folder', async () => {
    world.writeConfig({ disabledProjects: [`${world.folder}/widg*`] })
    await expectNoTrace()
  })

  it('in a folder below one that is off, even through a symbolic link', async () => {
    world.writeConfig({ disabledProjects: ['~/private/**'] })
    mkdirSync(join(world.userHome, 'private', 'deep', 'down'), { recursive: true })
    await expectNoTrace({ cwd: join(world.userHome, 'private', 'deep', 'down') }, someEvents)
    symlinkSync(join(world.userHome, 'private'), world.path('link'))
    await expectNoTrace({ cwd: world.path('link', 'deep') }, someEvents)
  })

  it('in a project that is off by its identity', async () => {
    world.writeConfig({ disabledProjects: ['github.com/acme/widgets'] })
    await expectNoTrace()
  })

  it.each(['github.com/acme', 'git@github.com:acme/widgets.git'])(
    'in a project that is off as %s',
    async (rule) => {
      world.writeConfig({ disabledProjects: [rule] })
      await expectNoTrace({}, someEvents)
    },
  )

  it('in a project that is off by its identity, under whatever name', async () => {
    world.writeConfig({ disabledProjects: ['github.com/acme/widgets'] })
    await expectNoTrace({ env: { THROUGHLINE_PROJECT: 'something else' } }, someEvents)
  })

  it('in a project that the environment switches off', async () => {
    await expectNoTrace({ env: { THROUGHLINE_DISABLED_PROJECTS: 'github.com/acme/*' } }, someEvents)
  })
})

describe('a project next to one that is off', () => {
  it('is captured', async () => {
    world.writeConfig({ disabledProjects: ['github.com/acme/widgets'] })
    const other = makeClone(world.path('gadgets'), 'https://github.com/acme/gadgets.git')
    await expectNoTrace({}, someEvents)
    await runShim(world, 'SessionStart', payloadOf('SessionStart', other), { cwd: other })
    await waitFor('the event', () => world.rows('SELECT * FROM events').length === 1)
    expect(world.rows('SELECT identity FROM projects')).toEqual([
      { identity: 'github.com/acme/gadgets' },
    ])
  })
})

describe('a running daemon', () => {
  async function expectNoTraceByHttp(config: object): Promise<void> {
    const daemon = await startDaemon(world)
    await waitFor('the housekeeping', () => {
      const done = world.rows("SELECT kind FROM jobs WHERE status = 'done' ORDER BY kind")
      return done.map(({ kind }) => kind).join() === 'check-files,prune,read-commits'
    })
    world.writeConfig(config)
    const before = listing(world.folder)
    for (const event of events) {
      const response = await daemon.post(`/hooks/${event}`, payloadOf(event, world.project))
      expect(response.status).toBe(202)
      expect(await response.json()).toEqual({ status: 'accepted' })
    }
    expect(listing(world.folder)).toEqual(before)
    expect(world.rows('SELECT * FROM events')).toEqual([])
  }

  it('takes nothing once everything is off', () => expectNoTraceByHttp({ enabled: false }))

  it('takes nothing from a project that is off by its folder', () =>
    expectNoTraceByHttp({ disabledProjects: [`${world.folder}/**`] }))

  it('takes nothing from a project that is off by its identity', () =>
    expectNoTraceByHttp({ disabledProjects: ['github.com/acme/widgets'] }))
})
