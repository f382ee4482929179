import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { Database } from './database.ts'
import { migrate, schemaVersion } from './migrate.ts'

let folder: string
let backupFolder: string
beforeEach(() => {
  folder = makeTemporaryFolder()
  backupFolder = join(folder, 'backups')
})

const now = new Date('2026-01-02T03:04:05.678Z')
const stamp = now.toISOString()
const ours = join(import.meta.dirname, 'migrations')
const file = () => join(folder, 'test.db')

function open(): Database {
  const database = new Database(file())
  onTestFinished(() => database.close())
  return database
}

/** The migrations of a version to come: ours and these. */
function futureMigrations(...later: string[]): URL {
  const future = join(folder, `migrations-${later.length}`)
  mkdirSync(future)
  const names = readdirSync(ours).sort()
  for (const name of names) copyFileSync(join(ours, name), join(future, name))
  for (const [index, sql] of later.entries()) {
    const number = String(names.length + index + 1).padStart(6, '0')
    writeFileSync(join(future, `${number}_later.sql`), sql)
  }
  return pathToFileURL(`${future}/`)
}

/** Those of an earlier version: the first so many of ours. */
function pastMigrations(count: number): URL {
  const past = join(folder, 'past-migrations')
  mkdirSync(past)
  for (const name of readdirSync(ours).sort().slice(0, count)) {
    copyFileSync(join(ours, name), join(past, name))
  }
  return pathToFileURL(`${past}/`)
}

const options = (migrations?: URL, keepBackups = 5, at = now) => ({
  backupFolder,
  keepBackups,
  now: at,
  ...(migrations && { migrations }),
})
const newest = readdirSync(ours).length
const addRow = (database: Database) =>
  database.run("INSERT INTO spool_receipts (name) VALUES ('mine')")

