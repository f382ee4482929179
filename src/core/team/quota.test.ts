/** How much an organisation may have: what is refused, and what becomes of it on people's machines. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../test/support/postgres.ts'
import { openClient, type TestClient } from '../../../test/support/team/client.ts'
import { useTestConnection } from '../../../test/support/team/owner-connection.ts'
import { makeTeam, type TestTeam, useSyncServer } from '../../../test/support/team/sync-server.ts'
import { describeTeam } from './client/connection.ts'
import { invite } from './people/invitations.ts'
import { createKey, revokeKey } from './people/keys.ts'
import { reportQuota, setQuota } from './people/quota.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the quota of an organisation', () => {
  const sync = useSyncServer()
  const owner = useTestConnection(() => sync.people.url)
  let team: TestTeam
  beforeEach(async () => {
    team = await makeTeam(sync)
  })
  const limit = (change: Parameters<typeof setQuota>[2]) =>
    setQuota(sync.people.parts, team.organisation, change)
  const used = async () => (await reportQuota(sync.people.parts, team.organisation)).used

  describe('at the server', () => {
    test('stops new memories and delays nothing else', async () => {
      await limit({ memories: 2 })
      const [one, two, three] = [team.put('One.'), team.put('Two.'), team.put('Three.')]
      const answers = await team.push(team.alice, one, two, three)
      expect(answers.map(({ outcome }) => outcome)).toEqual(['stored', 'stored', 'over-quota'])
      expect(answers[2]?.reason).toBe('the organisation has reached its limit of 2 memories')
      const edit = team.put('One, edited.', { id: one.id, base: answers[0]?.version ?? 0 })
      expect(await team.one(team.alice, edit)).toMatchObject({ outcome: 'stored' })
      expect(await team.one(team.alice, team.put('Two.'))).toMatchObject({ outcome: 'same' })
      expect(await team.one(team.alice, team.forget(two.id))).toMatchObject({ outcome: 'stored' })
      // The same operation once there is room.
      expect(await team.one(team.alice, three)).toMatchObject({ outcome: 'stored' })
      expect(await used()).toMatchObject({ memories: 2 })
    })

    test('stops what would take more bytes, until something is forgotten', async () => {
      const long = team.put('x'.repeat(1_200))
      const { version = 0 } = await team.one(team.alice, long)
      await limit({ bytes: 2_048 })
      const edit = team.put('y'.repeat(1_200), { id: long.id, base: version })
      expect(await team.one(team.alice, edit)).toMatchObject({
        outcome: 'over-quota',
        reason: 'the organisation has reached its limit of 2.0 KB of memories',
      })
      expect(await team.state(long.id)).toMatchObject({ version })
      await team.push(team.alice, team.forget(long.id))
      expect(await used()).toMatchObject({ memories: 0, bytes: 0 })
      expect(await team.one(team.alice, team.put('z'.repeat(1_200)))).toMatchObject({
        outcome: 'stored',
      })
    })

    test('counts what is there, whatever happened to it', async () => {
      const first = team.put('First.')
      const { version = 0 } = await team.one(team.alice, first)
      const second = team.put('Second.')
      await team.push(
        team.alice,
        second,
        team.put('First, edited.', { id: first.id, base: version }),
        team.put('First, edited too late.', { id: first.id, base: version }),
        team.forget(second.id),
      )
      const { rows } = await owner().query(
        `SELECT count(*) FILTER (WHERE is_memory)::int AS memories, sum(size)::int AS bytes FROM (
           SELECT true AS is_memory, octet_length(text::text) AS size FROM shared_memories
             WHERE organisation_id = $1 AND text IS NOT NULL
           UNION ALL SELECT false, octet_length(text::text) FROM shared_revisions
             WHERE organisation_id = $1
           UNION ALL SELECT false, octet_length(text::text) FROM sync_conflicts
             WHERE organisation_id = $1) AS counted`,
        [team.organisation],
      )
      expect(await used()).toMatchObject(rows[0])
      expect(rows[0].bytes).toBeGreaterThan(500)
    })

    test('stops a person alone, who shared too much', async () => {
      await limit({ perPerson: 1 })
      const answers = await team.push(team.alice, team.put('One.'), team.put('Two.'))
      expect(answers.map(({ outcome }) => outcome)).toEqual(['stored', 'over-quota'])
      expect(answers[1]?.reason).toBe('you have reached the limit of 1 memory for each person')
      const bobs = team.put('Three.')
      expect(await team.one(team.bob, bobs)).toMatchObject({ outcome: 'stored' })
      expect(await used()).toMatchObject({ memories: 2, perPerson: 1 })
      expect(await team.one(team.bob, team.forget(bobs.id))).toMatchObject({ outcome: 'stored' })
      expect(await team.one(team.bob, team.put('Four.'))).toMatchObject({ outcome: 'stored' })
    })

    test('stops removals of what was never here, which count as memories', async () => {
      const refused: string[] = []
      for (let n = 0; n < 12; n += 1) {
        const forgets = Array.from({ length: 100 }, () => team.forget(randomUUID()))
        for (const { outcome, reason } of await team.push(team.bob, ...forgets)) {
          if (outcome !== 'stored') refused.push(`${outcome}: ${reason}`)
        }
      }
      expect(refused).toHaveLength(200)
      expect(new Set(refused)).toEqual(
        new Set(['over-quota: you have removed 1,000 memories that the server never had']),
      )
      expect(await used()).toMatchObject({ memories: 1_000, perPerson: 1_000 })
      // What is here can be removed still.
      const put = team.put('A memory.')
      await team.one(team.bob, put)
      expect(await team.one(team.bob, team.forget(put.id))).toMatchObject({ outcome: 'stored' })
    })

    test('stops invitations and joining, and says who can help', async () => {
      const { parts } = sync.people
      const { code } = await invite(parts, team.olga, 'late@example.com', 'member')
      await limit({ members: 5 })
      const refusal = {
        code: 'conflict',
        message: 'the organisation has reached its limit of 5 members',
        hint: expect.stringContaining('throughline server quota'),
      }
      await expect(invite(parts, team.olga, 'x@example.com', 'member')).rejects.toMatchObject(
        refusal,
      )
      await expect(sync.people.signIn(code)).rejects.toMatchObject(refusal)
      await limit({ members: null })
      await sync.people.signIn(code)
    })

    test('stops keys, until one is revoked or expires', async () => {
      const { parts } = sync.people
      const create = (days: number) =>
        createKey(parts, team.alice, { name: 'CI', scopes: ['recall'], days })
      await limit({ keys: 1 })
      const { key } = await create(1)
      await expect(create(1)).rejects.toThrow('its limit of 1 key')
      await revokeKey(parts, team.alice, key.id)
      await create(1)
      sync.people.wait({ days: 2 })
      await create(30)
    })
  })

  describe('on a machine', () => {
    let alice: TestClient
    const round = async () => {
      alice.clock.advance(10 * 60_000)
      await alice.sync()
    }
    const contents = async () =>
      (await team.pull(team.bob)).flatMap((state) =>
        state.type === 'memory' ? [state.text.content] : [],
      )
    beforeEach(async () => {
      alice = await openClient(() => sync.server, team.alice)
      await alice.share()
      await limit({ memories: 1 })
      await alice.write('The first.')
      await round()
    })

    test('what finds no room waits, is shown, and is sent when there is room', async () => {
      await alice.write('The second.')
      for (let count = 0; count < 10; count += 1) await round()
      expect(await contents()).toEqual(['The first.'])
      expect(await describeTeam(alice.store)).toMatchObject({
        state: 'connected',
        counts: { waiting: 1, parked: 0 },
        delayed: [{ count: 1, problem: 'the organisation has reached its limit of 1 memory' }],
      })
      await limit({ memories: 2 })
      await round()
      expect(await contents()).toEqual(['The first.', 'The second.'])
      expect(await describeTeam(alice.store)).toMatchObject({ counts: { waiting: 0 }, delayed: [] })
    })

    test('it is asked again after minutes, not with every round', async () => {
      await alice.write('The second.')
      await alice.sync()
      const pushes = () => alice.line.requests.filter((request) => request === 'push').length
      const before = pushes()
      await alice.sync()
      expect(pushes()).toBe(before)
      await alice.store.transaction((tx) => tx.team.retryDelayed())
      await alice.sync()
      expect(pushes()).toBe(before + 1)
    })

    test('what changes meanwhile is sent as it is then; what is forgotten is not sent', async () => {
      const [second, third] = [await alice.write('The second.'), await alice.write('The third.')]
      await round()
      await alice.edit(second.id, 'The second, edited.')
      await alice.forget(third.id)
      await limit({ memories: null })
      await round()
      await round()
      expect(await contents()).toEqual(['The first.', 'The second, edited.'])
      expect(await alice.counts()).toMatchObject({ waiting: 0, parked: 0 })
    })

    test('forgetting does not wait behind an edit that finds no room', async () => {
      const known = await alice.write('A memory.')
      await limit({ memories: null })
      await round()
      await limit({ bytes: 1 })
      await alice.edit(known.id, 'A memory, edited.')
      await round()
      expect(await alice.counts()).toMatchObject({ waiting: 1 })
      await alice.forget(known.id)
      await alice.sync()
      expect(await contents()).toEqual(['The first.'])
      expect(await alice.counts()).toMatchObject({ waiting: 0, parked: 0 })
    })
  })
})
