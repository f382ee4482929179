/** A home that an earlier version wrote loses nothing when this version opens it. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openLocal } from '../../src/compose/local.ts'
import { dateOf } from '../../src/core/model/days.ts'
import { tablesLeftOut } from '../support/core/tables-left-out.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { fixtureQuestion, forgottenMemory } from '../support/homes/release-fixture.ts'
import {
  columnsOf,
  countRows,
  digestRows,
  releases,
  schemaOf,
  tablesOf,
  unpackHome,
} from '../support/homes/released-home.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { runCli, spawnCli } from '../support/processes/cli.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

const changelog = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8')
/** Of these, the new version makes its own, or needs none. */
const isMadeAgain = (table: string) =>
  tablesLeftOut[table] === 'rebuilt' || table === 'jobs' || droppedTables.includes(table)

/** By the migrations 27, 51 and 59. */
const droppedTables = ['digests', 'extractions', 'file_checks']

it('has a home of every release', () => {
  const released = [...changelog.matchAll(/^## (\d\S*)/gm)].map(([, version]) => version)
  expect(releases).toEqual(expect.arrayContaining(released))
})

it.each(releases)('a home of %s has a row in every table', (name) => {
  const world = unpackHome(name)
  expect(tablesOf(world).filter((table) => countRows(world, table) === 0)).toEqual([])
})

/** Of `extraction_states`: how far windows were read, before a model read whole sessions. */
const droppedColumn = 'deep_through'

/** Retention forgets nothing that was stated, so it has no such terms any more. */
const retiredRetention = ['agentDays', 'globalDays', 'projectDays']

const retiredSettings = [
  ...[
    ['capture', 'silenceHours'],
    ['log', 'maxMegabytes'],
    ['log', 'keep'],
  ],
  ...[
    ['embeddings', 'batchSize'],
    ['context', 'entriesPerScope'],
  ],
  ...[
    ['context', 'charactersPerScope'],

    ['wiki', 'minimumSeconds'],
  ],
  ...[
    ['wiki', 'introductionMinutes'],
    ['retention', 'rejectedDays'],
  ],
] as const

it.each(releases)('a home of %s keeps everything', async (name) => {
  const world = unpackHome(name)
  const settings = JSON.parse(readFileSync(world.paths.config, 'utf8'))
  for (const name of retiredRetention) delete settings.retention[name]
  // Read under other names since, or no longer settings; config.test.ts has how.
  for (const [group, name] of retiredSettings) delete settings[group]?.[name]
  delete settings.review
  delete settings.extraction
  delete settings.models?.claudeCli
  delete settings.wiki?.modelWrites
  const tables = tablesOf(world)
    .filter((table) => !isMadeAgain(table))
    .map((table) => ({
      table,
      columns: columnsOf(world, table).filter((column) => column !== droppedColumn),
    }))
  const read = () =>
    tables.map(({ table, columns }) => ({
      table,
      rows: countRows(world, table),
      digest: digestRows(world, table, columns),
    }))
  const before = read()

  expect(await succeed(world, 'list', '--limit', '100')).toContain(fixtureQuestion.answer)

  expect(read()).toEqual(before)
  expect(world.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(world.rows('PRAGMA foreign_key_check')).toEqual([])
  expect(JSON.parse(await succeed(world, 'config', 'list', '--json'))).toMatchObject(settings)
})

it.each(releases)('a home of %s has the schema of a new one', async (name) => {
  const old = unpackHome(name)
  await succeed(old, 'list')
  const world = createWorld()
  onTestFinished(() => world.close())
  await succeed(world, 'remember', 'A fact')
  expect(schemaOf(old)).toEqual(schemaOf(world))
})

it.each(releases)('a home of %s works', async (name) => {
  const world = unpackHome(name)
  const { question, answer } = fixtureQuestion
  expect(await succeed(world, 'recall', question)).toContain(answer)
  expect(await succeed(world, 'context')).toContain('Tests never touch the network')
  expect(await succeed(world, 'show', 'release-branch')).toContain('the branch stable')
  expect(await succeed(world, 'sessions')).toContain('lint')
  expect(await succeed(world, 'review', '--list')).not.toBe('')
  await succeed(world, 'wiki', 'build', '--all')
  expect(await succeed(world, 'wiki', 'status')).toContain('widgets')
  expect(await succeed(world, 'wiki', 'query', question)).toContain('6543')
  expect(await succeed(world, 'sync', 'status')).not.toBe('')
  expect(await succeed(world, 'remember', 'It goes on with this version')).toContain('Remembered')
})

it.each(releases)('what was done in a home of %s can be undone', async (name) => {
  const world = unpackHome(name)
  expect(await succeed(world, 'list', '--limit', '100')).not.toContain(forgottenMemory)
  const archived = 'SELECT id FROM memory_archive WHERE snapshot LIKE ?'
  const [forgotten] = world.rows(archived, `%${forgottenMemory}%`)
  await succeed(world, 'restore', String(forgotten?.id))
  expect(await succeed(world, 'list', '--limit', '100')).toContain(forgottenMemory)
  for (const { id } of world.rows('SELECT id FROM consolidations')) {
    await succeed(world, 'consolidate', 'undo', String(id))
  }
  await succeed(world, 'projects', 'unmerge', 'gadgets')
  expect(await succeed(world, 'projects', 'list')).toContain('gadgets')
  expect(await succeed(world, 'show', 'release-branch', '--history')).toContain('the branch main')
})

it.each(releases)('what age alone forgot in a home of %s is back, and said once', async (name) => {
  const world = unpackHome(name)
  const rule = archive(world, 'Never deploy on a Friday', { unusedDays: 91 })
  archive(world, 'Releases are signed', { unusedDays: 120, daemonRanAfter: [80, 120] })
  archive(world, 'Deployments run on Mondays', { unusedDays: 10 })
  archive(world, 'Maybe the deployment takes an hour', { unusedDays: 91, standing: 'candidate' })
  const upkeep = async () => {
    const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    await local.jobs.prune()
    local.close()
  }
  await upkeep()
  const listed = await succeed(world, 'list', '--limit', '100')
  expect(listed).toContain('Never deploy on a Friday')
  expect(listed).toContain('Releases are signed')
  expect(listed).not.toMatch(/run on Mondays|takes an hour/)
  const { stdout } = await runCli(world, ['doctor'])
  expect(stdout).toContain('restored 2 memories that earlier versions forgot by age')
  expect(stdout).toMatch(new RegExp(`throughline forget .*${rule}`))
  expect(await succeed(world, 'status')).toContain('forgot by age')
  await runCli(world, ['doctor', '--acknowledge'])
  await succeed(world, 'forget', rule)
  await upkeep()
  expect((await runCli(world, ['doctor'])).stdout).not.toContain('forgot by age')
  expect(await succeed(world, 'list', '--limit', '100')).not.toContain('Never deploy')
})

it.each(releases)('the age limits that a home of %s had decide what comes back', async (name) => {
  const world = unpackHome(name)
  const stored = JSON.parse(readFileSync(world.paths.config, 'utf8'))
  const limits = { projectDays: 30, agentDays: 60, globalDays: 0 }
  world.writeConfig({ ...stored, retention: { ...stored.retention, ...limits } })
  archive(world, 'Never deploy on a Friday', { unusedDays: 31 })
  archive(world, 'The reviewer reads tests first', { unusedDays: 61, scope: 'agent' })
  // By hand: their limit was another, or there was none.
  archive(world, 'Releases are signed', { unusedDays: 91, daemonRanAfter: [40, 91] })
  archive(world, 'All commits are signed', { unusedDays: 400, scope: 'global' })
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  await local.jobs.prune()
  local.close()
  const memories = world.rows('SELECT content FROM memories').map(({ content }) => content)
  expect(memories).toContain('Never deploy on a Friday')
  expect(memories).toContain('The reviewer reads tests first')
  expect(memories.join()).not.toContain('are signed')
  const { stdout } = await runCli(world, ['doctor'])
  expect(stdout).toContain('restored 2 memories that earlier versions forgot by age')
  expect(stdout).not.toContain('unknown setting')
})

it.each(releases)('what was forgotten by hand in a home of %s stays forgotten', async (name) => {
  const world = unpackHome(name)
  // Retention would have taken it on day 91: it was switched off or slower.
  archive(world, 'Never deploy on a Friday', { unusedDays: 100, daemonRanAfter: [91, 92, 100] })
  archive(world, 'Releases are signed', {
    unusedDays: 95,
    forgottenDaysAgo: 7,
    daemonRanAfter: [80],
  })
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  await local.jobs.prune()
  local.close()
  expect(await succeed(world, 'list', '--limit', '100')).not.toMatch(/on a Friday|are signed/)
  expect((await runCli(world, ['doctor'])).stdout).not.toContain('forgot by age')
  expect(await succeed(world, 'list', '--forgotten', '--limit', '100')).toContain('are signed')
})

interface Archived {
  readonly unusedDays: number
  readonly forgottenDaysAgo?: number
  /** How long it was unused on the days on which the daemon ran. */
  readonly daemonRanAfter?: readonly number[]
  readonly standing?: string
  readonly scope?: 'agent' | 'global' | 'project'
}

/** Puts a memory into the archive, as the home's own version did. @returns its id */
function archive(world: World, content: string, given: Archived): string {
  const { unusedDays, forgottenDaysAgo = 5, standing = 'memory', scope = 'project' } = given
  const { daemonRanAfter = [unusedDays] } = given
  const database = new DatabaseSync(world.paths.database)
  const row = database.prepare('SELECT * FROM memory_archive LIMIT 1').get() ?? {}
  const state = JSON.parse(String(row.snapshot))
  const id = `${String(row.id).slice(0, -12)}${hash(content).slice(0, 12)}`
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const times = {
    createdAt: at(200),
    validFrom: at(200),
    updatedAt: at(forgottenDaysAgo + unusedDays),
  }
  const { key: _, ...memory } = state.memory
  const ids = { project: memory.scopeId, agent: 'reviewer', global: '' }
  const place = { scope, scopeId: ids[scope] }
  const changed = {
    ...memory,
    ...times,
    ...place,
    id,
    content,
    kind: 'rule',
    standing,
    source: 'manual',
  }
  const contentHash = hash(content).slice(0, 32)
  const snapshot = { ...state, memory: { ...changed, contentHash }, versionFrom: at(200) }
  const insert = (table: string, values: object) =>
    database
      .prepare(
        `INSERT OR IGNORE INTO ${table} (${Object.keys(values)}) VALUES (${Object.keys(values).map(() => '?')})`,
      )
      .run(...Object.values(values))
  const tombstone = {
    id,
    scope,
    scope_id: ids[scope],
    forgotten_at: at(forgottenDaysAgo),
  }
  insert('memory_archive', { ...tombstone, snapshot: JSON.stringify(snapshot) })
  insert('memory_tombstones', tombstone)
  for (const after of daemonRanAfter) {
    const day = new Date(at(forgottenDaysAgo + unusedDays - after))
    insert('database_sizes', { day: dateOf(day, -day.getTimezoneOffset()), bytes: 1 })
  }
  database.close()
  return id
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

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
  const world = unpackHome('0.1.0')
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

async function succeed(world: World, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(world, args)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return stdout
}
