/** Migrates a database to this version's schema: numbered SQL files, each in its own transaction. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { ThroughlineError } from '../../../contract/errors.ts'
import { programFile } from '../../../home/program-files.ts'
import type { Database } from './database.ts'
import { translating } from './errors.ts'

/** The first of our migrations, merged into one file. */
const newDatabase = programFile('adapters/sqlite/connection/new-database.sql')
const ourMigrations = pathToFileURL(programFile('adapters/sqlite/connection/migrations/'))

export interface MigrationOptions {
  /** Where to copy an existing database before changing it. */
  readonly backupFolder: string
  readonly keepBackups: number
  readonly now: Date
  /** The folder of SQL files; default: ours. */
  readonly migrations?: URL
}

export async function migrate(database: Database, options: MigrationOptions): Promise<void> {
  const folder = options.migrations ?? ourMigrations
  const migrations = listMigrations(folder)
  const newest = migrations.length
  const version = schemaVersion(database)
  if (version > newest) throw newerDatabase(version, newest)
  if (version === newest) return
  if (version > 0) backUp(database, version, options)
  else if (folder === ourMigrations) await makeAtOnce(database)
  for (const [index, name] of migrations.entries()) {
    if (schemaVersion(database) > index) continue
    const sql = readFileSync(new URL(name, folder), 'utf8')
    await withForeignKeys(!sql.startsWith(withoutForeignKeys), database, () =>
      database.transaction(() => {
        if (schemaVersion(database) !== index) return
        database.exec(sql)
        database.exec(`PRAGMA user_version = ${index + 1}`)
      }),
    )
  }
}

/** Replacing a table would delete the rows that refer to it. */
const withoutForeignKeys = '-- Without foreign keys'

/** SQLite cannot change this inside a transaction. */
async function withForeignKeys(
  isOn: boolean,
  database: Database,
  work: () => Promise<void>,
): Promise<void> {
  if (isOn) return work()
  database.exec('PRAGMA foreign_keys = OFF')
  try {
    await work()
  } finally {
    database.exec('PRAGMA foreign_keys = ON')
  }
}

/** For a new database, separate migrations take 75 ms, the merged file 12 ms. */
async function makeAtOnce(database: Database): Promise<void> {
  await database.transaction(() => {
    if (schemaVersion(database) === 0) database.exec(readFileSync(newDatabase, 'utf8'))
  })
}

export function isCurrent(
  database: Database,
  { migrations = ourMigrations }: Pick<MigrationOptions, 'migrations'> = {},
): boolean {
  return schemaVersion(database) === listMigrations(migrations).length
}

export function schemaVersion(database: Database): number {
  return database.number('PRAGMA user_version')
}

/** `000001_capture.sql` is number 1; numbers have no gaps, so the position is the version. */
export function listMigrations(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

function backUp(database: Database, version: number, options: MigrationOptions): void {
  const { backupFolder, keepBackups, now } = options
  mkdirSync(backupFolder, { recursive: true, mode: 0o700 })
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  const file = join(backupFolder, `throughline-v${version}-${stamp}.db`)
  database.run('VACUUM INTO ?', file)
  chmodSync(file, 0o600)
  // Never delete the new backup, even if the clock is wrong.
  const others = readdirSync(backupFolder).filter(
    (name) => /^throughline-v\d+-.*\.db$/.test(name) && join(backupFolder, name) !== file,
  )
  const byAge = others.sort((a, b) => stampOf(a).localeCompare(stampOf(b)))
  const tooMany = Math.max(0, byAge.length - (keepBackups - 1))
  for (const old of byAge.slice(0, tooMany)) rmSync(join(backupFolder, old))
}

const stampOf = (name: string) => name.replace(/^throughline-v\d+-/, '')

function newerDatabase(version: number, newest: number): ThroughlineError {
  return new ThroughlineError(
    'newer-database',
    `the database has schema ${version}, this version of throughline knows ${newest}`,
    { hint: 'upgrade throughline, or point THROUGHLINE_HOME at another folder' },
  )
}

/** The newest schema that a program in this folder supports, according to its migrations. */
export function schemaOfProgram(folder: string): number {
  const migrations = join(folder, 'dist', 'adapters', 'sqlite', 'connection', 'migrations')
  return readdirSync(migrations).filter((name) => name.endsWith('.sql')).length
}

/** @returns 0 if there is no database yet */
export function schemaOfDatabase(file: string): number {
  if (!existsSync(file)) return 0
  return translating(() => {
    const connection = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    try {
      return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0)
    } finally {
      connection.close()
    }
  })
}
