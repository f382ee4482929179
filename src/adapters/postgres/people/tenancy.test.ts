/** The database itself keeps organisations apart, and the audit as it was written. */
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { usePeople } from '../../../../test/support/team/people.ts'
import { auditActions } from '../../../core/team/people/actor.ts'
import { startDeviceSignIn } from '../../../core/team/people/device-sign-in.ts'
import { createOwnLink, invite } from '../../../core/team/people/invitations.ts'
import { createKey } from '../../../core/team/people/keys.ts'

const tables = ['people', 'invitations', 'tokens', 'api_keys', 'audit', 'request_counts']

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('tables of people', () => {
  const people = usePeople()

  async function furnish() {
    const owner = await people.founder()
    await createKey(people.parts, owner, { name: 'CI', scopes: ['recall'], days: 1 })
    await createOwnLink(people.parts, owner)
    const { organisation } = owner
    const since = people.parts.clock.now().toISOString()
    await people.parts.store.counts.add(organisation, [{ subject: 'x', since, by: 1 }])
    return owner
  }

  test.each(tables)('%s shows each organisation its own rows only', async (table) => {
    const [ours, theirs] = [await furnish(), await furnish()]
    await people.database.transaction(ours.organisation, async (queries) => {
      const seen = await queries.texts(
        `SELECT DISTINCT organisation_id FROM ${table} WHERE $1::uuid IS NOT NULL`,
      )
      expect(seen).toEqual([ours.organisation])
      const foreign = await queries.all(
        `SELECT FROM ${table} WHERE organisation_id = $2 AND $1::uuid IS NOT NULL`,
        theirs.organisation,
      )
      expect(foreign).toEqual([])
    })
  })

  test('no organisation sees machines that wait for approval', async () => {
    const { organisation } = await furnish()
    await startDeviceSignIn(people.parts, 'laptop')
    const seen = await people.database
      .reading(organisation)
      .all('SELECT FROM device_requests WHERE $1::uuid IS NOT NULL')
    expect(seen).toEqual([])
  })

  test('the application can add to the audit, and neither change nor delete', async () => {
    const { organisation } = await furnish()
    for (const sql of [
      "UPDATE audit SET action = 'nothing' WHERE organisation_id = $1",
      'DELETE FROM audit WHERE organisation_id = $1',
    ]) {
      await expect(
        people.database.transaction(organisation, (queries) => queries.run(sql)),
      ).rejects.toThrow('permission denied')
    }
  })

  test('people, tokens and keys are never deleted by the application', async () => {
    const { organisation } = await furnish()
    for (const table of ['people', 'invitations', 'tokens', 'api_keys']) {
      await expect(
        people.database.transaction(organisation, (queries) =>
          queries.run(`DELETE FROM ${table} WHERE organisation_id = $1`),
        ),
      ).rejects.toThrow('permission denied')
    }
  })

  test('the audit is numbered without gaps and holds no address, name or secret', async () => {
    const owner = await furnish()
    await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        invite(people.parts, owner, `${name}@secret.example`, 'member'),
      ),
    )
    const entries = await people.parts.store.reading(owner.organisation).audit(200)
    expect(entries.map(({ number }) => number)).toEqual(
      [...entries.keys()].reverse().map((n) => n + 1),
    )
    expect(
      entries.every(({ action }) => (auditActions as readonly string[]).includes(action)),
    ).toBe(true)
    const kept = JSON.stringify(
      await people.database
        .reading(owner.organisation)
        .all('SELECT * FROM audit WHERE organisation_id = $1'),
    )
    for (const text of ['secret.example', owner.email, owner.person.name]) {
      expect(kept).not.toContain(text)
    }
  })

  test('an error of the database quotes no row, so a log of it holds no contents', async () => {
    const { organisation } = await furnish()
    const error = await people.parts.store
      .writing(organisation, (writer) =>
        writer.addPerson({
          ...{ id: randomUUID(), email: 'Hidden@example.com', name: 'Hidden', role: 'member' },
          joinedAt: people.clock.now().toISOString(),
        }),
      )
      .catch((thrown: Error) => thrown)
    expect(String(error)).toContain('violates check constraint')
    expect(inspect(error)).not.toContain('Hidden')
  })
})
