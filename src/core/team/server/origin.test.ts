import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { takeBackup } from '../../../../test/support/team/backup.ts'
import { useTestConnection } from '../../../../test/support/team/owner-connection.ts'
import {
  makeTeam,
  type TestTeam,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import type { Origin } from '../../../contract/team/sync.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the origin of a memory', () => {
  const sync = useSyncServer()
  const owner = useTestConnection(() => sync.people.url)
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  /** A memory of Alice's that the server has lost, and the proof that it was hers. */
  const lost = async () => {
    const put = team.put(`Words ${randomUUID()}.`)
    const backup = await takeBackup(owner(), team.organisation)
    const { origin } = await team.one(team.alice, put)
    if (!origin) throw new Error('no origin was answered')
    await backup.restore()
    return { ...put, origin }
  }
  const mayForget = async (caller: typeof team.bob, id: string) =>
    (await team.one(caller, team.forget(id))).outcome === 'stored'

  test('is answered and pulled with the memory, the same for everyone', async () => {
    const put = team.put('Origins are signed.')
    const { origin } = await team.one(team.alice, put)
    expect(origin?.person).toBe(team.alice.person.id)
    expect((await team.state(put.id, team.bob))?.origin).toEqual(origin)
  })

  test('names its owner to a restored server, even if someone else sends it', async () => {
    const { key: _, ...put } = await lost()
    await team.one(team.bob, { ...put, key: randomUUID() })
    expect(await team.state(put.id)).toMatchObject({ author: team.bob.person, origin: put.origin })
    expect(await mayForget(team.bob, put.id)).toBe(false)
    expect(await mayForget(team.alice, put.id)).toBe(true)
  })

  test('is used even if the memory was first sent without it', async () => {
    const { origin, ...put } = await lost()
    sync.people.clock.advance(1_000)
    await team.one(team.bob, { ...put, key: randomUUID() })
    const bobs = (await team.state(put.id))?.origin
    await team.one(team.alice, { ...put, key: randomUUID(), origin })
    await team.one(team.bob, { ...put, key: randomUUID(), ...(bobs && { origin: bobs }) })
    expect((await team.state(put.id))?.origin).toEqual(origin)
    expect(await mayForget(team.bob, put.id)).toBe(false)
  })

  test('cannot be made up, changed or used for another memory', async () => {
    const { origin } = await lost()
    const person = team.ada.person.id
    const claims: Origin[] = [
      { ...origin, person },
      { ...origin, at: '2020-01-01T00:00:00.000Z' },
      { ...origin, proof: '0'.repeat(64) },
      origin,
    ]
    for (const claim of claims) {
      const put = team.put(`Pinned on somebody ${randomUUID()}.`, { origin: claim })
      await team.one(team.bob, put)
      expect((await team.state(put.id))?.origin?.person).toBe(team.bob.person.id)
    }
  })

  test('of a living memory does not let others forget it; of a forgotten one it does', async () => {
    const { id, project, origin } = await lost()
    const forget = { type: 'forget', id, project } as const
    const claimed = { ...forget, key: randomUUID(), origin }
    expect(await team.one(team.bob, claimed)).toMatchObject({ outcome: 'not-yours' })
    const backup = await takeBackup(owner(), team.organisation)
    const { origin: forgotten } = await team.one(team.alice, {
      ...{ ...forget, key: randomUUID(), origin },
    })
    await backup.restore()
    const known = { ...forget, key: randomUUID(), ...(forgotten && { origin: forgotten }) }
    expect(await team.one(team.bob, known)).toMatchObject({ outcome: 'stored' })
  })
})
