import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import {
  makeTeam,
  type TestTeam,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import { createKey } from './keys.ts'
import { changeRole } from './members.ts'
import { decidePolicy, readPolicy } from './policy.ts'
import { authenticate } from './tokens.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the policy of a team', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const parts = () => sync.people.parts
  const everyone = { approve: 'members', people: [] } as const
  const pull = async () => {
    const answer = await sync.server.pull(team.bob, { projects: [team.project] })
    if (answer.status !== 'ok') throw new Error('the pull was reset')
    return answer
  }

  test('approves nobody until an admin decides, and everyone may read it', async () => {
    expect(await readPolicy(parts(), team.rita)).toEqual({
      ...{ version: 0, approve: 'nobody', people: [] },
    })
    await decidePolicy(parts(), team.ada, everyone)
    const people = [team.bob.person.id]
    await decidePolicy(parts(), team.olga, { approve: 'named', people })
    expect(await readPolicy(parts(), team.rita)).toMatchObject({
      ...{ version: 2, approve: 'named', people: [team.bob.person] },
      decidedBy: team.olga.person,
    })
    expect((await pull()).policy).toMatchObject({ version: 2, approve: 'named', people })
    const audit = await parts().store.reading(team.organisation).audit(2)
    expect(audit.map(({ action, facts }) => [action, facts.approve])).toEqual([
      ['policy-decided', 'named'],
      ['policy-decided', 'members'],
    ])
  })

  test('is decided neither by members and readers, nor by the key of an admin', async () => {
    const before = await readPolicy(parts(), team.rita)
    const asked = { name: 'ci', scopes: ['admin' as const, 'sync' as const], days: 1 }
    const { secret } = await createKey(parts(), team.ada, asked)
    const key = await authenticate(parts(), secret)
    if (!key) throw new Error('the key does not work')
    for (const caller of [team.alice, team.rita, key]) {
      await expect(decidePolicy(parts(), caller, everyone)).rejects.toMatchObject({
        code: 'not-allowed',
      })
    }
    const former = await sync.people.joined(team.olga, 'admin')
    await changeRole(parts(), team.olga, former.person.id, 'member')
    await expect(decidePolicy(parts(), former, everyone)).rejects.toMatchObject({
      code: 'not-allowed',
    })
    expect(await readPolicy(parts(), team.rita)).toEqual(before)
  })

  test('names members only', async () => {
    const stranger = await sync.people.founder()
    const request = { approve: 'named', people: [stranger.person.id] } as const
    await expect(decidePolicy(parts(), team.olga, request)).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('names new people: those who first shared less than 24 hours ago, by the server’s clock', async () => {
    const carol = await sync.people.joined(team.olga, 'member')
    sync.people.wait({ days: 30 })
    expect((await pull()).policy?.newcomers).not.toContain(carol.person.id)
    const put = team.put({ content: 'Ports start at 9000.', createdAt: '2001-01-01T00:00:00.000Z' })
    await team.one(carol, put)
    const shown = async () => (await pull()).states.find(({ id }) => id === put.id)
    expect((await pull()).policy?.newcomers).toEqual([carol.person.id])
    expect(await shown()).toMatchObject({ isFromNewcomer: true })
    const request = { project: team.project, ids: [put.id] }
    const { states } = await sync.server.states(team.bob, request)
    expect(states).toMatchObject([{ isFromNewcomer: true }])
    sync.people.wait({ days: 1 })
    expect((await pull()).policy?.newcomers).toEqual([])
    expect(await shown()).not.toHaveProperty('isFromNewcomer')
  })
})
