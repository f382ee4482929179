/**
 * An upgrade without downtime: processes of two versions on one database. The newer version is stood in
 * for by this one with a schema that is ahead.
 */
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/adapters/postgres/connection/migrate.ts'
import { waitFor } from '../support/homes/world.ts'
import { hasPostgres, makeTestDatabase } from '../support/postgres.ts'
import { laterMigrations } from '../support/team/later-migrations.ts'
import { machineOf, signInOwner, startTeamServer } from '../support/team/server-machine.ts'

/** What an expanding migration may do, on tables that every push and pull uses. */
const expanding = `
  ALTER TABLE shared_memories ADD COLUMN later_text text;
  ALTER TABLE sync_changes ADD COLUMN later_flag boolean NOT NULL DEFAULT false;
  CREATE TABLE later (organisation_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (organisation_id, id));
  SELECT guard_table('later');`

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('an upgrade of the server', () => {
  let url: string
  beforeEach(async () => {
    const made = await makeTestDatabase()
    onTestFinished(() => made.drop())
    url = made.url
  })

  test('loses and refuses nothing while the database is migrated and both versions answer', async () => {
    const old = await startTeamServer(url)
    const token = await signInOwner(url, old)
    const onOld = machineOf(old, token)
    const { id: project } = await onOld.share('app')

    let count = 0
    let isUpgraded = false
    const pushed: string[] = []
    const push = async (machine: typeof onOld) => {
      const content = `Fact number ${++count}.`
      const answer = await machine.put(project, content)
      expect(answer).toMatchObject({ status: 'ok', answers: [{ outcome: 'stored' }] })
      pushed.push(content)
    }
    const traffic = (async () => {
      while (!isUpgraded) await push(onOld)
    })()
    await waitFor('traffic', () => pushed.length > 5)
    await migrate(url, laterMigrations(expanding))
    const onNew = machineOf(await startTeamServer(url), token)
    for (let times = 0; times < 10; times += 1) await push(onNew)
    isUpgraded = true
    await traffic

    const numbers = await query('SELECT sequence::int AS sequence FROM sync_changes ORDER BY 1')
    expect(numbers).toEqual(numbers.map((_, index) => ({ sequence: index + 1 })))
    for (const machine of [onOld, onNew]) {
      expect((await machine.contents(project)).sort()).toEqual([...pushed].sort())
    }
  })

  test('can be taken back: the older version starts on the newer schema', async () => {
    await migrate(url, laterMigrations(expanding))
    const server = await startTeamServer(url)
    const machine = machineOf(server, await signInOwner(url, server))
    const { id: project } = await machine.share('app')
    await machine.put(project, 'Ports start at 8080.')
    expect(await machine.contents(project)).toEqual(['Ports start at 8080.'])
    expect(await fetch(new URL('/ready', server.url))).toMatchObject({ status: 200 })
  })

  test('that breaks the older version keeps it from starting', async () => {
    await migrate(url, laterMigrations(`-- breaks older versions\n${expanding}`))
    await expect(startTeamServer(url)).rejects.toMatchObject({ code: 'newer-database' })
  })

  async function query(sql: string): Promise<unknown[]> {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
})
