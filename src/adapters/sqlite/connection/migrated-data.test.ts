import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'

let folder: string
beforeEach(() => {
  folder = makeTemporaryFolder()
})

const now = new Date('2026-01-02T03:04:05.678Z')
const stamp = now.toISOString()
const ours = join(import.meta.dirname, 'migrations')

function open(): Database {
  const database = new Database(join(folder, 'test.db'))
  onTestFinished(() => database.close())
  return database
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

const options = (migrations?: URL) => ({
  backupFolder: join(folder, 'backups'),
  keepBackups: 5,
  now,
  ...(migrations && { migrations }),
})

describe('migrations of what is there', () => {
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
})