describe('migrations', () => {
  test('are numbered from one without gaps', () => {
    const numbers = readdirSync(ours)
      .sort()
      .map((name) => Number(/^(\d{6})_[a-z_]+\.sql$/.exec(name)?.[1]))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test('make the whole schema in a fresh database, without a backup', async () => {
    const database = open()
    await migrate(database, options())
    expect(schemaVersion(database)).toBe(newest)
    const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    const names = tables.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['events', 'jobs', 'projects', 'sessions', 'turns']),
    )
    expect(readdirSync(folder)).not.toContain('backups')
  })

  test('make what a new database has at once', async () => {
    const oneByOne = open()
    await migrate(oneByOne, options(futureMigrations()))
    const atOnce = new Database(':memory:')
    onTestFinished(() => atOnce.close())
    await migrate(atOnce, options())
    expect(schemaVersion(atOnce)).toBe(newest)
    const schema = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'
    expect(atOnce.all(schema)).toEqual(oneByOne.all(schema))
    for (const table of oneByOne.texts("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
      const rows = `SELECT * FROM "${table}"`
      expect(atOnce.all(rows), table).toEqual(oneByOne.all(rows))
    }
  })

  test('leave no NULL in a key that must be unique', async () => {
    const database = open()
    await migrate(database, options())
    const nullable = database.all(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t
       JOIN pragma_index_list(t.name) AS i ON i."unique" AND NOT i.partial
       JOIN pragma_index_info(i.name) AS k
       JOIN pragma_table_info(t.name) AS c ON c.name = k.name
       WHERE t.type = 'table' AND NOT c."notnull" AND NOT c.pk`,
    )
    expect(nullable).toEqual([])
  })

  test('tell of memories that are there the agent of the first session they name', async () => {
    const database = open()
    await migrate(database, options(pastMigrations(13)))
    const at = now.toISOString()
    for (const [id, host, start] of [
      ['s1', 'codex', '2026-01-01'],
      ['s2', 'claude-code', '2025-01-01'],
    ] as const) {
      database.run(
        `INSERT INTO sessions (id, host, host_session_id, status, started_at, last_event_at)
         VALUES (?1, ?2, ?1, 'active', ?3, ?3)`,
        ...[id, host, start],
      )
    }
    database.run(
      `INSERT INTO turns (id, session_id, number, origin, outcome, started_at)
       VALUES ('t1', 's1', 1, 'user', 'ok', ?)`,
      at,
    )
    const sources = {
      m1: [['turn', 't1']],
      m2: [
        ['turn', 't1'],
        ['session', 's2'],
      ],
      m3: [],
    }
    for (const [id, refs] of Object.entries(sources)) {
      database.run(
        `INSERT INTO memories (id, scope, scope_id, kind, content, content_hash, importance, source,
           trust, valid_from, version_from, created_at, updated_at)
         VALUES (?1, 'global', '', 'fact', ?1, CAST(?1 AS BLOB), 0.5, 'model', 'user', ?2, ?2, ?2, ?2)`,
        ...[id, at],
      )
      database.run(
        `INSERT INTO search_documents (type, id, scope, scope_id, at)
         VALUES ('memory', ?, 'global', '', ?)`,
        ...[id, at],
      )
      for (const [type, ref] of refs) {
        database.run('INSERT INTO memory_sources VALUES (?, ?, ?)', ...[id, type ?? '', ref ?? ''])
      }
    }
    await migrate(database, options())
    const hosts = [
      { id: 'm1', host: 'codex' },
      { id: 'm2', host: 'claude-code' },
      { id: 'm3', host: null },
    ]
    expect(database.all('SELECT id, host FROM memories ORDER BY id')).toEqual(hosts)
    expect(database.all('SELECT id, host FROM search_documents ORDER BY id')).toEqual(hosts)
  })

  test('make what the local judge derived candidates, unless somebody confirmed it', async () => {
    const database = open()
    await migrate(database, options(pastMigrations(23)))
    const add = (id: string, columns: Record<string, string | number> = {}) =>
      database.insert('memories', {
        ...{ id, scope: 'project', scopeId: 'p', kind: 'fact', content: id, importance: 0.5 },
        ...{ contentHash: Buffer.from(id), source: 'heuristic', trust: 'user', ...columns },
        ...{ validFrom: stamp, versionFrom: stamp, createdAt: stamp, updatedAt: stamp },
      })
    const revise = (id: string, former: Record<string, string>) =>
      database.insert('memory_revisions', {
        ...{ memoryId: id, version: 1, scope: 'project', scopeId: 'p' },
        ...{ validFrom: stamp, validTo: stamp },
        snapshot: JSON.stringify({ id, content: id, kind: 'fact', source: 'heuristic', ...former }),
      })
    add('derived')
    add('said again', { version: 2 })
    revise('said again', {})
    add('by a model', { source: 'model' })
    add('by an agent', { source: 'manual', trust: 'agent' })
    add('pinned', { pinned: 1 })
    add('with a key', { key: 'k' })
    add('edited', { version: 2 })
    revise('edited', { content: 'former' })
    add('kept in review')
    database.insert('review_decisions', {
      ...{ id: 'd', key: 'k', kind: 'unconfirmed', decision: 'keep', at: stamp },
      memoryIds: JSON.stringify(['kept in review']),
    })
    const derived = { id: 'x', source: 'heuristic' }
    database.insert('memory_archive', {
      ...{ id: 'x', scope: 'project', scopeId: 'p', forgottenAt: stamp },
      snapshot: JSON.stringify({
        memory: derived,
        revisions: [{ memory: derived }],
        along: [{ memory: { id: 'y', source: 'manual' } }],
      }),
    })

    await migrate(database, options())

    expect(
      database.all('SELECT id, standing, confirmation FROM memories ORDER BY standing, id'),
    ).toEqual([
      { id: 'derived', standing: 'candidate', confirmation: null },
      { id: 'said again', standing: 'candidate', confirmation: null },
      { id: 'by a model', standing: 'memory', confirmation: 'judged' },
      { id: 'by an agent', standing: 'memory', confirmation: 'stored' },
      { id: 'edited', standing: 'memory', confirmation: 'reviewed' },
      { id: 'kept in review', standing: 'memory', confirmation: 'reviewed' },
      { id: 'pinned', standing: 'memory', confirmation: 'reviewed' },
      { id: 'with a key', standing: 'memory', confirmation: 'reviewed' },
    ])
    const [revision = ''] = database.texts('SELECT snapshot FROM memory_revisions')
    expect(JSON.parse(revision)).toMatchObject({ standing: 'candidate' })
    const [archived = ''] = database.texts('SELECT snapshot FROM memory_archive')
    expect(JSON.parse(archived)).toEqual({
      memory: { ...derived, standing: 'candidate' },
      revisions: [{ memory: { ...derived, standing: 'candidate' } }],
      along: [{ memory: { id: 'y', source: 'manual', standing: 'memory' } }],
    })
  })

  test('let a teammate or a repository be whose word a memory is, and keep every memory with what refers to it', async () => {
    const database = open()
    await migrate(database, options(pastMigrations(37)))
    const levels = ['user', 'agent', 'tool']
    for (const trust of levels) {
      database.run(
        `INSERT INTO memories (id, scope, scope_id, kind, content, content_hash, importance, source,
           trust, valid_from, version_from, created_at, updated_at)
         VALUES (?1, 'global', '', 'fact', ?1, CAST(?1 AS BLOB), 0.5, 'manual', ?1, ?2, ?2, ?2, ?2)`,
        ...[trust, stamp],
      )
      database.run("INSERT INTO memory_sources VALUES (?, 'manual', '')", trust)
    }
    await migrate(database, options())
    expect(database.texts('SELECT trust FROM memories WHERE id = trust ORDER BY rowid')).toEqual(
      levels,
    )
    expect(database.number('SELECT count(*) FROM memory_sources')).toBe(levels.length)
    const say = 'UPDATE memories SET trust = ? WHERE id = ?'
    for (const trust of ['teammate', 'repository']) database.run(say, trust, 'tool')
    expect(() => database.run(say, 'stranger', 'tool')).toThrow(/CHECK/)
    expect(database.all('PRAGMA foreign_key_check')).toEqual([])
  })

  test('give what a repository’s wiki says to the repository', async () => {
    const database = open()
    await migrate(database, options(pastMigrations(44)))
    for (const [id, trust] of [
      ['page', 'tool'],
      ['own', 'user'],
    ] as const) {
      database.run(
        `INSERT INTO memories (id, scope, scope_id, kind, content, content_hash, importance, source,
           trust, valid_from, version_from, created_at, updated_at)
         VALUES (?1, 'global', '', 'fact', ?1, CAST(?1 AS BLOB), 0.5, 'wiki', ?3, ?2, ?2, ?2, ?2)`,
        ...[id, stamp, trust],
      )
    }
    database.run(
      `INSERT INTO proposals (id, key, action, memory_id, evidence, wanted, proposer, created_at)
       VALUES ('p', 'k', 'update', 'own', '[]', '{"content":"Say so","trust":"tool"}',
         '{"kind":"program","reason":"from the repository’s wiki"}', ?)`,
      stamp,
    )
    await migrate(database, options())
    expect(database.texts('SELECT trust FROM memories ORDER BY id')).toEqual(['user', 'repository'])
    expect(database.texts("SELECT wanted ->> 'trust' FROM proposals")).toEqual(['repository'])
  })

  test('give to the repository what was learned from its chats and files before', async () => {
    const database = open()
    await migrate(database, options(pastMigrations(45)))
    const session = (id: string, host: string, turnName: string) => {
      database.insert('sessions', {
        ...{ id, host, hostSessionId: id, status: 'completed', startedAt: stamp },
        lastEventAt: stamp,
      })
      database.insert('turns', {
        ...{ id: `turn ${id}`, sessionId: id, number: 1, hostTurnId: turnName },
        ...{ origin: 'user', outcome: 'ok', startedAt: stamp },
      })
      const digest = { type: 'session', id, sessionId: id, madeBy: 'local', body: '{}' }
      database.insert('digests', digest)
    }
    session('own', 'claude-code', 'p1')
    session('chat', 'claude-code', 'import:export:1')
    session('aider', 'aider', 'import:1')
    const memory = (id: string, columns: Record<string, string>, source?: string) => {
      database.insert('memories', {
        ...{ id, scope: 'project', scopeId: 'p', kind: 'fact', content: id, importance: 0.5 },
        ...{
          contentHash: Buffer.from(id),
          source: 'manual',
          trust: 'user',
          confirmation: 'stated',
        },
        ...{ validFrom: stamp, versionFrom: stamp, createdAt: stamp, updatedAt: stamp, ...columns },
      })
      if (source) database.insert('memory_sources', { memoryId: id, type: 'turn', ref: source })
    }
    memory('said in a chat', {}, 'turn chat')
    memory('kept by the user', { confirmation: 'reviewed' }, 'turn aider')
    memory('said by the user', {}, 'turn own')
    const imported = { source: 'import', confirmation: 'reviewed' }
    memory('a rule', { ...imported, trust: 'tool', standing: 'candidate' })
    memory('a kept rule', imported)
    memory('a reworded rule', imported)
    for (const id of ['a rule', 'a kept rule', 'a reworded rule']) {
      const contentHash = Buffer.from(id === 'a reworded rule' ? 'other' : id).toString('hex')
      database.insert('imported_memories', {
        ...{ source: 'rules', foreignId: id, item: 'i', memoryId: id, isOwn: 1, contentHash },
        ...{ fingerprint: 'f', at: stamp },
      })
    }
    await migrate(database, options())
    const found = database.texts(
      "SELECT concat_ws(' ', id, trust, standing, confirmation) FROM memories ORDER BY id",
    )
    expect(found).toEqual([
      'a kept rule repository memory reviewed',
      'a reworded rule user memory reviewed',
      'a rule repository candidate reviewed',
      'kept by the user user memory reviewed',
      'said by the user user memory stated',
      'said in a chat repository candidate',
    ])
    expect(database.texts('SELECT id FROM sessions WHERE trust IS NOT NULL ORDER BY id')).toEqual([
      'aider',
      'chat',
    ])
    expect(database.texts('SELECT id FROM digests')).toEqual(['own'])
  })

  test('change nothing when there is nothing to do', async () => {
    const database = open()
    await migrate(database, options())
    addRow(database)
    await migrate(database, options())
    expect(database.all('SELECT * FROM spool_receipts')).toEqual([{ name: 'mine' }])
    expect(readdirSync(folder)).not.toContain('backups')
  })

  test('back an existing database up before they change it, and keep its rows', async () => {
    const database = open()
    await migrate(database, options())
    addRow(database)
    const future = futureMigrations(
      "ALTER TABLE spool_receipts ADD COLUMN note TEXT NOT NULL DEFAULT ''",
    )
    await migrate(database, options(future))
    expect(schemaVersion(database)).toBe(newest + 1)
    expect(database.all('SELECT * FROM spool_receipts')).toEqual([{ name: 'mine', note: '' }])

    const name = `throughline-v${newest}-2026-01-02T03-04-05-678Z.db`
    expect(readdirSync(backupFolder)).toEqual([name])
    expect(statSync(backupFolder).mode & 0o777).toBe(0o700)
    expect(statSync(join(backupFolder, name)).mode & 0o777).toBe(0o600)
    const backup = new DatabaseSync(join(backupFolder, name), { readOnly: true })
    onTestFinished(() => backup.close())
    expect(backup.prepare('SELECT * FROM spool_receipts').all()).toEqual([{ name: 'mine' }])
    expect(backup.prepare('PRAGMA user_version').get()).toEqual({ user_version: newest })
  })

  test('keep the newest backups and delete the others, and nothing else', async () => {
    mkdirSync(backupFolder)
    const old = [
      'throughline-v9-2025-01-01T00-00-00-000Z.db',
      'throughline-v1-2025-06-01T00-00-00-000Z.db',
    ]
    for (const name of [...old, 'mine.db']) writeFileSync(join(backupFolder, name), '')
    const database = open()
    await migrate(database, options())
    await migrate(database, options(futureMigrations('CREATE TABLE a (x TEXT)'), 2))
    expect(readdirSync(backupFolder).sort()).toEqual([
      'mine.db',
      old[1],
      `throughline-v${newest}-2026-01-02T03-04-05-678Z.db`,
    ])
  })

  test('keep the backup just made even if the clock is years behind', async () => {
    mkdirSync(backupFolder)
    const earlier = 'throughline-v9-2025-01-01T00-00-00-000Z.db'
    writeFileSync(join(backupFolder, earlier), '')
    const database = open()
    await migrate(database, options())
    const behind = new Date('2016-01-02T03:04:05.678Z')
    await migrate(database, options(futureMigrations('CREATE TABLE a (x TEXT)'), 1, behind))
    expect(readdirSync(backupFolder)).toEqual([
      `throughline-v${newest}-2016-01-02T03-04-05-678Z.db`,
    ])
  })

  test('that fail leave the database at the last whole step, with its backup', async () => {
    const database = open()
    await migrate(database, options())
    const future = futureMigrations(
      'CREATE TABLE first (x TEXT);',
      'CREATE TABLE second (x TEXT); INSERT INTO missing VALUES (1);',
    )
    await expect(migrate(database, options(future))).rejects.toThrow()
    expect(schemaVersion(database)).toBe(newest + 1)
    const tables = database.all("SELECT name FROM sqlite_schema WHERE name IN ('first', 'second')")
    expect(tables).toEqual([{ name: 'first' }])
    expect(readdirSync(backupFolder)).toHaveLength(1)
  })

  test('refuse a database of a newer version and leave it as it is', async () => {
    const database = open()
    await migrate(database, options(futureMigrations('CREATE TABLE later (x TEXT)')))
    database.close()
    const before = readFileSync(file())
    const reopened = open()
    await expect(migrate(reopened, options())).rejects.toMatchObject({
      code: 'newer-database',
      message: `the database has schema ${newest + 1}, this version of throughline knows ${newest}`,
      hint: expect.stringContaining('upgrade'),
    })
    reopened.close()
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  test('run once when two connections migrate at the same time', async () => {
    const [one, other] = [open(), open()]
    await Promise.all([migrate(one, options()), migrate(other, options())])
    expect(schemaVersion(one)).toBe(newest)
    expect(schemaVersion(other)).toBe(newest)
  })
})
