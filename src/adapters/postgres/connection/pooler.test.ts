import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../test/support/homes/world.ts'
import {
  hasSystemPostgres,
  startPooler,
  startSystemPostgres,
} from '../../../../test/support/team/system-postgres.ts'
import { watchChanges } from '../feed/watch-changes.ts'
import { createOrganisation, openOrganisations } from '../people/organisations.ts'
import { openTeamDatabase } from './team-database.ts'

// Skipped, with the reason, where the system has no PostgreSQL and PgBouncer.
describe.skipIf(!hasSystemPostgres())('a plain user of the system’s PostgreSQL', () => {
  let folder: string
  let direct: string
  beforeEach(async () => {
    const cluster = await startSystemPostgres()
    ;({ folder } = cluster)
    const administrator = new pg.Client(cluster.url('postgres'))
    await administrator.connect()
    await administrator.query('CREATE USER ada')
    await administrator.query('CREATE DATABASE team OWNER ada')
    await administrator.query('CREATE ROLE throughline_app NOLOGIN; GRANT throughline_app TO ada')
    await administrator.end()
    direct = cluster.url('team').replace('throughline@', 'ada@')
  })
  const open = async (url: string) => {
    const database = await openTeamDatabase({ url })
    onTestFinished(() => database.close())
    return database
  }

  test('runs the server with no right but that of its own database', async () => {
    const database = await open(direct)
    const id = await createOrganisation(database, 'Acme')
    expect(
      await database.reading(id).texts('SELECT name FROM organisations WHERE id = $1'),
    ).toEqual(['Acme'])
  })

  test('runs it behind PgBouncer in session mode, in UTC, and hears of changes', async () => {
    const url = await startPooler(folder, 'session', 'team', 'ada')
    const database = await open(url)
    const id = await createOrganisation(database, 'Acme')
    const [zone] = await database
      .reading(id)
      .texts("SELECT current_setting('timezone') WHERE $1::uuid IS NOT NULL")
    expect(zone).toBe('UTC')
    const [listed] = await openOrganisations(url).list()
    expect(Date.now() - Date.parse(listed?.createdAt ?? '')).toBeLessThan(600_000)
    const heard: string[] = []
    const hearing = watchChanges({
      ...{ url, notify: (name, sequence) => database.notify(name, sequence) },
      ...{ onChange: (name) => heard.push(name), look: async () => undefined },
      onError: () => undefined,
    })
    onTestFinished(() => hearing.stop())
    await waitFor('notifications', async () => hearing.isReceiving())
    await database.notify(id, 1)
    await waitFor('the change', async () => heard.includes(id))
  })

  test('is told that PgBouncer in transaction mode does not work, before anything is written', async () => {
    const url = await startPooler(folder, 'transaction', 'team', 'ada')
    await expect(openTeamDatabase({ url })).rejects.toMatchObject({
      code: 'invalid-config',
      message: expect.stringContaining('transaction mode'),
      hint: expect.stringContaining('pool_mode = session'),
    })
    const client = new pg.Client(direct)
    await client.connect()
    const { rows } = await client.query("SELECT to_regclass('organisations') AS made")
    await client.end()
    expect(rows).toEqual([{ made: null }])
  })
})
