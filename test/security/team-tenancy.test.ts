/** What a team shares is seen by its people only, on every route and in every table. */
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../src/core/team/people/keys.ts'
import { removeFromTeam } from '../../src/core/team/people/members.ts'
import { hasPostgres } from '../support/postgres.ts'
import { useTestConnection } from '../support/team/owner-connection.ts'
import { useServerApp } from '../support/team/server-app.ts'
import { askSync, requestsAbout, type SyncRouteName } from '../support/team/sync-app.ts'
import {
  makeTeam,
  putOperation,
  type TestTeam,
  useSyncServer,
} from '../support/team/sync-server.ts'

const words = 'Only Acme knows about the harbour.'
const done = '1. Dig the harbour.'
const identity = 'github.com/acme/app'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the memories of a team', () => {
  const app = useServerApp()
  const sync = useSyncServer(app)
  const owner = useTestConnection(() => sync.people.url)
  let team: TestTeam
  let memory: string
  let requests: Record<SyncRouteName, object>
  const ask = (token: string | undefined, route: SyncRouteName, input?: object) =>
    askSync(app, token, route, input)
  const routes = () => Object.entries(requests) as [SyncRouteName, object][]

  beforeAll(async () => {
    team = await makeTeam(sync)
    const put = team.put(words)
    memory = put.id
    const [answer] = await team.push(team.alice, put)
    const edit = team.put(`${words} Indeed.`, { id: memory, base: answer?.version ?? 0 })
    // Leaves a row in every table.
    const lost = team.put('A third version, of the harbour.', { id: memory, base: 1 })
    const digest = team.putDigest(done)
    await team.push(team.alice, edit, lost, digest)
    await sync.server.share(team.alice, {
      ...{ type: 'team', name: 'app', identity, aliases: ['acme/app'] },
    })
    const attempts = [
      putOperation(team.project, 'Planted.', { id: memory }),
      putOperation(team.project, 'Planted too.'),
      team.forget(memory),
      team.withdraw(memory),
      team.putDigest('Planted.', { id: digest.id }),
      team.putDigest('Planted too.'),
      { ...team.forget(digest.id), of: 'digest' },
      { ...team.withdraw(digest.id), of: 'digest' },
    ]
    requests = requestsAbout({ id: team.project, identity }, memory, attempts, lost.key)
  })

  const expectUntouched = async () => {
    const states = await team.pull(team.alice)
    expect(states).toMatchObject([
      { type: 'memory', text: { content: `${words} Indeed.` } },
      { type: 'digest', text: { content: done } },
    ])
  }

  test('are given to those who belong to it', async () => {
    const reading = routes().filter(([name]) => name !== 'push' && name !== 'resolve')
    for (const [route, input] of reading) {
      expect(await ask(team.bob.token, route, input), route).toMatchObject({ status: 200 })
    }
    expect((await ask(team.bob.token, 'pull', requests.pull)).body).toMatchObject({
      states: [{ id: memory, text: { content: `${words} Indeed.` } }, { text: { content: done } }],
    })
  })

  test('are not given to strangers, nor to those who were removed', async () => {
    const carol = await sync.people.joined(team.olga, 'member')
    const hers = await ask(carol.token, 'pull', requests.pull)
    expect(hers.status).toBe(200)
    await removeFromTeam(sync.people.parts, team.olga, carol.person.id)
    const forged = `${team.alice.token.slice(0, -4)}0000`
    for (const token of [undefined, '', 'tl_nonsense', forged, carol.token]) {
      for (const [route, input] of routes()) {
        const { status, body } = await ask(token, route, input)
        expect(status, route).toBe(401)
        expect(JSON.stringify(body)).not.toContain('harbour')
      }
    }
    await expectUntouched()
  })

  test('are not given to people and keys of another organisation, who can name all ids', async () => {
    const mallory = await sync.people.founder()
    const asked = { name: 'ci', scopes: ['sync', 'store', 'recall'], days: 1 } as const
    const { secret } = await createKey(sync.people.parts, mallory, {
      ...asked,
      scopes: [...asked.scopes],
    })
    for (const token of [mallory.token, secret]) {
      const answers = Object.fromEntries(
        await Promise.all(
          routes().map(async ([route, input]) => [route, await ask(token, route, input)]),
        ),
      )
      expect(answers).toMatchObject({
        push: {
          status: 200,
          body: { answers: Array.from({ length: 8 }, () => ({ outcome: 'refused' })) },
        },
        ...{ pull: { status: 200, body: { states: [] } }, wait: { body: { sequence: 0 } } },
        ...{ buckets: { status: 404 }, bucket: { status: 404 }, states: { status: 404 } },
        projects: { status: 200 },
        share: { status: 200, body: { memories: 0, digests: 0 } },
        ...{ conflicts: { status: 404 }, resolve: { status: 404 } },
      })
      expect(answers.share.body.id).not.toBe(team.project)
      expect(JSON.stringify(answers)).not.toMatch(/harbour|acme\/app"\]/)
    }
    await expectUntouched()
  })

  test('are not changed by readers, nor by keys without the scope', async () => {
    const key = await createKey(sync.people.parts, team.alice, {
      ...{ name: 'ci', scopes: ['recall', 'store'], days: 1 },
    })
    for (const [route, input] of routes()) {
      expect((await ask(key.secret, route, input)).status, route).toBe(403)
    }
    const refusedPush = await ask(team.rita.token, 'push', requests.push)
    expect(refusedPush).toMatchObject({ status: 403, body: { error: { code: 'not-allowed' } } })
    expect((await ask(team.rita.token, 'resolve', requests.resolve)).status).toBe(403)
    const unshared = { ...requests.share, identity: 'github.com/acme/new' }
    expect((await ask(team.rita.token, 'share', unshared)).status).toBe(403)
    await expectUntouched()
  })

  test('of a person’s own project are given to nobody else, whatever their role', async () => {
    const own = await sync.server.share(team.alice, { type: 'personal' })
    const put = putOperation(own.id, 'My own harbour.')
    await team.push(team.alice, put)
    const attempt = [putOperation(own.id, 'Planted.'), { ...team.forget(put.id), project: own.id }]
    const about = requestsAbout(own, put.id, attempt)
    for (const { token } of [team.olga, team.ada, team.bob]) {
      for (const [route, input] of Object.entries(about) as [SyncRouteName, object][]) {
        const { status, body } = await ask(token, route, input)
        expect(JSON.stringify(body), route).not.toContain('harbour')
        if (route === 'push') {
          expect(body).toMatchObject({ answers: [{ outcome: 'refused' }, { outcome: 'refused' }] })
        } else if (!['pull', 'projects', 'wait', 'unshare'].includes(route)) {
          expect(status, route).toBeGreaterThanOrEqual(400)
        }
      }
    }
    expect(await team.pull(team.alice, own.id)).toMatchObject([{ text: put.text }])
  })

  describe('in the database', () => {
    /** Of migrations, which the application cannot read at all. */
    const ownersOnly = ['schema_migrations']
    const tables = async () => {
      const { rows } =
        await owner().query(`SELECT c.relname AS name, c.relrowsecurity AS is_guarded,
        EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) AS has_policy
        FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        ORDER BY 1`)
      return rows as { name: string; is_guarded: boolean; has_policy: boolean }[]
    }
    const shared = async () =>
      (await tables()).map(({ name }) => name).filter((name) => !ownersOnly.includes(name))
    const keyOf = (table: string) => (table === 'organisations' ? 'id' : 'organisation_id')

    /** Runs one statement as the application, for an organisation or none. */
    const asApplication = async (sql: string, organisation?: string) => {
      const client = new pg.Client(sync.people.url)
      await client.connect()
      try {
        await client.query('SET ROLE throughline_app')
        if (organisation !== undefined) {
          await client.query("SELECT set_config('throughline.organisation', $1, false)", [
            organisation,
          ])
        }
        return await client.query(sql)
      } finally {
        await client.end()
      }
    }

    test('every table is guarded by a policy', async () => {
      const open = (await tables()).filter(
        ({ is_guarded, has_policy }) => !is_guarded || !has_policy,
      )
      expect(open.map(({ name }) => name)).toEqual(ownersOnly)
    })

    test('every table of sync has rows', async () => {
      for (const name of (await shared()).filter((each) => /^(sync|shared)_/.test(each))) {
        const { rowCount } = await owner().query(
          `SELECT FROM ${name} WHERE organisation_id = '${team.organisation}'`,
        )
        expect(rowCount, name).toBeGreaterThan(0)
      }
    })

    test('the application reads nothing without an organisation', async () => {
      for (const name of await shared()) {
        expect((await asApplication(`SELECT * FROM ${name}`)).rows, name).toEqual([])
      }
      for (const name of ownersOnly) {
        await expect(asApplication(`SELECT * FROM ${name}`), name).rejects.toThrow(/permission/)
      }
    })

    test('the application reads and changes nothing of another organisation', async () => {
      const mallory = await sync.people.founder()
      for (const name of await shared()) {
        const ours = `FROM ${name} WHERE ${keyOf(name)} = '${team.organisation}'`
        const { rows } = await asApplication(`SELECT * ${ours}`, mallory.organisation)
        expect(rows, name).toEqual([])
        const { rows: before } = await owner().query(`SELECT * ${ours}`)
        for (const sql of [
          `DELETE ${ours}`,
          `UPDATE ${name} SET ${keyOf(name)} = '${mallory.organisation}'
           WHERE ${keyOf(name)} = '${team.organisation}'`,
        ]) {
          const changed = await asApplication(sql, mallory.organisation).catch(() => undefined)
          expect(changed?.rowCount ?? 0, sql).toBe(0)
        }
        expect((await owner().query(`SELECT * ${ours}`)).rows, name).toEqual(before)
      }
    })

    test('the application plants nothing in another organisation', async () => {
      const mallory = await sync.people.founder()
      const heads = `INSERT INTO sync_answers (organisation_id, person_id, key, answer, at)
        VALUES ('${team.organisation}', gen_random_uuid(), gen_random_uuid(), '{}', now())`
      await expect(asApplication(heads, mallory.organisation)).rejects.toThrow(/row-level security/)
    })

    test('what runs with the owner’s rights is not for everyone, and finds its own tables', async () => {
      const { rows } = await owner().query(`SELECT proname FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND prosecdef
        AND (NOT coalesce(proconfig::text LIKE '%search_path%', false)
          OR has_function_privilege('public', oid, 'EXECUTE'))`)
      expect(rows).toEqual([])
    })
  })
})
