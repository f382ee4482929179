import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../test/support/postgres.ts'
import { useServerApp } from '../../../test/support/team/server-app.ts'
import { makeTeam, type TestTeam, useSyncServer } from '../../../test/support/team/sync-server.ts'
import { sharedOperations } from '../../contract/team/shared-recall.ts'
import { createKey } from '../../core/team/people/keys.ts'

const { recall, listMemories, getMemory, countMemories } = sharedOperations

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('recall over HTTP', () => {
  const app = useServerApp()
  const sync = useSyncServer(app)
  let team: TestTeam
  let key: string
  let harbour: string
  beforeAll(async () => {
    team = await makeTeam(sync)
    const put = team.put({
      ...{ content: 'The harbour simulator needs Node 24.', kind: 'rule', files: ['sim/tide.ts'] },
      tags: ['simulator'],
    })
    harbour = put.id
    await team.push(team.alice, put, team.put('Deploys wait for the nightly build.'))
    const asked = { name: 'CI', scopes: ['recall' as const], days: 1 }
    key = (await createKey(app.parts, team.bob, asked)).secret
  })

  const ask = async (input: object, token = key) => {
    const response = await app.post(token, recall.http.path, input)
    return { status: response.status, body: await response.json() }
  }
  const hits = async (input: object) => recall.output.parse((await ask(input)).body).hits
  const get = async (path: string, token = key) => (await app.as(token, path)).json()

  test('names the author, the project and the reason, as the contract says', async () => {
    const { status, body } = await ask({ query: 'which Node for the simulator?' })
    expect(status).toBe(200)
    expect(recall.output.parse(body).hits).toEqual([
      {
        ...{ id: harbour, type: 'memory', text: 'The harbour simulator needs Node 24.' },
        ...{ at: '2026-01-01T00:00:00.000Z', project: 'app', kind: 'rule', scope: 'project' },
        ...{ pinned: false, standing: 'memory', trust: 'user', author: team.alice.person.name },
        explanation: ['has node, simul'],
        relevance: expect.any(Number),
        marks: expect.arrayContaining(['simulator']),
      },
    ])
  })

  test.each([
    'app',
    'github.com/acme/app',
    'https://github.com/acme/app.git',
    'git@github.com:Acme/app.git',
  ])('knows the project as %s', async (project) => {
    expect(await hits({ query: 'harbour', project })).toMatchObject([{ id: harbour }])
  })

  test('lists the projects if it does not know one', async () => {
    expect(await ask({ query: 'harbour', project: 'nowhere' })).toEqual({
      status: 404,
      body: {
        error: {
          code: 'not-found',
          message: 'the team shares no project "nowhere"',
          hint: 'it shares github.com/acme/app',
        },
      },
    })
  })

  test('filters by kind, file and time', async () => {
    const ids = async (input: object) =>
      (await hits({ query: 'harbour', ...input })).map(({ id }) => id)
    expect(await ids({ kind: 'rule', file: 'tide.ts', since: '2025-12-31' })).toEqual([harbour])
    expect(await ids({ kind: 'fact' })).toEqual([])
    expect(await ids({ file: 'wind.ts' })).toEqual([])
    expect(await ids({ since: '2026-01-02' })).toEqual([])
  })

  test.each([{}, { query: '' }, { query: 'x', folder: '/' }, { query: 'x', limit: 1_000 }])(
    'refuses %j',
    async (input) => {
      expect(await ask(input)).toMatchObject({
        ...{ status: 400, body: { error: { code: 'invalid-input' } } },
      })
    },
  )

  test('lists, reads and counts', async () => {
    const listed = listMemories.output.parse(await get('/api/memories?project=app'))
    expect(listed).toMatchObject({
      total: 2,
      memories: [{ content: 'Deploys wait for the nightly build.' }, { id: harbour }],
    })
    expect(await get('/api/memories?tag=simulator&kind=rule')).toMatchObject({
      total: 1,
      memories: [{ id: harbour, trust: 'teammate', author: team.alice.person }],
    })
    expect(getMemory.output.parse(await get(`/api/memories/${harbour}`))).toMatchObject({
      ...{ content: 'The harbour simulator needs Node 24.', files: ['sim/tide.ts'] },
      author: team.alice.person,
    })
    expect(await get('/api/memories/nothing')).toMatchObject({ error: { code: 'not-found' } })
    expect(countMemories.output.parse(await get('/api/memory-counts'))).toEqual({
      total: 2,
      counts: [
        { scope: 'project', kind: 'fact', count: 1 },
        { scope: 'project', kind: 'rule', count: 1 },
      ],
    })
  })

  test('stores and forgets with a key that allows it', async () => {
    const asked = { name: 'CI', scopes: ['store' as const], days: 1 }
    const { secret } = await createKey(app.parts, team.bob, asked)
    const input = { content: 'The nightly build takes 40 minutes.', project: 'app' }
    expect((await app.post(key, '/api/memories', input)).status).toBe(403)
    const stored = await (await app.post(secret, '/api/memories', input)).json()
    const { outcome, memory } = sharedOperations.storeMemory.output.parse(stored)
    expect(outcome).toBe('created')
    expect(await team.state(memory.id)).toMatchObject({ author: team.bob.person })
    const gone = await app.post(secret, '/api/memories/forget', { id: memory.id })
    expect(await gone.json()).toEqual({ id: memory.id, outcome: 'forgotten' })
  })

  test('finds a change at once, and no removed memories', async () => {
    const put = team.put('Seagulls trigger the radar alarm.')
    const { version = 0 } = await team.one(team.alice, put)
    const find = async (query: string) => (await hits({ query })).map(({ text }) => text)
    expect(await find('radar alarm')).toEqual(['Seagulls trigger the radar alarm.'])
    const edit = team.put('Pelicans trigger the radar alarm.', { id: put.id, base: version })
    await team.one(team.bob, edit)
    expect(await find('radar alarm')).toEqual(['Pelicans trigger the radar alarm.'])
    expect(await find('seagulls')).toEqual([])
    await team.one(team.alice, team.forget(put.id))
    expect(await find('radar alarm')).toEqual([])
    expect(await get(`/api/memories/${put.id}`)).toMatchObject({ error: { code: 'not-found' } })
  })

  test('shows the successor of an outdated memory', async () => {
    const validFrom = '2025-01-01T00:00:00.000Z'
    const old = team.put({ content: 'The crane API is at version 3.', validFrom })
    const now = team.put('The crane API is at version 4.')
    const [{ version: base = 0 } = {}] = await team.push(team.alice, old, now)
    const text = { ...old.text, validTo: now.text.validFrom, supersededBy: now.id }
    await team.one(team.alice, team.put(text, { id: old.id, base }))
    const query = 'crane API version'
    expect(await hits({ query })).toMatchObject([{ id: now.id }])
    expect(await hits({ query, asOf: '2025-06-01' })).toMatchObject([
      { id: old.id, outdated: { how: 'superseded', by: now.id } },
    ])
  })
})
