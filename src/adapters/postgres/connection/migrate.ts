/**
 * Migrates the database to this version's schema: numbered SQL files, each in its own transaction,
 * run by one process at a time. Processes of two versions may run side by side, so a migration that
 * the older version cannot handle says so in its first line.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg, { type ClientBase } from 'pg'
import { ThroughlineError } from '../../../contract/errors.ts'
import { programFile } from '../../../home/program-files.ts'
import { isLockTimeout, translatingErrors } from './errors.ts'

const ourMigrations = pathToFileURL(programFile('adapters/postgres/connection/migrations/'))
const breaking = /^-- breaks older versions/
/** Any number works, if all versions use the same. */
const lock = 7_204_561
const oldestServer = 15
/**
 * A migration that waits for a table blocks every request behind it, and a dump locks all tables
 * while it runs. So the migration waits briefly, lets the others pass and tries again.
 */
const lockLimit = '1s'
const pauseMs = 500
const giveUpAfterMs = 15 * 60_000

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** @param url the owner's URL */
export async function migrate(url: string, folder: URL = ourMigrations): Promise<void> {
  const migrations = readMigrations(folder)
  await translatingErrors(async () => {
    const owner = await connectOwner(url)
    try {
      await checkServer(owner)
      await refuseSharedSessions(owner, url)
      await owner.query('SELECT pg_advisory_lock($1)', [lock])
      await ensureApplicationRole(owner)
      await applyMissing(owner, migrations)
    } finally {
      await owner.end()
    }
  })
}

/** Sets UTC afterwards: poolers refuse a time zone at connection start. */
export async function connectOwner(url: string, types?: pg.CustomTypesConfig): Promise<pg.Client> {
  const owner = new pg.Client({
    ...{ connectionString: url, application_name: 'throughline migrate' },
    ...(types && { types }),
  })
  owner.on('error', () => undefined)
  await owner.connect()
  await owner.query("SET timezone = 'UTC'")
  return owner
}

/**
 * A pooler in transaction mode gives one client's session to the next: locks, roles and LISTEN
 * would be lost or, worse, another client's.
 * @throws `invalid-config`
 */
async function refuseSharedSessions(owner: pg.Client, url: string): Promise<void> {
  const sessionOf = async (client: pg.Client) =>
    (await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  const own = await sessionOf(owner)
  const other = await connectOwner(url)
  try {
    const others = await sessionOf(other)
    const isOwn = [await sessionOf(owner), await sessionOf(owner)].every((each) => each === own)
    if (isOwn && others !== own) return
  } finally {
    await other.end()
  }
  throw new ThroughlineError(
    'invalid-config',
    'DATABASE_URL leads to a pooler in transaction mode, where clients share sessions',
    { hint: 'set pool_mode = session for this database, or connect to PostgreSQL directly' },
  )
}

async function applyMissing(owner: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await owner.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    number integer PRIMARY KEY,
    name text NOT NULL,
    is_breaking boolean NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`)
  const { rows } = await owner.query('SELECT number, name, is_breaking FROM schema_migrations')
  const applied = rows as { number: number; name: string; is_breaking: boolean }[]
  const known = new Set(migrations.map(({ number }) => number))
  const unknown = applied.find((each) => each.is_breaking && !known.has(each.number))
  if (unknown) throw newerSchema(unknown.name)
  const done = new Set(applied.map(({ number }) => number))
  for (const migration of migrations) if (!done.has(migration.number)) await apply(owner, migration)
}

/** @throws `database-busy` if others use the tables for too long */
async function apply(owner: pg.Client, migration: Migration): Promise<void> {
  const giveUpAt = performance.now() + giveUpAfterMs
  for (;;) {
    try {
      return await applyOnce(owner, migration)
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > giveUpAt) throw error
      await delay(pauseMs)
    }
  }
}

async function applyOnce(owner: pg.Client, { number, name, sql }: Migration): Promise<void> {
  await owner.query(`BEGIN; SET LOCAL lock_timeout = '${lockLimit}'`)
  try {
    await owner.query(sql)
    await owner.query(
      'INSERT INTO schema_migrations (number, name, is_breaking) VALUES ($1, $2, $3)',
      [number, name, breaking.test(sql)],
    )
    await owner.query('COMMIT')
  } catch (error) {
    await owner.query('ROLLBACK')
    throw error
  }
}

async function checkServer(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query('SHOW server_version_num')
  const version = Number(rows[0]?.server_version_num) / 10_000
  if (version >= oldestServer) return
  throw new ThroughlineError('invalid-config', `PostgreSQL ${Math.floor(version)} is too old`, {
    hint: `use PostgreSQL ${oldestServer} or newer`,
  })
}

/** `000001_store.sql` is number 1. */
function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      number: Number.parseInt(name, 10),
      name,
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }))
}

function newerSchema(name: string): ThroughlineError {
  return new ThroughlineError(
    'newer-database',
    `the database has the newer schema ${name}, which this version of throughline does not know`,
    { hint: 'upgrade throughline on this machine' },
  )
}

/**
 * The owner is the user in DATABASE_URL. The application's role owns nothing, so row level security
 * applies to it.
 */
export const applicationRole = 'throughline_app'

/** @throws `invalid-config` with SQL for an administrator if the owner may not create the role */
async function ensureApplicationRole(owner: ClientBase): Promise<void> {
  if (!(await mayActAsApplication(owner))) {
    try {
      await owner.query(makeRole)
      if (!(await mayActAsApplication(owner)))
        await owner.query(`GRANT ${applicationRole} TO CURRENT_USER`)
    } catch (error) {
      throw noRole(error, await userOf(owner))
    }
  }
  const { rows } = await owner.query(
    'SELECT rolsuper OR rolbypassrls AS sees_all FROM pg_roles WHERE rolname = $1',
    [applicationRole],
  )
  if (rows[0]?.sees_all) throw seesEverything()
}

/**
 * The owner may hold the role without the right to grant it. Before version 16 members may SET it.
 */
async function mayActAsApplication(owner: ClientBase): Promise<boolean> {
  const { rows } = await owner.query(
    `SELECT pg_has_role(oid, CASE WHEN current_setting('server_version_num')::integer >= 160000
       THEN 'SET' ELSE 'MEMBER' END) AS may FROM pg_roles WHERE rolname = $1`,
    [applicationRole],
  )
  return rows[0]?.may === true
}

/** Roles belong to the whole server: another database may create the same one at the same time. */
const makeRole = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${applicationRole}') THEN
    CREATE ROLE ${applicationRole} NOLOGIN NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`

async function userOf(owner: ClientBase): Promise<string> {
  return (await owner.query('SELECT quote_ident(current_user) AS name')).rows[0]?.name
}

function noRole(cause: unknown, user: string): ThroughlineError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ThroughlineError(
    'invalid-config',
    `the role ${applicationRole} cannot be created or used: ${reason}`,
    {
      cause,
      hint: `as an administrator of the database, run: CREATE ROLE ${applicationRole} NOLOGIN; GRANT ${applicationRole} TO ${user};`,
    },
  )
}

function seesEverything(): ThroughlineError {
  return new ThroughlineError(
    'invalid-config',
    `the role ${applicationRole} could read every organisation's rows`,
    { hint: `run: ALTER ROLE ${applicationRole} NOSUPERUSER NOBYPASSRLS` },
  )
}
