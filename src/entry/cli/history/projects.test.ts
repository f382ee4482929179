import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { createWorld, makeClone, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'

let world: World

beforeEach(async () => {
  world = createWorld()
  const gadgets = makeClone(world.path('gadgets'), 'git@github.com:acme/gadgets.git')
  for (const [id, cwd] of [
    ['s1', world.project],
    ['s2', gadgets],
  ] as const) {
    const { start, prompt } = sessionPayloads(id, cwd)
    writeSpoolFile(world.paths.spool, { event: 'SessionStart' }, start())
    writeSpoolFile(world.paths.spool, { event: 'UserPromptSubmit' }, prompt(1, `Work in ${id}`))
  }
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  await local.drain(new AbortController().signal)
  local.close()
})

afterEach(() => world.close())

const projects = (...args: string[]) => runCli(world, ['projects', ...args])
const read = async (...args: string[]) => JSON.parse((await projects(...args, '--json')).stdout)
const projectOf = async (session: string) =>
  JSON.parse((await runCli(world, ['sessions', session, '--json'])).stdout).project

it('a project is found by its folder too, as list shows it', async () => {
  const folder = makeTemporaryFolder()
  const { prompt } = sessionPayloads('s3', folder)
  writeSpoolFile(world.paths.spool, { event: 'UserPromptSubmit' }, prompt(1, 'Work here'))
  const { projects: known } = await read('list')
  const root = known.find((each: { root?: string }) => each.root === folder)?.root
  expect(root).toBe(folder)
  const listed = await runCli(world, ['sessions', '--project', root])
  expect(listed.stdout).toContain('Work here')
})

it('list shows projects with their identities', async () => {
  const { stdout, code } = await projects('list')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^widgets +github\.com\/acme\/widgets +1 session +just now$/m)
  expect(stdout).toMatch(/^gadgets +github\.com\/acme\/gadgets +1 session +just now$/m)
})

it('show finds a project by name, identity and id', async () => {
  const byName = await read('show', 'widgets')
  expect(byName).toMatchObject({
    identity: 'github.com/acme/widgets',
    root: world.project,
    sessions: 1,
  })
  expect(await read('show', 'github.com/acme/widgets')).toEqual(byName)
  expect(await read('show', byName.id)).toEqual(byName)
  expect((await projects('show', 'widgets')).stdout).toContain('github.com/acme/widgets')
})

it('rename gives a project another name, which then finds it', async () => {
  expect((await projects('rename', 'widgets', 'Widget shop')).code).toBe(0)
  expect(await read('show', 'Widget shop')).toMatchObject({ identity: 'github.com/acme/widgets' })
  expect(await projectOf('s1')).toMatchObject({ name: 'Widget shop' })
  expect((await projects('rename', 'gadgets', '  ')).code).toBe(2)
})

it('merge moves the sessions and keeps the identity as an alias', async () => {
  expect((await projects('merge', 'gadgets', 'widgets')).code).toBe(0)
  const { projects: left } = await read('list')
  expect(left).toHaveLength(1)
  expect(left[0]).toMatchObject({ name: 'widgets', sessions: 2 })
  expect(left[0].aliases).toContain('github.com/acme/gadgets')
  expect(await projectOf('s2')).toMatchObject({ name: 'widgets' })
  expect(await read('show', 'github.com/acme/gadgets')).toMatchObject({ name: 'widgets' })
})

it('merge --dry-run says what would move and moves nothing', async () => {
  const { stdout } = await projects('merge', 'gadgets', 'widgets', '--dry-run')
  expect(stdout).toBe('Would move 1 session and 0 memories of gadgets into widgets\n')
  expect((await read('list')).projects).toHaveLength(2)
})

it('merge says how to undo it, and unmerge does so', async () => {
  const before = await read('show', 'gadgets')
  const { stdout } = await projects('merge', 'gadgets', 'widgets')
  expect(stdout).toContain(`\nthroughline projects unmerge ${before.id.slice(-10)}  undoes it\n`)
  expect((await projects('show', 'widgets')).stdout).toMatch(/^merged +gadgets$/m)
  const run = await projects('unmerge', before.id.slice(-10))
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/^project +gadgets$/m)
  expect(await read('show', 'gadgets')).toEqual(before)
  expect(await projectOf('s2')).toMatchObject({ name: 'gadgets' })
  expect(await read('show', 'widgets')).toMatchObject({ sessions: 1, merged: [] })
})

