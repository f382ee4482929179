import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSamples, readEvents, sampleMemory } from '../../../test/conformance/samples.ts'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { countUnindexed } from '../../core/indexing/index-changes.ts'
import type { LocalStore as Store } from '../../core/ports/store.ts'
import { openStore } from './store.ts'

let folder: string
let file: string
const clock = createTestClock('2026-01-02T03:04:05.678Z')
beforeEach(() => {
  folder = makeTemporaryFolder()
  file = join(folder, 'throughline.db')
})

async function open(options: { patienceMs?: number; verify?: boolean } = {}): Promise<Store> {
  const backupFolder = join(folder, 'backups')
  const store = await openStore({ file, backupFolder, keepBackups: 5, clock, ...options })
  onTestFinished(() => store.close())
  return store
}

async function fill(store: Store, events = 500): Promise<void> {
  const { addSession, addToolEvent } = createSamples(store)
  const session = await addSession()
  for (let n = 0; n < events; n++) {
    await addToolEvent(session.id, { detail: { output: `${n} ${'x'.repeat(200)}` } })
  }
}

test('a store that was closed opens no connection to write', async () => {
  const store = await open()
  store.close()
  const written = store.projects.insert({ identity: 'p', name: 'p', root: undefined })
  await expect(written).rejects.toMatchObject({ message: 'the database is closed' })
  expect(existsSync(`${file}-wal`)).toBe(false)
})

test('reads what a merge moved from a row of version 0.1', async () => {
  const store = await open()
  const named = (name: string) => ({ identity: name, name, root: undefined })
  const from = await store.projects.insert(named('from'))
  const into = await store.projects.insert(named('into'))
  await store.projectMerges.merge(from.id, into.id, clock.now().toISOString())
  const old = new DatabaseSync(file)
  old.exec(`UPDATE project_merges SET moved = replace(moved, '"adjusted":[]', '"gaveWay":["a"]')`)
  old.close()
  expect(await store.projectMerges.moved(from.id)).toMatchObject({ memories: { adjusted: ['a'] } })
})

describe('the store', () => {
  test('keeps what was written when it is opened again', async () => {
    const store = await open()
    await fill(store, 3)
    store.close()
    const reopened = await open()
    expect(await reopened.history.totals()).toMatchObject({ sessions: 1, toolEvents: 3 })
    expect(reopened.movedAside).toBeUndefined()
  })

  test('gives ids after every event it holds, even when the clock was set back', async () => {
    const store = await open()
    await fill(store, 3)
    const newest = (await readEvents(store)).at(-1)?.id ?? ''
    store.close()
    clock.advance(-86_400_000)
    onTestFinished(() => clock.advance(86_400_000))
    expect((await open()).ids.next() > newest).toBe(true)
  })

  test('of two processes gives ids after those of the other, while the clock is behind', async () => {
    const [one, other] = [createSamples(await open()), createSamples(await open())]
    const session = await one.addSession()
    const first = await one.addEvent(session.id)
    clock.advance(-86_400_000)
    onTestFinished(() => clock.advance(86_400_000))
    const ids = [first.id]
    for (const process of [other, one, other, other, one]) {
      ids.push((await process.addEvent(session.id)).id)
    }
    expect(ids.toSorted()).toEqual(ids)
  })

  test('grows with what it holds', async () => {
    const store = await open()
    const empty = store.bytes()
    await fill(store, 50)
    expect(store.bytes()).toBeGreaterThan(empty)
  })

  test('hands a job to one of two connections', async () => {
    const [one, other] = [await open(), await open()]
    await one.jobs.enqueue({ kind: 'extract', subject: 'a' })
    const claims = await Promise.all([one, other].map(({ jobs }) => jobs.claim(['extract'], 1_000)))
    expect(claims.filter((job) => job !== undefined)).toHaveLength(1)
  })

  test('waits to be opened while another process is making it', async () => {
    const other = new DatabaseSync(file)
    other.exec('BEGIN EXCLUSIVE')
    const opening = open({ patienceMs: 5_000 })
    setTimeout(() => other.close(), 300)
    expect(await (await opening).history.totals()).toMatchObject({ sessions: 0 })
  })

  test('says that it is locked when that lasts too long', async () => {
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('BEGIN EXCLUSIVE')
    await expect(open({ patienceMs: 50 })).rejects.toMatchObject({ code: 'database-busy' })
  })

  test('refuses a newer database and leaves it where it is', async () => {
    ;(await open()).close()
    const newer = new DatabaseSync(file)
    newer.exec('PRAGMA user_version = 999')
    newer.close()
    await expect(open()).rejects.toMatchObject({ code: 'newer-database' })
    expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([])
  })

  test('says what is wrong when a folder is in its place', async () => {
    mkdirSync(file)
    await expect(open()).rejects.toMatchObject({ code: 'database-unwritable' })
    expect(statSync(file).isDirectory()).toBe(true)
  })
})

/** Overwrites half a page of the table, as a failing disk would. */
/** A leaf of it from its middle. */
function findPageOf(table: string) {
  const reader = new DatabaseSync(file, { readOnly: true })
  const pages = reader
    .prepare("SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .all(table)
  reader.close()
  return pages[Math.floor(pages.length / 2)]
}

function damagePageOf(table: string): void {
  const page = findPageOf(table)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(2_048, 0x5a), 0, 2_048, (Number(page?.pageno) - 1) * 4_096)
  closeSync(handle)
}

