import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { sha256 } from '../../../test/support/core/capture.ts'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { hasPostgres, useTestDatabase } from '../../../test/support/postgres.ts'
import { forgetMemory } from '../../core/memory/forget-memory.ts'
import { writeMemory } from '../../core/memory/write-memory.ts'
import type { Change } from '../../core/ports/change-feed.ts'
import { feedStart } from '../../core/ports/change-feed.ts'
import { recall } from '../../core/recall/recall.ts'
import { createRedactor } from '../redaction/redactor.ts'
import { createOrganisation } from './connection/organisations.ts'
import { openTeamDatabase, type TeamDatabase } from './connection/team-database.ts'
import { listenForChanges } from './feed/listen.ts'
import { openTeamStore } from './team-store.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the store of an organisation', () => {
  const url = useTestDatabase()
  let database: TeamDatabase
  beforeAll(async () => {
    database = await openTeamDatabase({ url: url() })
  })
  afterAll(() => database.close())

  const clock = createTestClock()
  const open = async (on = database) => {
    const organisation = await createOrganisation(on, 'test')
    return { organisation, ...openTeamStore({ database: on, organisation, clock }) }
  }
  type Opened = Awaited<ReturnType<typeof open>>
  const redactor = createRedactor()
  const address = { scope: 'project', scopeId: 'p' } as const
  const write = (store: Opened, content: string) =>
    writeMemory(
      { ...address, content, source: 'manual', trust: 'user' },
      { ...store, clock, redactor, hash: sha256 },
    )
  const find = async ({ search }: Opened, text: string) =>
    (await recall({ text }, { index: search, clock })).hits.map(({ id }) => id)

  test('holds what the rules of writing, forgetting and recall do', async () => {
    const store = await open()
    const { memory } = await write(store, 'Deployments to staging need the VPN.')
    expect(await write(store, 'Deployments to staging need the VPN.')).toMatchObject({
      memory: { id: memory.id },
    })
    expect(await find(store, 'staging vpn')).toEqual([memory.id])
    await store.transaction(({ memories }) =>
      forgetMemory(memories, memory.id, clock.now().toISOString(), { now: false }),
    )
    expect(await find(store, 'staging vpn')).toEqual([])
  })

  test('finds nothing of another organisation, whatever it asks for', async () => {
    const [ours, theirs] = [await open(), await open()]
    const { memory } = await write(theirs, 'The release key is kept in the vault.')
    expect(await find(theirs, 'release vault')).toEqual([memory.id])
    expect(await find(ours, 'release vault')).toEqual([])
    expect(await ours.search.containing('vault', {}, { limit: 9, budgetMs: 9_000 })).toEqual([])
    expect(await ours.search.vocabulary('v', { least: 1, most: 99 })).toEqual([])
    expect(await ours.memories.find(memory.id)).toBeUndefined()
    expect(await ours.changes.head()).toBe(feedStart)
    const asking = database
      .reading(ours.organisation)
      .all(
        `SELECT * FROM search_pool($2, '{}', '{}') WHERE $1::uuid IS NOT NULL`,
        theirs.organisation,
      )
    await expect(asking).rejects.toThrow('another organisation')
  })

  test('numbers changes without gaps, and shows none before one that a reader has passed', async () => {
    const other = await openTeamDatabase({ url: url() })
    onTestFinished(() => other.close())
    const store = await open()
    const second = openTeamStore({ database: other, organisation: store.organisation, clock })
    const seen: Change[] = []
    let cursor = feedStart
    let isDone = false
    const reading = (async () => {
      for (let last = false; !last; ) {
        last = isDone
        const page = await store.changes.after(cursor, 1_000)
        seen.push(...page.changes)
        cursor = page.cursor
      }
    })()
    const add = (index: number) =>
      (index % 2 ? store : second).transaction(({ memories }) =>
        memories.insert(sampleMemory(`${index}`.padStart(4, '0'))),
      )
    await Promise.all(Array.from({ length: 60 }, (_, index) => add(index)))
    isDone = true
    await reading
    expect(seen.map((change) => Number(change.cursor))).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
    const marks = await database
      .reading(store.organisation)
      .texts('SELECT DISTINCT mark FROM changes WHERE organisation_id = $1')
    expect(marks).toHaveLength(60)
    for (const mark of marks) expect(mark).toMatch(/^[0-9a-f]{16}$/)
  })

  test('keeps the numbers after the last change was pruned', async () => {
    const store = await open()
    await store.transaction(async ({ memories }) => {
      await memories.insert(sampleMemory('aa'))
      await memories.forget('aa', clock.now().toISOString(), { archive: false })
    })
    const head = await store.changes.head()
    await store.changes.advance('memory-index', head)
    await store.changes.prune(10)
    expect(await store.changes.after(feedStart, 10)).toEqual({ changes: [], cursor: head })
    await store.projects.insert({ identity: 'p', name: 'p', root: undefined })
    expect((await store.changes.after(head, 10)).changes).toHaveLength(1)
  })

  test('tells other processes of a change after its commit, also when a connection was lost', async () => {
    const store = await open()
    const heard: (string | undefined)[] = []
    let wake = () => {}
    const next = async (organisation: string | undefined) => {
      while (!heard.includes(organisation)) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    const note = (organisation: string | undefined) => {
      heard.push(organisation)
      wake()
    }
    const listening = listenForChanges(url(), 'throughline_changes', {
      onChange: note,
      onConnect: () => note(undefined),
      onError: () => undefined,
    })
    onTestFinished(listening.stop)
    await next(undefined)
    heard.length = 0
    const add = (identity: string) =>
      store.projects.insert({ identity, name: identity, root: undefined })
    await add('a')
    await next(store.organisation)
    const owner = new pg.Client(url())
    await owner.connect()
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'throughline listen' AND datname = current_database()`,
    )
    await owner.end()
    await next(undefined)
    heard.length = 0
    await add('b')
    await next(store.organisation)
  })

  test('names the organisations that have work for a worker', async () => {
    const [busy, idle] = [await open(), await open()]
    await busy.jobs.enqueue({ kind: 'consolidate', subject: 'all' })
    const found = await database.withDueJobs(clock.now().toISOString(), 1_000)
    expect(found).toContain(busy.organisation)
    expect(found).not.toContain(idle.organisation)
  })
})
