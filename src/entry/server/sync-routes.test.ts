import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../../../test/support/homes/world.ts'
import { hasPostgres } from '../../../test/support/postgres.ts'
import { useServerApp } from '../../../test/support/team/server-app.ts'
import { askSync, type SyncRouteName } from '../../../test/support/team/sync-app.ts'
import { makeTeam, type TestTeam, useSyncServer } from '../../../test/support/team/sync-server.ts'
import { conflictsAnswer, resolveAnswer } from '../../contract/team/conflicts.ts'
import { syncRoutes } from '../../contract/team/routes.ts'
import {
  bucketAnswer,
  bucketsAnswer,
  projectsAnswer,
  pullAnswer,
  pushAnswer,
  sharedProject,
  statesAnswer,
  syncLimits,
  waitAnswer,
} from '../../contract/team/sync.ts'
import { removeFromTeam } from '../../core/team/people/members.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the routes of sync', () => {
  const app = useServerApp()
  const sync = useSyncServer(app)
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const asAlice = (route: SyncRouteName, input?: object) =>
    askSync(app, team.alice.token, route, input)

  test('answer as the contract says', async () => {
    const { project } = team
    const put = team.put('Over the wire.')
    const { body: pushed } = await asAlice('push', { operations: [put] })
    expect(pushAnswer.parse(pushed)).toMatchObject({
      ...{ status: 'ok', answers: [{ key: put.key, outcome: 'stored' }] },
    })
    const { body: pulled } = await asAlice('pull', { projects: [project] })
    expect(pullAnswer.parse(pulled)).toMatchObject({ states: [{ id: put.id, text: put.text }] })
    const bucket = put.id.slice(-2)
    const { body: hashes } = await asAlice('buckets', { project })
    expect(Object.keys(bucketsAnswer.parse(hashes).hashes)).toEqual([bucket])
    const { body: entries } = await asAlice('bucket', { project, bucket })
    expect(bucketAnswer.parse(entries).entries).toMatchObject([{ id: put.id, type: 'memory' }])
    const { body: states } = await asAlice('states', { project, ids: [put.id] })
    expect(statesAnswer.parse(states).states).toMatchObject([{ id: put.id }])
    const { body: projects } = await asAlice('projects')
    expect(projectsAnswer.parse(projects).projects).toMatchObject([{ id: project, memories: 1 }])
    const lost = team.put('Over the fence.', { id: put.id, base: 0 })
    await asAlice('push', { operations: [lost] })
    const { body: open } = await asAlice('conflicts', { project })
    expect(conflictsAnswer.parse(open).conflicts).toMatchObject([{ id: lost.key }])
    const { body: resolved } = await asAlice('resolve', { id: lost.key, keep: 'other' })
    expect(resolveAnswer.parse(resolved)).toMatchObject({ memoryId: put.id })
    const { body: shared } = await asAlice('share', { type: 'personal' })
    expect(sharedProject.parse(shared)).toMatchObject({ type: 'personal' })
  })

  test('refuse what is malformed', async () => {
    const { project } = team
    const tooMany = Array.from({ length: syncLimits.operationsPerPush + 1 }, () => team.put('x'))
    const wrong = [
      ['push', { operations: tooMany }],
      ['push', { operations: [{ type: 'put' }] }],
      ['pull', { projects: ['app'] }],
      ['pull', { projects: [project], after: { sequence: -1, mark: 'x' } }],
      ['buckets', {}],
      ['bucket', { project, bucket: '../' }],
      ['states', { project, ids: Array.from({ length: 201 }, () => randomUUID()) }],
      ['share', { type: 'planet' }],
      ['conflicts', {}],
      ['resolve', { id: randomUUID(), keep: 'mine' }],
    ] as const
    for (const [route, input] of wrong) {
      expect(await asAlice(route, input), route).toMatchObject({
        ...{ status: 400, body: { error: { code: 'invalid-input' } } },
      })
    }
  })

  test('accept a pull of as many projects as a machine may share', async () => {
    const projects = Array.from({ length: 10_000 }, () => randomUUID())
    expect(await asAlice('pull', { projects })).toMatchObject({ status: 200 })
  })

  test('accept a push of the largest allowed size', async () => {
    const content = '字'.repeat(1_400)
    const files = Array.from({ length: 50 }, (_, index) => `${'路'.repeat(800)}/${index}`)
    const operations = Array.from({ length: syncLimits.operationsPerPush }, (_, index) =>
      team.put({ content: `${index} ${content.slice(0, 1_390)}`, files }),
    )
    const { status, body } = await asAlice('push', { operations })
    expect(status).toBe(200)
    const stored = operations.map(() => ({ outcome: 'stored' }))
    expect(body).toMatchObject({ answers: stored })
  })
})

describe('wait route', () => {
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

    test('says nothing to a caller who was removed while waiting', async () => {
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
})
