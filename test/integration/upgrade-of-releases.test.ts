/** A home that an earlier version wrote loses nothing when this version opens it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { leftOut } from '../../src/adapters/sqlite/bundle/bundle-tables.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import {
  fixtureMemories,
  fixtureQuestion,
  forgottenMemory,
} from '../support/homes/release-fixture.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { runCli, spawnCli } from '../support/processes/cli.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

const releases = join(import.meta.dirname, '..', 'fixtures', 'releases')
const changelog = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8')
/** Of these, the new version makes its own. Digests are derived, and migration 27 drops them. */
const isMadeAgain = (table: string) =>
  leftOut[table] === 'rebuilt' || ['digests', 'jobs'].includes(table)
const texts = 'SELECT content FROM memories ORDER BY content'

it('has a home of every release', () => {
  const released = [...changelog.matchAll(/^## (\d\S*)/gm)].map(([, version]) => version)
  expect(readdirSync(releases)).toEqual(expect.arrayContaining(released))
})

it.each(readdirSync(releases))('a home of %s keeps everything', async (name) => {
  const world = unpack(name)
  const settings = JSON.parse(readFileSync(world.paths.config, 'utf8'))
  const tables = tablesOf(world)
  const counts = countRows(world, tables)
  const contents = world.rows(texts)
  expect(contents.length).toBeGreaterThanOrEqual(fixtureMemories.length)

  const { question, answer } = fixtureQuestion
  expect(await succeed(world, 'recall', question)).toContain(answer)

  expect(countRows(world, tables)).toEqual(counts)
  expect(world.rows(texts)).toEqual(contents)
  expect(world.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(world.rows('PRAGMA foreign_key_check')).toEqual([])
  expect(JSON.parse(await succeed(world, 'config', 'list', '--json'))).toMatchObject(settings)
})

it.each(readdirSync(releases))('what was done in a home of %s can be undone', async (name) => {
  const world = unpack(name)
  expect(await succeed(world, 'list', '--limit', '100')).not.toContain(forgottenMemory)
  await succeed(world, 'restore')
  expect(await succeed(world, 'list', '--limit', '100')).toContain(forgottenMemory)
  await succeed(world, 'projects', 'unmerge', 'gadgets')
  expect(await succeed(world, 'projects', 'list')).toContain('gadgets')
  expect(await succeed(world, 'show', 'release-branch', '--history')).toContain('the branch main')
})

it('a setting that this version does not know stops no hook and stays in the file', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  const config = { futureSetting: 1, hook: { retired: true } }
  world.writeConfig(config)
  await capture(world)
  expect(JSON.parse(readFileSync(world.paths.config, 'utf8'))).toEqual(config)
  const run = await runCli(world, ['config', 'set', 'log.level', 'warn'])
  expect(run).toMatchObject({ code: 0 })
  const stored = JSON.parse(readFileSync(world.paths.config, 'utf8'))
  expect(stored).toEqual({ ...config, log: { level: 'warn' } })
})

it('a newer database is refused in two lines, and hooks keep what happens', async () => {
  const world = unpack('0.1.0')
  changeDatabase(world, 'CREATE TABLE future (id TEXT); PRAGMA user_version = 999')
  const before = readFileSync(world.paths.database)
  for (const command of [['recall', 'port'], ['remember', 'A fact'], ['restore'], ['start']]) {
    const { code, stdout, stderr } = await spawnCli(world, command)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^.*schema 999.*\n.*upgrade throughline.*\n$/)
  }
  await capture(world)
  expect(readFileSync(world.paths.database)).toEqual(before)
})

/** The hook is silent and spools the event. */
async function capture(world: World): Promise<void> {
  installShim(world)
  const { prompt } = sessionPayloads('s1', world.project)
  const run = await runShim(world, 'UserPromptSubmit', prompt(1, fixtureQuestion.question))
  expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const spooled = readdirSync(world.paths.spool).filter((name) => name.endsWith('.spool'))
  expect(spooled).toHaveLength(1)
}

function changeDatabase(world: World, sql: string): void {
  const database = new DatabaseSync(world.paths.database)
  database.exec(sql)
  database.close()
}

function unpack(name: string): World {
  const world = createWorld()
  onTestFinished(() => world.close())
  mkdirSync(world.paths.root, { mode: 0o700 })
  const archive = join(releases, name, 'home.tar.gz')
  const { status } = spawnSync('tar', ['-xzf', archive, '-C', world.paths.root])
  expect(status).toBe(0)
  return world
}

async function succeed(world: World, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(world, args)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return stdout
}

function tablesOf(world: World): string[] {
  return world
    .rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .map(({ name }) => String(name))
    .filter((name) => !/_(data|idx|content|docsize|config)$|^sqlite_/.test(name))
    .filter((name) => !isMadeAgain(name))
}

const countRows = (world: World, tables: readonly string[]) =>
  tables.map((table) => ({ table, ...world.rows(`SELECT count(*) AS rows FROM "${table}"`)[0] }))