it('unmerge undoes the last merge by default, and reports what it could not restore', async () => {
  await projects('merge', 'gadgets', 'widgets')
  expect(await read('unmerge')).toMatchObject({ project: { name: 'gadgets' }, left: [] })
  const run = await projects('unmerge')
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toContain('there is no merge to undo')
})

it('unmerge is refused in one line if a later change prevents it', async () => {
  const { id } = await read('show', 'gadgets')
  await projects('merge', 'gadgets', 'widgets')
  await projects('move', 'widgets', 'github.com/acme/gadgets')
  const run = await projects('unmerge', id)
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toMatch(
    /"gadgets" cannot be unmerged: github\.com\/acme\/gadgets now identifies project "widgets"\n {2}throughline projects move \S+ IDENTITY\n$/,
  )
})

it('a project cannot be merged into itself', async () => {
  const run = await projects('merge', 'widgets', 'github.com/acme/widgets')
  expect(run).toMatchObject({ code: 2, stdout: '' })
  expect(run.stderr).toContain('cannot be merged into itself')
})

it('move gives another identity and keeps the former one', async () => {
  const moved = await read('move', 'widgets', 'github.com/acme/widget-shop')
  expect(moved.identity).toBe('github.com/acme/widget-shop')
  expect(moved.aliases).toContain('github.com/acme/widgets')
})

it('move accepts a git address, and keeps neither its credentials nor its spelling', async () => {
  const token = `ghp_${'Ab1'.repeat(12)}`
  const moved = await read('move', 'widgets', `https://bob:${token}@github.com/acme/Moved.git`)
  expect(moved.identity).toBe('github.com/acme/moved')
  const folder = makeClone(world.path('moved'), 'git@github.com:acme/moved.git', 'acme/widgets')
  await runCli(world, ['remember', 'It moved'], { cwd: folder })
  expect((await read('list')).projects).toHaveLength(2)
  expect((await runCli(world, ['export', '--format', 'jsonl'])).stdout).not.toContain(token)
  const taken = await projects('move', 'gadgets', `https://bob:${token}@github.com/Acme/Moved`)
  expect(taken).toMatchObject({ code: 1, stdout: '' })
  expect(taken.stderr).toMatch(
    /^throughline: github\.com\/acme\/moved is already project "widgets"/,
  )
})

it.each(['widget-shop', 'acme/widgets', '/srv/widgets', 'path:here', 'https://', '../widgets'])(
  'move refuses %s, by which no folder is known',
  async (identity) => {
    const run = await projects('move', 'widgets', identity)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('github.com/acme/widgets')
    expect((await read('show', 'widgets')).identity).toBe('github.com/acme/widgets')
  },
)

it('move to another project’s identity is refused, with a hint', async () => {
  const run = await projects('move', 'widgets', 'github.com/acme/gadgets')
  expect(run.code).toBe(1)
  expect(run.stderr).toMatch(/is already project "gadgets"\n {2}throughline projects merge \S+ \S+/)
})

it('an ambiguous name is refused, with the identities of its projects', async () => {
  await projects('rename', 'gadgets', 'widgets')
  const run = await projects('show', 'widgets')
  expect(run.code).toBe(1)
  expect(run.stderr).toContain('github.com/acme/widgets')
  expect(run.stderr).toContain('github.com/acme/gadgets')
})

it('says so when there is none yet', async () => {
  const empty = createWorld()
  const run = await runCli(empty, ['projects', 'list'])
  expect(run).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^No project seen yet\. /),
    stderr: '',
  })
  await empty.close()
})

it('a folder that is not there cannot be trusted', async () => {
  const run = await projects('trust', 'nowhere')
  expect(run.code).toBe(1)
  expect(run.stderr).toMatch(/^throughline: there is no folder \S+nowhere\n {2}name a folder/)
})
