/** What `throughline import` offers a second time, and what it says of the last one. */
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { isUnreadable } from '../src/core/import/known-items.ts'
import { createWorld, makeClone, type World } from './support/homes/world.ts'
import { runCli } from './support/processes/cli.ts'

const fixtures = fileURLToPath(new URL('./fixtures/import', import.meta.url))
const nothing = 'Nothing new to import on this machine\n'

let world: World
beforeEach(() => {
  world = createWorld()
  onTestFinished(() => world.close())
})

const env = { THROUGHLINE_AUTOSTART: 'off' }
async function bringIn(...args: string[]): Promise<string> {
  const run = await runCli(world, ['import', '--yes', ...args], { env })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  return run.stdout
}

function write(path: string, text: string): string {
  const file = join(world.userHome, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe('a database of a newer schema', () => {
  const file = () => join(world.userHome, '.local/share/goose/sessions/sessions.db')
  beforeEach(() => {
    mkdirSync(dirname(file()), { recursive: true })
    change('CREATE TABLE chats (id TEXT)')
  })
  const change = (sql: string) => {
    const database = new DatabaseSync(file())
    database.exec(sql)
    database.close()
  }
  const unknown = 'written by a version of Goose that Throughline does not know'

  it('is not offered again', async () => {
    expect(await bringIn()).toContain(unknown)
    expect(await bringIn()).toBe(nothing)
  })

  it('is tried again when it changed, and when it is named', async () => {
    await bringIn()
    change('CREATE TABLE messages (id TEXT)')
    expect(await bringIn()).toContain(unknown)
    expect(await bringIn()).toBe(nothing)
    expect(await bringIn('--from', 'goose')).toContain(unknown)
  })
})

it('what the system refused may be readable the next time', () => {
  expect(isUnreadable(Object.assign(new Error('refused'), { code: 'EACCES' }))).toBe(false)
  expect(isUnreadable(Object.assign(new Error('no'), { code: 'ERR_SQLITE_ERROR' }))).toBe(true)
  expect(isUnreadable(new Error('not JSON'))).toBe(true)
})

describe('memories', () => {
  it('are not offered again unless they changed', async () => {
    const rules = write('.claude/CLAUDE.md', '- Use tabs, never spaces\n')
    expect(await bringIn()).toContain('1 memory')
    expect(await bringIn()).toBe(nothing)
    appendFileSync(rules, '- Write tests first\n')
    expect(await bringIn()).toContain('1 memory')
  })

  it('of our own making are not offered: the rules that setup writes', async () => {
    await runCli(world, ['setup', '--host', 'kiro', '--yes'])
    expect(readFileSync(join(world.userHome, '.kiro/steering/throughline.md'), 'utf8')).not.toBe('')
    expect(await bringIn()).toBe(nothing)
  })

  it('of a project that is unknown are offered again when there are other projects', async () => {
    cpSync(join(fixtures, 'memory-tools/claude-mem/home'), world.userHome, { recursive: true })
    expect(await bringIn()).toContain('which is unknown or ambiguous here')
    expect(await bringIn()).toBe(nothing)
    const clone = makeClone(world.path('gears'), 'https://example.com/acme/gears.git')
    await runCli(world, ['remember', 'Gears are made of steel'], { cwd: clone })
    expect(await bringIn()).toContain('which is unknown or ambiguous here')
  })
})

describe('a wrong place', () => {
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(world, ['import', '--yes', ...args], { env })
    expect(stdout).toBe('')
    return { code, stderr }
  }

  it('that does not exist is named', async () => {
    const path = world.path('nowhere')
    expect(await refused('--from', 'claude-code', '--path', path)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`there is no ${path}`),
    })
  })

  it('without the agent’s files is named, with the meaning of --path', async () => {
    const stdout = await bringIn('--from', 'claude-code', '--path', world.project)
    expect(stdout).toContain(`Nothing new from claude-code in ${world.project}`)
    expect(stdout).toContain('such as a copy of ~/.claude')
  })

  it('instead of a folder that export wrote is refused', async () => {
    expect(await refused(world.project)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('contains no memories written by throughline export'),
    })
  })

  it('that has no usual one must be named', async () => {
    expect(await refused('--from', 'obsidian')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('obsidian is read only with --path'),
    })
  })

  it('by a name that is nearly right gets the right one', async () => {
    expect(await refused('--from', 'claud-code')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean claude-code?'),
    })
  })
})

describe('one project', () => {
  beforeEach(() => {
    cpSync(join(fixtures, 'claude-code/home'), world.userHome, { recursive: true })
    write('.claude/CLAUDE.md', '- Use tabs, never spaces\n')
  })

  it('gets its sessions, even if its folder is gone, and no memories of other tools', async () => {
    const stdout = await bringIn('--project', '/home/dev/project')
    expect(stdout).toMatch(/Imported \d+ sessions/)
    expect(stdout).not.toContain('Rule files')
  })

  it('is named below everything that was found', async () => {
    const args = ['import', '--dry-run', '--project', '/home/dev/project']
    const { stdout } = await runCli(world, args, { env })
    expect(stdout).toContain('only sessions of the project in /home/dev/project are imported')
  })

  it('that has no sessions and no folder is refused, and no project is made', async () => {
    expect(await misspell()).toMatchObject(refusal())
    expect(world.rows('SELECT identity FROM projects')).toEqual([])
  })

  it('that has no folder is refused when everything was imported before', async () => {
    await bringIn()
    expect(await misspell()).toMatchObject({ ...refusal(), stdout: '' })
    expect(await misspell('--json')).toMatchObject({ code: 1, stdout: '' })
  })

  const nowhere = () => join(world.folder, 'nowhere')
  const misspell = (...args: string[]) =>
    runCli(world, ['import', '--yes', '--project', nowhere(), ...args], { env })
  const refusal = () => ({
    code: 1,
    stderr: [
      `throughline: there is no folder ${nowhere()}, and no new session ran in it\n`,
      '  check the spelling of --project, or leave it out to import every project\n',
    ].join(''),
  })

  it('without new sessions is reported in a word', async () => {
    expect(await bringIn('--project', world.project)).toMatch(/Sessions read\nNothing new\n$/)
  })

  it('is refused for tools that have no sessions, and nothing is imported', async () => {
    const args = ['import', '--yes', '--project', '.', '--from', 'rules']
    const run = await runCli(world, args, { env })
    const stderr = expect.stringContaining('--project is for sessions, not for rules')
    expect(run).toMatchObject({ code: 2, stdout: '', stderr })
  })
})

it('what the last import brought counts sessions and memories', async () => {
  cpSync(join(fixtures, 'claude-code/home'), world.userHome, { recursive: true })
  write('.claude/CLAUDE.md', '- Use tabs, never spaces\n')
  write('.claude-mem/claude-mem.db', 'no database')
  await bringIn()
  const { run } = JSON.parse(readFileSync(world.paths.importRun, 'utf8'))
  expect(run).toMatchObject({ state: 'done', unreadable: 1 })
  expect(run.brought.sessions).toBeGreaterThan(0)
  expect(run.brought.memories).toBeGreaterThan(0)
})