describe('a damaged database', () => {
  const aside = 'throughline.db.corrupt-2026-01-02T03-04-05-678Z'

  test('is moved aside, and a new one is made that works', async () => {
    writeFileSync(file, 'not a database'.repeat(1_000))
    const store = await open()
    expect(store.movedAside).toBe(join(folder, aside))
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('not a database'.repeat(1_000))
    await fill(store, 1)
    expect(await store.history.totals()).toMatchObject({ sessions: 1 })
    expect(store.checkIntegrity()).toEqual([])
  })

  test('is moved aside with the files that belong to it, where another process keeps them', async () => {
    const store = await open()
    await fill(store)
    store.close()
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec("INSERT INTO spool_receipts VALUES ('mine')")
    truncateSync(file, 8_192)
    await open()
    const moved = readdirSync(folder).filter((name) => name.startsWith(aside))
    expect(moved.sort()).toEqual([aside, `${aside}-shm`, `${aside}-wal`])
  })

  test('is moved aside when it was cut off', async () => {
    const store = await open()
    await fill(store)
    store.close()
    truncateSync(file, 8_192)
    const reopened = await open()
    expect(reopened.movedAside).toBe(join(folder, aside))
    expect(statSync(join(folder, aside)).size).toBe(8_192)
    expect(await reopened.history.totals()).toMatchObject({ sessions: 0 })
  })

  test('is not moved aside twice to the same name', async () => {
    writeFileSync(file, 'not a database')
    ;(await open()).close()
    writeFileSync(file, 'not a database either')
    for (const suffix of ['-wal', '-shm']) expect(existsSync(file + suffix)).toBe(false)
    const { movedAside } = await open()
    expect(movedAside).not.toBe(join(folder, aside))
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('not a database')
    expect(readFileSync(String(movedAside), 'utf8')).toBe('not a database either')
  })

  test('is found by the integrity check', async () => {
    const store = await open()
    await fill(store)
    expect(store.checkIntegrity()).toEqual([])
    store.close()
    damagePageOf('tool_event_payloads')
    const damaged = await open()
    expect(damaged.movedAside).toBeUndefined()
    expect(damaged.checkIntegrity().length).toBeGreaterThan(0)
  })

  test('is moved aside at the opening that looks for damage', async () => {
    const store = await open()
    await fill(store)
    store.close()
    damagePageOf('tool_event_payloads')
    expect((await open({ verify: true })).movedAside).toBe(join(folder, aside))
  })

  async function rememberMany(store: Store): Promise<number> {
    const project = { identity: 'github.com/acme/app', name: 'app', root: undefined }
    const { id } = await store.projects.insert(project)
    await store.projects.addAliases(id, ['marker:12345678'])
    await store.transaction(async ({ memories: tx }) => {
      for (let number = 0; number < 200; number++) {
        const content = `Statement number ${number}, ${'and so on '.repeat(20)}`
        const contentHash = number.toString(16).padStart(64, '0')
        const memory = sampleMemory(store.ids.next(), { content, contentHash, key: undefined })
        await tx.insert({ ...memory, scope: 'project', scopeId: id })
        await tx.addSources(memory.id, [{ type: 'manual', ref: '' }])
      }
    })
    return 200
  }
  const memoriesIn = async (store: Store) =>
    (await store.memories.list({ addresses: 'all' }, { limit: 1, offset: 0 })).total

  test('gives all that it holds to the new one when only an index of it is damaged', async () => {
    const store = await open()
    await fill(store)
    const all = await rememberMany(store)
    const totals = await store.history.totals()
    store.close()
    damagePageOf('memories_by_change')
    const renewed = await open({ verify: true })
    expect(renewed.movedAside).toBe(join(folder, aside))
    expect(renewed.salvaged).toBe(all)
    expect(await memoriesIn(renewed)).toBe(all)
    expect(await renewed.history.totals()).toEqual(totals)
    expect(await renewed.projects.findByIdentity('marker:12345678')).toMatchObject({ name: 'app' })
    expect(renewed.checkIntegrity()).toEqual([])
    expect(await countUnindexed(renewed)).toBe(all + totals.sessions + totals.toolEvents)
  })

  test('loses only the rows of a page that cannot be read', async () => {
    const store = await open()
    await fill(store)
    const all = await rememberMany(store)
    const page = Number(findPageOf('memories')?.ncell)
    store.close()
    damagePageOf('memories')
    const renewed = await open({ verify: true })
    expect(renewed.salvaged).toBe(all - page)
    expect(await renewed.history.totals()).toMatchObject({ toolEvents: 500 })
    const [known] = (await renewed.memories.list({ addresses: 'all' }, { limit: 1, offset: 0 }))
      .memories
    expect(await renewed.memories.sources(known?.id ?? '')).toHaveLength(1)
    expect(renewed.checkIntegrity()).toEqual([])
  })

  test('with rows that point nowhere is found by the integrity check', async () => {
    const store = await open()
    await fill(store, 1)
    const other = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    other.exec('DELETE FROM sessions')
    other.close()
    expect(store.checkIntegrity()).toEqual(
      expect.arrayContaining(['orphan in events', 'orphan in tool_events']),
    )
  })
})
