import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { Database } from './database.ts'
import { migrate, schemaVersion } from './migrate.ts'

let folder: string
let backupFolder: string
beforeEach(() => {
  folder = makeTemporaryFolder()
  backupFolder = join(folder, 'backups')
})

const now = new Date('2026-01-02T03:04:05.678Z')
const ours = join(import.meta.dirname, 'migrations')
const file = () => join(folder, 'test.db')

function open(): Database {
  const database = new Database(file())
  onTestFinished(() => database.close())
  return database
}

/** The migrations of a version to come: ours and these. */
function futureMigrations(...later: string[]): URL {
  const future = join(folder, `migrations-${later.length}`)
  mkdirSync(future)
  const names = readdirSync(ours).sort()
  for (const name of names) copyFileSync(join(ours, name), join(future, name))
  for (const [index, sql] of later.entries()) {
    const number = String(names.length + index + 1).padStart(6, '0')
    writeFileSync(join(future, `${number}_later.sql`), sql)
  }
  return pathToFileURL(`${future}/`)
}

const options = (migrations?: URL, keepBackups = 5, at = now) => ({
  backupFolder,
  keepBackups,
  now: at,
  ...(migrations && { migrations }),
})
const newest = readdirSync(ours).length
const addRow = (database: Database) =>
  database.run("INSERT INTO spool_receipts (name) VALUES ('mine')")

describe('migrations', () => {
  test('are numbered from one without gaps', () => {
    const numbers = readdirSync(ours)
      .sort()
      .map((name) => Number(/^(\d{6})_[a-z_]+\.sql$/.exec(name)?.[1]))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test('make the whole schema in a fresh database, without a backup', async () => {
    const database = open()
    await migrate(database, options())
    expect(schemaVersion(database)).toBe(newest)
    const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    const names = tables.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['events', 'jobs', 'projects', 'sessions', 'turns']),
    )
    expect(readdirSync(folder)).not.toContain('backups')
  })

  test('make what a new database has at once', async () => {
    const oneByOne = open()
    await migrate(oneByOne, options(futureMigrations()))
    const atOnce = new Database(':memory:')
    onTestFinished(() => atOnce.close())
    await migrate(atOnce, options())
    expect(schemaVersion(atOnce)).toBe(newest)
    const schema = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'
    expect(atOnce.all(schema)).toEqual(oneByOne.all(schema))
    for (const table of oneByOne.texts("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
      const rows = `SELECT * FROM "${table}"`
      expect(atOnce.all(rows), table).toEqual(oneByOne.all(rows))
    }
  })

  test('leave no NULL in a key that must be unique', async () => {
    const database = open()
    await migrate(database, options())
    const nullable = database.all(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t
       JOIN pragma_index_list(t.name) AS i ON i."unique" AND NOT i.partial
       JOIN pragma_index_info(i.name) AS k
       JOIN pragma_table_info(t.name) AS c ON c.name = k.name
       WHERE t.type = 'table' AND NOT c."notnull" AND NOT c.pk`,
    )
    expect(nullable).toEqual([])
  })

  test('change nothing when there is nothing to do', async () => {
    const database = open()
    await migrate(database, options())
    addRow(database)
    await migrate(database, options())
    expect(database.all('SELECT * FROM spool_receipts')).toEqual([{ name: 'mine' }])
    expect(readdirSync(folder)).not.toContain('backups')
  })

  test('back an existing database up before they change it, and keep its rows', async () => {
    const database = open()
    await migrate(database, options())
    addRow(database)
    const future = futureMigrations(
      "ALTER TABLE spool_receipts ADD COLUMN note TEXT NOT NULL DEFAULT ''",
    )
    await migrate(database, options(future))
    expect(schemaVersion(database)).toBe(newest + 1)
    expect(database.all('SELECT * FROM spool_receipts')).toEqual([{ name: 'mine', note: '' }])

    const name = `throughline-v${newest}-2026-01-02T03-04-05-678Z.db`
    expect(readdirSync(backupFolder)).toEqual([name])
    expect(statSync(backupFolder).mode & 0o777).toBe(0o700)
    expect(statSync(join(backupFolder, name)).mode & 0o777).toBe(0o600)
    const backup = new DatabaseSync(join(backupFolder, name), { readOnly: true })
    onTestFinished(() => backup.close())
    expect(backup.prepare('SELECT * FROM spool_receipts').all()).toEqual([{ name: 'mine' }])
    expect(backup.prepare('PRAGMA user_version').get()).toEqual({ user_version: newest })
  })

  test('keep the newest backups and delete the others, and nothing else', async () => {
    mkdirSync(backupFolder)
    const old = [
      'throughline-v9-2025-01-01T00-00-00-000Z.db',
      'throughline-v1-2025-06-01T00-00-00-000Z.db',
    ]
    for (const name of [...old, 'mine.db']) writeFileSync(join(backupFolder, name), '')
    const database = open()
    await migrate(database, options())
    await migrate(database, options(futureMigrations('CREATE TABLE a (x TEXT)'), 2))
    expect(readdirSync(backupFolder).sort()).toEqual([
      'mine.db',
      old[1],
      `throughline-v${newest}-2026-01-02T03-04-05-678Z.db`,
    ])
  })

  test('keep the backup just made even if the clock is years behind', async () => {
    mkdirSync(backupFolder)
    const earlier = 'throughline-v9-2025-01-01T00-00-00-000Z.db'
    writeFileSync(join(backupFolder, earlier), '')
    const database = open()
    await migrate(database, options())
    const behind = new Date('2016-01-02T03:04:05.678Z')
    await migrate(database, options(futureMigrations('CREATE TABLE a (x TEXT)'), 1, behind))
    expect(readdirSync(backupFolder)).toEqual([
      `throughline-v${newest}-2016-01-02T03-04-05-678Z.db`,
    ])
  })

  test('that fail leave the database at the last whole step, with its backup', async () => {
    const database = open()
    await migrate(database, options())
    const future = futureMigrations(
      'CREATE TABLE first (x TEXT);',
      'CREATE TABLE second (x TEXT); INSERT INTO missing VALUES (1);',
    )
    await expect(migrate(database, options(future))).rejects.toThrow()
    expect(schemaVersion(database)).toBe(newest + 1)
    const tables = database.all("SELECT name FROM sqlite_schema WHERE name IN ('first', 'second')")
    expect(tables).toEqual([{ name: 'first' }])
    expect(readdirSync(backupFolder)).toHaveLength(1)
  })

  test('refuse a database of a newer version and leave it as it is', async () => {
    const database = open()
    await migrate(database, options(futureMigrations('CREATE TABLE later (x TEXT)')))
    database.close()
    const before = readFileSync(file())
    const reopened = open()
    await expect(migrate(reopened, options())).rejects.toMatchObject({
      code: 'newer-database',
      message: `the database has schema ${newest + 1}, this version of throughline knows ${newest}`,
      hint: expect.stringContaining('upgrade'),
    })
    reopened.close()
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  test('run once when two connections migrate at the same time', async () => {
    const [one, other] = [open(), open()]
    await Promise.all([migrate(one, options()), migrate(other, options())])
    expect(schemaVersion(one)).toBe(newest)
    expect(schemaVersion(other)).toBe(newest)
  })
})
