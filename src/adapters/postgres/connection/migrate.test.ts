import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../test/support/homes/world.ts'
import { hasPostgres, makeTestDatabase } from '../../../../test/support/postgres.ts'
import { laterMigration, laterMigrations } from '../../../../test/support/team/later-migrations.ts'
import { migrate } from './migrate.ts'

const ours = join(import.meta.dirname, 'migrations')
const adapter = join(import.meta.dirname, '..')

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('migrations of the team server', () => {
  let url: string
  beforeEach(async () => {
    url = await makeUrl()
  })

  async function makeUrl(): Promise<string> {
    const made = await makeTestDatabase()
    onTestFinished(() => made.drop())
    return made.url
  }

  async function ask(sql: string, as = url): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(as)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  test('have numbers of their own', () => {
    const numbers = readdirSync(ours).map((name) => /^(\d{6})_[a-z_]+\.sql$/.exec(name)?.[1])
    expect(numbers).not.toContain(undefined)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('run once when several processes start together', async () => {
    await Promise.all([migrate(url), migrate(url), migrate(url)])
    const applied = await ask('SELECT name FROM schema_migrations ORDER BY number')
    expect(applied.map(({ name }) => name)).toEqual(readdirSync(ours).sort())
  })

  test('guard every table that belongs to an organisation, with its id first in every ordered index', async () => {
    await migrate(url)
    const tables = await ask(
      `SELECT c.relname AS name, c.relrowsecurity AS guarded FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organisation_id'
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,
    )
    expect(tables.filter(({ guarded }) => !guarded)).toEqual([])
    const indexes = await ask(
      `SELECT i.indexrelid::regclass::text AS name FROM pg_index i
       JOIN pg_attribute o ON o.attrelid = i.indrelid AND o.attname = 'organisation_id'
       JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
       WHERE i.indkey[0] <> o.attnum AND m.amname = 'btree'
         AND c.relnamespace = 'public'::regnamespace`,
    )
    expect(indexes).toEqual([])
  })

  test('leave no table that no statement names', async () => {
    await migrate(url)
    const tables = await ask(
      `SELECT relname AS name FROM pg_class
       WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    )
    const sources = globSync('**/*.ts', { cwd: adapter, exclude: ['**/*.test.ts'] })
    const code = sources.map((path) => readFileSync(join(adapter, path), 'utf8')).join()
    const unnamed = tables.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(code))
    expect(unnamed).toEqual([])
  })

  test('leave a newer database alone unless it breaks this version', async () => {
    await migrate(url, laterMigrations('CREATE TABLE later (id integer)'))
    await migrate(url)
    const breaking = await makeUrl()
    await migrate(
      breaking,
      laterMigrations('-- breaks older versions\nCREATE TABLE later (id integer)'),
    )
    await expect(migrate(breaking)).rejects.toMatchObject({
      code: 'newer-database',
      message: expect.stringContaining(laterMigration),
    })
  })

  test('leave nothing of one that fails', async () => {
    const failing = laterMigrations('CREATE TABLE half (id integer); SELECT 1 / 0')
    await expect(migrate(url, failing)).rejects.toThrow('division by zero')
    expect(await ask("SELECT to_regclass('half') AS half")).toEqual([{ half: null }])
    await migrate(url)
  })

  test('hold up nobody while they wait for a table that a long transaction reads, such as a dump', async () => {
    await migrate(url)
    const dump = new pg.Client(url)
    await dump.connect()
    onTestFinished(() => dump.end())
    await dump.query('BEGIN; SELECT count(*) FROM organisations')
    const migrating = migrate(
      url,
      laterMigrations('ALTER TABLE organisations ADD COLUMN later text'),
    )
    await waitFor('the migration to wait', async () => {
      const waiting = await ask(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'organisations'::regclass`,
      )
      return waiting.length > 0
    })
    expect(await ask('SELECT count(*)::int AS count FROM organisations')).toEqual([{ count: 0 }])
    await dump.query('COMMIT')
    await migrating
    expect(await ask('SELECT later FROM organisations')).toEqual([])
  })

  describe('run by a plain user', () => {
    let plain: string
    let name: string
    beforeEach(async () => {
      // The server of the tests has the application's role by now.
      await migrate(url)
      name = `plain_${Math.random().toString(36).slice(2)}`
      const database = await makeUrl()
      const { pathname } = new URL(database)
      await ask(`CREATE ROLE ${name} LOGIN; ALTER DATABASE ${pathname.slice(1)} OWNER TO ${name}`)
      plain = database.replace('throughline@', `${name}@`)
      onTestFinished(async () => {
        await ask(`REASSIGN OWNED BY ${name} TO throughline; DROP OWNED BY ${name}`, database)
        await ask(`ALTER DATABASE ${pathname.slice(1)} OWNER TO throughline`)
        await ask(`REVOKE throughline_app FROM ${name}; DROP ROLE ${name}`)
      })
    })

    test('name the SQL for an administrator if the role cannot be used', async () => {
      await expect(migrate(plain)).rejects.toMatchObject({
        code: 'invalid-config',
        hint: expect.stringContaining(`GRANT throughline_app TO ${name};`),
      })
    })

    test('need no more than the role that an administrator granted, however often they run', async () => {
      await ask(`GRANT throughline_app TO ${name}`)
      await migrate(plain)
      await migrate(plain)
      expect(await ask('SELECT count(*)::int AS count FROM organisations', plain)).toEqual([
        { count: 0 },
      ])
    })

    test('still run after the right to create roles was taken back', async () => {
      await ask(`ALTER ROLE ${name} CREATEROLE; GRANT throughline_app TO ${name} WITH ADMIN OPTION`)
      await migrate(plain)
      await ask(
        `ALTER ROLE ${name} NOCREATEROLE; REVOKE ADMIN OPTION FOR throughline_app FROM ${name}`,
      )
      await migrate(plain)
    })
  })
})
