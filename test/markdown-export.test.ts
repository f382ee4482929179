/** Memories as Markdown files: written, edited by a person, and read back. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { makeSampleHome } from './support/homes/sample-home.ts'
import { createWorld, type World } from './support/homes/world.ts'
import { runCli } from './support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})

function makeWorld(): World {
  const made = createWorld()
  onTestFinished(() => made.close())
  return made
}

const cli = async (of: World, ...args: string[]) => {
  const run = await runCli(of, args)
  expect(run.stderr).toBe('')
  return run.stdout
}
const folder = () => world.path('memories')
const files = () =>
  readdirSync(folder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.md')
    .map((entry) => join(entry.parentPath, entry.name))
const exportAll = () => cli(world, 'export', '--format', 'markdown', folder())

const columns = 'id, scope, scope_id, key, kind, content, tags, files, importance, pinned, trust'
const memories = (of: World): Record<string, unknown>[] => {
  const rows = of.rows(
    `SELECT ${columns}, standing, version, valid_from, valid_to, created_at, updated_at
     FROM memories ORDER BY id`,
  )
  const projects = of.rows('SELECT id, identity FROM projects')
  return rows.map((row) => ({
    ...row,
    scope_id: projects.find(({ id }) => id === row.scope_id)?.identity ?? row.scope_id,
  }))
}

it('writes a file for each memory, which another home reads back', async () => {
  await makeSampleHome(world)
  await exportAll()
  expect(files()).toHaveLength(memories(world).length)
  const other = makeWorld()
  await cli(other, 'import', folder())
  expect(memories(other)).toEqual(memories(world))
  expect(await cli(other, 'import', folder())).toBe('Nothing new\n')
})

it('takes an edited text as the user’s word, and keeps the former one', async () => {
  await cli(world, 'remember', 'We deploy on Mondays')
  await exportAll()
  const [file = ''] = files()
  const text = readFileSync(file, 'utf8').replace('deploy on Mondays\n', 'deploy on Fridays\n')
  writeFileSync(file, text.replace('tags: []', 'tags:\n  - release\n  - weekly'))
  expect(await cli(world, 'import', folder())).toBe('Changed 1 memory\n')
  expect(memories(world)).toMatchObject([
    { content: 'We deploy on Fridays', tags: '["release","weekly"]', trust: 'user', version: 2 },
  ])
  expect(world.rows('SELECT snapshot FROM memory_revisions')).toHaveLength(1)
})

it('leaves alone what was changed or forgotten here since', async () => {
  await cli(world, 'remember', 'We deploy on Mondays', '--key', 'deploys')
  await cli(world, 'remember', 'Widgets are made of brass')
  await exportAll()
  const id = String(world.rows("SELECT id FROM memories WHERE key = ''")[0]?.id)
  await cli(world, 'remember', 'We deploy on Sundays', '--key', 'deploys')
  await cli(world, 'forget', id)
  const said = await cli(world, 'import', folder())
  expect(said).toContain('1 memory left alone: changed here since')
  expect(said).toContain('1 memory left out: forgotten here')
  expect(memories(world)).toMatchObject([{ content: 'We deploy on Sundays' }])
})

it('names files without memories of ours, redacts, and follows no link', async () => {
  await cli(world, 'remember', 'We deploy on Mondays')
  await exportAll()
  const [file = ''] = files()
  const secret = `ghp_${'a1B2'.repeat(9)}`
  writeFileSync(file, readFileSync(file, 'utf8').replace('Mondays\n', `Mondays with ${secret}\n`))
  writeFileSync(join(folder(), 'notes.md'), '# Just notes\n')
  symlinkSync('/etc/hostname', join(folder(), 'link.md'))
  const said = await cli(world, 'import', folder())
  expect(said).toContain('notes.md: no memory of Throughline')
  expect(said).not.toContain('link.md')
  expect(memories(world)[0]?.content).not.toContain(secret)
})

it('writes into no folder with files of others', async () => {
  mkdirSync(folder())
  writeFileSync(join(folder(), 'mine.md'), 'mine')
  const { code, stderr } = await runCli(world, ['export', '--format', 'markdown', folder()])
  expect(code).toBe(2)
  expect(stderr).toContain('is not empty')
})

it('writes the interchange format of other tools', async () => {
  await makeSampleHome(world)
  const document = JSON.parse(await cli(world, 'export', '--format', 'mif'))
  expect(document).toMatchObject({ mif_version: '2.0', generator: { name: 'throughline' } })
  expect(document.memories).toHaveLength(memories(world).length)
  expect(document.memories[0]).toMatchObject({
    id: expect.any(String),
    content: expect.any(String),
    created_at: expect.any(String),
    memory_type: expect.any(String),
  })
})

it('changes nothing when only asked what it would do', async () => {
  await makeSampleHome(world)
  await exportAll()
  const other = makeWorld()
  const { code, stderr } = await runCli(other, ['import', '--dry-run', folder()])
  expect(code).toBe(2)
  expect(stderr).toContain('--dry-run does not work with a folder of Markdown')
})
