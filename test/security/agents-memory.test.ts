/** No repository decides where we write in an agent's own memory, or what we take for it. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openPromotion, type Promotion } from '../support/homes/promotion.ts'
import { makeClone, makeWorktree } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

const place = 'claude-code-memory'
const rule = 'Run the tests before each commit'

let home: Promotion
beforeEach(async () => {
  home = openPromotion()
  mkdirSync(folderOf(home.world.project), { recursive: true })
  await home.remember(rule)
})

const folderOf = (project: string) =>
  join(home.world.userHome, '.claude/projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'), 'memory')
const index = () => join(folderOf(home.world.project), 'MEMORY.md')
const promote = (cwd?: string) =>
  runCli(home.world, ['promote', '--to', place, '--yes'], { ...(cwd && { cwd }) })

test.each(['settings.json', 'settings.local.json'])(
  'the folder that its .claude/%s names gets nothing, and is not read',
  async (name) => {
    const elsewhere = home.world.path('elsewhere')
    mkdirSync(elsewhere)
    mkdirSync(home.inProject('.claude'))
    home.write(`.claude/${name}`, JSON.stringify({ autoMemoryDirectory: elsewhere }))
    const { code, stderr } = await promote()
    expect([code, stderr]).toEqual([2, expect.stringContaining('autoMemoryDirectory moves it')])
    expect([readdirSync(elsewhere), existsSync(index())]).toEqual([[], false])
  },
)

test.each(['a file', 'nothing'])(
  'an index that is a link to %s elsewhere is refused',
  async (what) => {
    const outside = home.world.path('profile')
    if (what === 'a file') writeFileSync(outside, 'export A=1\n')
    symlinkSync(outside, index())
    const { code, stderr } = await promote()
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is not within|link to nothing/)])
    expect(existsSync(outside) && readFileSync(outside, 'utf8')).toBe(
      what === 'a file' && 'export A=1\n',
    )
  },
)

test('a document that is a link into the agent’s memory is refused', async () => {
  writeFileSync(index(), '# Notes\n')
  symlinkSync(index(), home.inProject('AGENTS.md'))
  const { code, stderr } = await home.promote()
  expect([code, stderr]).toEqual([2, expect.stringContaining('is not within')])
  expect(readFileSync(index(), 'utf8')).toBe('# Notes\n')
})

test.each(['.git', '.git/worktrees/feature'])(
  'a folder whose .git points to %s of another repository does not reach its memory',
  async (gitDir) => {
    makeWorktree(home.world.project, home.world.path('feature'))
    const hostile = home.world.path('hostile')
    mkdirSync(hostile)
    writeFileSync(join(hostile, '.git'), `gitdir: ${home.inProject(gitDir)}\n`)
    expect((await promote(hostile)).code).toBeGreaterThan(0)
    expect(readdirSync(folderOf(home.world.project))).toEqual([])
  },
)

test('a file of the repository does not pass for the agent’s memory', async () => {
  await promote()
  const block = readFileSync(index(), 'utf8')
  rmSync(index())
  home.write(place, block)
  home.write('MEMORY.md', block)
  const { stdout } = await home.cli('context', '--host', 'claude-code', '--json')
  expect(stdout).toContain(rule)
})

test('another clone of the project gets no line of it into its memory unasked', async () => {
  await promote()
  const clone = home.world.path('clone')
  mkdirSync(clone)
  makeClone(clone, 'https://github.com/acme/widgets.git')
  mkdirSync(folderOf(clone), { recursive: true })
  await runCli(home.world, ['promote', '--yes'], { cwd: clone })
  expect(readdirSync(folderOf(clone))).toEqual([])
})

test('two projects to which Claude Code gives one memory do not share lines', async () => {
  const other = home.world.path('wid.gets')
  const twin = home.world.path('wid-gets')
  for (const [folder, remote] of [
    [other, 'https://github.com/acme/one.git'],
    [twin, 'https://github.com/acme/two.git'],
  ] as const) {
    mkdirSync(folder)
    makeClone(folder, remote)
    await runCli(home.world, ['remember', rule], { cwd: folder })
  }
  mkdirSync(folderOf(twin), { recursive: true })
  const { code, stderr } = await promote(twin)
  expect([code, stderr]).toEqual([2, expect.stringContaining(`also for ${other}`)])
  expect(readdirSync(folderOf(twin))).toEqual([])
})
