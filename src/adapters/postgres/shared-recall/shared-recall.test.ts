import type { QueryResult } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { findIndexFaults } from '../../../../test/support/team/index-faults.ts'
import { useTestConnection } from '../../../../test/support/team/owner-connection.ts'
import {
  makeTeam,
  putOperation,
  type TestTeam,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import { Queries, type Row, type Value } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { openSharedMemoryStore } from './shared-memory-store.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the index of what is shared', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const owner = useTestConnection(() => sync.people.url)
  const faults = () => findIndexFaults(sync.database, team.organisation)
  const repair = () => openSharedMemoryStore(sync.database).repairIndex(team.organisation)
  const write = (sql: string) =>
    sync.database.transaction(team.organisation, (queries) => queries.run(sql))
  const dump = async () => {
    const tables = ['documents', 'terms'].map((name) => `recall_${name}`)
    const rows = tables.map(
      (name) => `SELECT to_jsonb(t)::text FROM ${name} AS t
      WHERE organisation_id = $1`,
    )
    return (await sync.database.reading(team.organisation).texts(rows.join(' UNION ALL '))).join()
  }

  test('follows puts, edits, moves and removals', async () => {
    const { id: own } = await sync.server.share(team.alice, { type: 'personal' })
    const put = team.put({ content: 'Use tabs here.', key: 'tabs', tags: ['format'] })
    const { version: base = 0 } = await team.one(team.alice, put)
    await team.one(team.bob, team.put('Use spaces here.', { id: put.id, base }))
    expect(await faults()).toEqual([])
    await team.push(team.alice, team.withdraw(put.id), putOperation(own, 'Mine.', { id: put.id }))
    expect(await faults()).toEqual([])
    await team.one(team.alice, { ...team.forget(put.id), project: own })
    expect(await faults()).toEqual([])
  })

  test('keeps no word of what was forgotten, or of an earlier wording', async () => {
    const put = team.put({ content: 'Xylophone orders need Zanzibar.', files: ['xylophone.ts'] })
    const { version: base = 0 } = await team.one(team.alice, put)
    expect(await dump()).toMatch(/xylophon.*zanzibar/is)
    await team.one(team.alice, team.put('Xylophone orders need Quito.', { id: put.id, base }))
    expect(await dump()).not.toMatch(/zanzibar/i)
    await team.one(team.alice, team.forget(put.id))
    expect(await dump()).not.toMatch(/xylophon|quito/i)
  })

  test('is repaired after whatever happened to it, once', async () => {
    const puts = Array.from({ length: 250 }, (_, n) => team.put(`Statement number ${n} of many.`))
    for (let n = 0; n < puts.length; n += 50) await team.push(team.alice, ...puts.slice(n, n + 50))
    expect(await repair()).toEqual({ added: 0, removed: 0 })
    await write('DELETE FROM recall_documents WHERE organisation_id = $1')
    for (const table of ['terms', 'totals']) {
      await write(`DELETE FROM recall_${table} WHERE organisation_id = $1`)
    }
    expect(await repair()).toEqual({ added: 250, removed: 0 })
    // As processes of a version that did not index would have left it.
    const [changed, gone] = puts
    await write(`UPDATE shared_memories SET version = version + 1, text = jsonb_set(text,
      '{content}', '"Changed."') WHERE organisation_id = $1 AND id = '${changed?.id}'`)
    await write(`UPDATE shared_memories SET type = 'forgotten', text = NULL, content_hash = NULL
      WHERE organisation_id = $1 AND id = '${gone?.id}'`)
    expect(await repair()).toEqual({ added: 1, removed: 1 })
    expect(await faults()).toEqual([])
  })

  test('shows nothing that is no longer shared, even before it is repaired', async () => {
    const put = team.put('Kumquats are out of season.')
    await team.one(team.alice, put)
    const find = async () => {
      const store = openSharedMemoryStore(sync.database)
      const found = await store.read(team.organisation, team.bob.person.id, ({ search }) =>
        search({ personal: false }).newest({ types: ['memory'] }, 1_000),
      )
      return found.some(({ id }) => id === put.id)
    }
    expect(await find()).toBe(true)
    await write(`UPDATE shared_memories SET version = version + 1
      WHERE organisation_id = $1 AND id = '${put.id}'`)
    expect(await find()).toBe(false)
    await repair()
    expect(await find()).toBe(true)
  })

  test('a write that fails leaves neither the memory nor the index', async () => {
    const before = await dump()
    const failing = sync.store.writing(team.organisation, async (tx) => {
      const { id, project, text } = team.put('Never happened.')
      const { person: author } = team.alice
      const state = { type: 'memory', id, project, version: 1, author, text } as const
      const sharedAt = text.createdAt
      await tx.write({ ...state, creator: author.id, sharedAt }, sharedAt)
      throw new Error('stopped')
    })
    await expect(failing).rejects.toThrow('stopped')
    expect(await dump()).toBe(before)
  })

  test('is read through indexes, also under row level security', async () => {
    const plans: string[] = []
    const explaining = (queries: Queries) =>
      new Queries(queries.organisation, async (sql, [, ...values]) => {
        const plan = await queries.all(`EXPLAIN ${sql}`, ...(values as Value[]))
        plans.push(plan.map((row) => row['QUERY PLAN']).join('\n'))
        const rows = await queries.all(sql, ...(values as Value[]))
        return { rows, rowCount: rows.length } as QueryResult<Row>
      })
    // PostgreSQL reads small tables whole.
    const puts = Array.from({ length: 1_000 }, (_, n) => team.put(`Word${n} is said here.`))
    for (let n = 0; n < puts.length; n += 100) {
      await team.push(team.alice, ...puts.slice(n, n + 100))
    }
    await owner().query('ANALYZE')
    const snapshot: TeamDatabase['snapshot'] = (organisation, work) =>
      sync.database.snapshot(organisation, (queries) => work(explaining(queries)))
    const store = openSharedMemoryStore({ snapshot } as TeamDatabase)
    await store.read(team.organisation, team.alice.person.id, async (reader) => {
      const index = reader.search({ personal: false })
      const scopes = [{ scope: 'project', scopeId: team.project }] as const
      await index.frequencies(['word7', 'said'])
      const found = await index.candidates(['word7', 'word8'], { scopes }, 150)
      expect(found).toHaveLength(2)
      await index.find(found)
      await index.texts(found)
    })
    const [frequencies, candidates, find, texts] = plans
    expect(frequencies).toMatch(/Index Cond: .*\(term = ANY/)
    for (const plan of [candidates, find]) {
      expect(plan).toMatch(/ on shared_memories s .*\n *Index Cond: .*\(id = d.memory_id\)/)
    }
    expect(texts).toMatch(/ on shared_memories m .*\n *Index Cond: .*\(id = ANY/)
  })
})
