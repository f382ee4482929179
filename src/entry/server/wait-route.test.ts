import { beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../../../test/support/homes/world.ts'
import { hasPostgres } from '../../../test/support/postgres.ts'
import { useServerApp } from '../../../test/support/team/server-app.ts'
import { askSync } from '../../../test/support/team/sync-app.ts'
import { makeTeam, type TestTeam, useSyncServer } from '../../../test/support/team/sync-server.ts'
import { syncRoutes } from '../../contract/team/routes.ts'
import { waitAnswer } from '../../contract/team/sync.ts'
import { removeFromTeam } from '../../core/team/people/members.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the route that waits for a change', () => {
  const app = useServerApp()
  const sync = useSyncServer(app)
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const head = async () => (await sync.store.reading(team.organisation).head()).sequence
  const waiting = (count: number) => waitFor('an open wait', () => app.waits.count() === count)

  test('answers when a teammate pushed, and logs nothing about it', async () => {
    const after = await head()
    app.logged.length = 0
    const answer = askSync(app, team.bob.token, 'wait', { after })
    await waiting(1)
    await team.one(team.alice, team.put('Deploys run on Mondays.'))
    app.waits.wake(team.organisation, after + 1)
    const { status, body } = await answer
    expect({ status, body: waitAnswer.parse(body) }).toEqual({
      ...{ status: 200, body: { sequence: after + 1 } },
    })
    expect(app.logged.join()).not.toContain(syncRoutes.wait.path)
  })

  test('says nothing to who was removed while they waited', async () => {
    const carol = await app.joined(team.olga, 'member')
    const after = await head()
    const answer = askSync(app, carol.token, 'wait', { after })
    await waiting(1)
    await removeFromTeam(app.parts, team.olga, carol.person.id)
    app.waits.wake(team.organisation, after + 1)
    expect(await answer).toMatchObject({ status: 401 })
  })

  test('forgets a caller who hung up', async () => {
    const after = await head()
    const hangUp = new AbortController()
    const headers = { authorization: `Bearer ${team.bob.token}` }
    const { path } = syncRoutes.wait
    const answer = app.ask(`${path}?after=${after}`, { headers, signal: hangUp.signal })
    await waiting(1)
    hangUp.abort()
    await waiting(0)
    expect((await answer).status).toBe(200)
  })

  test.each(['', '?after=', '?after=-1', '?after=x', '?after=1.5'])(
    'refuses what is no number: "%s"',
    async (query) => {
      const headers = { authorization: `Bearer ${team.bob.token}` }
      expect((await app.ask(`${syncRoutes.wait.path}${query}`, { headers })).status).toBe(400)
    },
  )
})
