import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasPostgres, useTestDatabase } from '../../../../test/support/postgres.ts'
import { createOrganisation } from '../people/organisations.ts'
import { openTeamDatabase, type TeamDatabase } from './team-database.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the database of a team', () => {
  const url = useTestDatabase()
  let database: TeamDatabase
  let ours: string
  let theirs: string
  beforeAll(async () => {
    database = await openTeamDatabase({ url: url(), connections: 2 })
    ours = await createOrganisation(database, 'ours')
    theirs = await createOrganisation(database, 'theirs')
  })

  afterAll(() => database.close())

  const addOne = 'UPDATE organisations SET sequence = sequence + 1 WHERE id = $1'
  const sequence = (organisation: string) =>
    database.reading(organisation).number('SELECT sequence FROM organisations WHERE id = $1')

  test('shows an organisation its own rows, even to a statement that asks for all', async () => {
    const names = await database
      .reading(ours)
      .texts('SELECT name FROM organisations WHERE $1::uuid IS NOT NULL')
    expect(names).toEqual(['ours'])
  })

  test('refuses a statement that does not name the organisation', async () => {
    const forgotten = database.reading(ours).all('SELECT name FROM organisations')
    await expect(forgotten).rejects.toMatchObject({ code: 'database-failed' })
  })

  test('writes no row of another organisation', async () => {
    const before = await sequence(theirs)
    const written = await database.writing(ours, (queries) =>
      queries.run(
        'UPDATE organisations SET sequence = 99 WHERE $1::uuid IS NOT NULL AND id = $2',
        theirs,
      ),
    )
    expect(written).toBe(0)
    expect(await sequence(theirs)).toBe(before)
  })

  test('shows nothing without an organisation, and works as a role that owns nothing', async () => {
    const asked = await database.transaction('', async (queries) => ({
      seen: await queries.number(`SELECT count(*) FROM organisations WHERE $1 = ''`),
      role: await queries.texts(`SELECT current_user WHERE $1 = ''`),
    }))
    expect(asked).toEqual({ seen: 0, role: ['throughline_app'] })
  })

  test('a read writes nothing', async () => {
    await expect(database.reading(ours).run(addOne)).rejects.toMatchObject({
      code: 'database-unwritable',
    })
  })

  test('gives an organisation one writer at a time, in several processes', async () => {
    const other = await openTeamDatabase({ url: url() })
    onTestFinished(() => other.close())
    const before = await sequence(ours)
    const add = (writer: TeamDatabase) =>
      writer.writing(ours, async (queries) => {
        const now = await queries.number('SELECT sequence FROM organisations WHERE id = $1')
        await queries.run('UPDATE organisations SET sequence = $2 WHERE id = $1', now + 1)
      })
    await Promise.all(Array.from({ length: 40 }, (_, index) => add(index % 2 ? database : other)))
    expect(await sequence(ours)).toBe(before + 40)
  })

  test('lets other organisations write meanwhile, and everybody read', async () => {
    await database.writing(ours, async (queries) => {
      await queries.run(addOne)
      const seen = await Promise.all(Array.from({ length: 6 }, () => sequence(ours)))
      expect(new Set(seen).size).toBe(1)
    })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = database.writing(ours, () => held)
    await database.writing(theirs, (queries) => queries.run(addOne))
    release()
    await first
  })

  test('leaves nothing of a transaction that fails', async () => {
    const before = await sequence(ours)
    const failing = database.writing(ours, async (queries) => {
      await queries.run(addOne)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await sequence(ours)).toBe(before)
  })

  test('does not report a transaction as written when one of its statements failed', async () => {
    const before = await sequence(ours)
    const swallowing = database.writing(ours, async (queries) => {
      await queries.run(addOne)
      await queries.run('SELECT 1 / 0 WHERE $1::uuid IS NOT NULL').catch(() => undefined)
    })
    await expect(swallowing).rejects.toMatchObject({ code: 'internal' })
    expect(await sequence(ours)).toBe(before)
  })

  test('refuses a transaction inside another instead of waiting for it for ever', async () => {
    const nested = database.writing(ours, () => database.writing(ours, async () => undefined))
    await expect(nested).rejects.toMatchObject({ code: 'internal' })
  })

  test('refuses to write for an organisation that does not exist', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    await expect(database.writing(nobody, async () => 1)).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('goes on after its connections were cut', async () => {
    const lost: unknown[] = []
    const cut = await openTeamDatabase({ url: url(), onError: (error) => lost.push(error) })
    onTestFinished(() => cut.close())
    await cut.reading(ours).number('SELECT 1 WHERE $1::uuid IS NOT NULL')
    const owner = new pg.Client(url())
    await owner.connect()
    const closed = new Promise<void>((resolve) => {
      const before = lost.length
      const look = () => (lost.length > before ? resolve() : setImmediate(look))
      look()
    })
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'throughline' AND state = 'idle'`,
    )
    await owner.end()
    await closed
    expect(lost[0]).toMatchObject({ code: 'database-unwritable' })
    expect(await cut.reading(ours).number('SELECT 7 WHERE $1::uuid IS NOT NULL')).toBe(7)
  })

  test('a connection that is lost inside a transaction fails it, and does not end the process', async () => {
    const owner = new pg.Client(url())
    await owner.connect()
    onTestFinished(() => owner.end())
    const before = await sequence(ours)
    const failed = database.writing(ours, async (queries) => {
      await queries.run(addOne)
      const pid = await queries.number('SELECT pg_backend_pid() WHERE $1::uuid IS NOT NULL')
      await owner.query('SELECT pg_terminate_backend($1, 5000)', [pid])
      return queries.run(addOne)
    })
    await expect(failed).rejects.toMatchObject({ code: 'database-unwritable' })
    expect(await sequence(ours)).toBe(before)
  })

  test('has a sign for a NUL and for half a surrogate pair, which PostgreSQL refuses', async () => {
    const [kept] = await database
      .reading(ours)
      .texts('SELECT $2::text WHERE $1::uuid IS NOT NULL', 'a\0b\ud800c')
    expect(kept).toBe('a\u2400b\ufffdc')
  })

  test('says that the database cannot be reached', async () => {
    const nowhere = url().replace(/host=.*/, 'host=%2Fnowhere')
    await expect(openTeamDatabase({ url: nowhere })).rejects.toMatchObject({
      code: 'database-unwritable',
    })
  })
})
