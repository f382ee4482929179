/** Recall on the server shows what is shared to those it is shared with, and to nobody else. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedRecallOperations } from '../../src/contract/team/shared-recall.ts'
import { createKey } from '../../src/core/team/people/keys.ts'
import { removeFromTeam } from '../../src/core/team/people/members.ts'
import { hasPostgres } from '../support/postgres.ts'
import type { SignedIn } from '../support/team/people.ts'
import { useServerApp } from '../support/team/server-app.ts'
import {
  makeTeam,
  putOperation,
  type TestTeam,
  useSyncServer,
} from '../support/team/sync-server.ts'

type Name = keyof typeof sharedRecallOperations

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('recall of what a team shares', () => {
  const app = useServerApp()
  const sync = useSyncServer(app)
  let team: TestTeam
  let memory: string
  let own: { readonly id: string; readonly memory: string }

  beforeAll(async () => {
    team = await makeTeam(sync)
    const put = team.put({ content: 'Only Acme knows about the harbour.', files: ['harbour.ts'] })
    memory = put.id
    await team.one(team.alice, put)
    const { id } = await sync.server.share(team.alice, { type: 'personal' })
    const personal = putOperation(id, 'Alice prefers the lighthouse theme.')
    await team.one(team.alice, personal)
    own = { id, memory: personal.id }
  })

  /** Each operation, asked about what there is. */
  const askAll = async (token: string, id: string, more: object = {}) => {
    const { recall, listMemories, getMemory, countMemories } = sharedRecallOperations
    const query = new URLSearchParams(more as Record<string, string>)
    const found = { query: 'who knows about the harbour lighthouse theme', weak: true, ...more }
    const answers: Record<Name, Response> = {
      recall: await app.post(token, recall.http.path, found),
      listMemories: await app.as(token, `${listMemories.http.path}?${query}`),
      getMemory: await app.as(token, getMemory.http.path.replace(':id', id)),
      countMemories: await app.as(token, `${countMemories.http.path}?${query}`),
    }
    const statuses = Object.values(answers).map(({ status }) => status)
    const text = (await Promise.all(Object.values(answers).map((each) => each.text()))).join('\n')
    return { statuses: [...new Set(statuses)], text }
  }
  const keyOf = async (person: SignedIn, scopes: ('recall' | 'store' | 'sync')[]) =>
    (await createKey(app.parts, person, { name: 'CI', scopes, days: 1 })).secret

  test('is for every member and reader, and their keys', async () => {
    const tokens = [team.bob.token, team.rita.token, await keyOf(team.rita, ['recall'])]
    for (const token of tokens) {
      const { statuses, text } = await askAll(token, memory)
      expect(statuses).toEqual([200])
      expect(text.match(/Only Acme knows/g)).toHaveLength(3)
    }
  })

  test('is not for strangers, nor for those who were removed, nor for their keys', async () => {
    const carol = await app.joined(team.olga, 'member')
    const hers = await keyOf(carol, ['recall'])
    expect((await askAll(hers, memory)).statuses).toEqual([200])
    await removeFromTeam(app.parts, team.olga, carol.person.id)
    for (const token of ['tl_nonsense', carol.token, hers]) {
      const { statuses, text } = await askAll(token, memory)
      expect(statuses).toEqual([401])
      expect(text).not.toContain('Acme')
    }
  })

  test('is not for keys without the scope', async () => {
    const { statuses, text } = await askAll(await keyOf(team.bob, ['store', 'sync']), memory)
    expect(statuses).toEqual([403])
    expect(text).toContain('create a key with that scope')
    expect(text).not.toContain('Acme')
  })

  test('is not for another organisation, which can name every id', async () => {
    const mallory = await app.founder()
    for (const token of [mallory.token, await keyOf(mallory, ['recall'])]) {
      for (const project of [undefined, team.project, 'app']) {
        const { text } = await askAll(token, memory, project === undefined ? {} : { project })
        expect(text).not.toMatch(/Only Acme|github/)
      }
    }
  })

  test('finds a personal project for its person only, and only if asked for', async () => {
    const asked = await askAll(team.alice.token, own.memory, { personal: 'true' })
    expect(asked.text.match(/lighthouse theme\./g)).toHaveLength(3)
    const unasked = await app.post(team.alice.token, '/api/recall', { query: 'lighthouse' })
    expect(await unasked.json()).toEqual({ hits: [] })
    for (const { token } of [team.olga, team.ada, team.bob, team.rita]) {
      for (const more of [{}, { personal: 'true' }, { personal: 'true', project: own.id }]) {
        const { text } = await askAll(token, own.memory, more)
        expect(text).not.toContain('theme.')
      }
    }
  })

  test('does not even show which words others keep for themselves', async () => {
    const reading = sync.database.reading(team.organisation)
    const terms = await reading.texts(
      `SELECT term FROM recall_terms WHERE organisation_id = $1 AND term LIKE '%lighthous%'`,
    )
    expect(terms).toEqual([expect.stringContaining(`${team.alice.person.id} `)])
  })

  describe('in the database', () => {
    test('every table of the index has rows of one organisation only', async () => {
      const mallory = await app.founder()
      const tables = ['documents', 'terms', 'totals']
      for (const table of tables.map((name) => `recall_${name}`)) {
        const count = (organisation: string) =>
          sync.database
            .reading(organisation)
            .number(`SELECT count(*) FROM ${table} WHERE $1::uuid IS NOT NULL`)
        expect(await count(team.organisation), table).toBeGreaterThan(0)
        expect(await count(mallory.organisation), table).toBe(0)
      }
    })

    test('the function with the owner’s rights refuses another organisation', async () => {
      const mallory = await app.founder()
      const asked = sync.database.reading(mallory.organisation).all(
        `SELECT * FROM recall_pool($2, '{}', '{}', '{h}', 10, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
             NULL) WHERE $1::uuid IS NOT NULL`,
        team.organisation,
      )
      await expect(asked).rejects.toThrow('another organisation')
    })
  })
})
