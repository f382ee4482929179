import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import {
  copiedHome,
  fixtureHome,
  outline,
  readHistory,
  snapshot,
} from '../../../test/support/core/read-history.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { createGooseSource } from './goose.ts'

const home = 'by-schema/goose'
const sessionsOf = (userHome: string) => join(userHome, '.local/share/goose/sessions')
const read = (userHome: string) => readHistory(createGooseSource(), { userHome })

function openAsGoose(userHome: string): DatabaseSync {
  const database = new DatabaseSync(join(sessionsOf(userHome), 'sessions.db'))
  onTestFinished(() => database.close())
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  return database
}

const insertMessage = `INSERT INTO messages
  (message_id, session_id, role, content_json, created_timestamp, metadata_json)`

test('a session has its times, folder, model and tool calls', async () => {
  const { items, events } = await read(fixtureHome(home))
  expect(outline(events)).toEqual([
    'prompt List the files',
    'ok developer__shell',
    'ok We decided to use pnpm because of the lockfile.',
  ])
  expect(events[0]).toMatchObject({
    occurredAt: '2026-11-16T03:33:20.000Z',
    model: 'claude-sonnet-5-5',
    event: { host: 'goose', sessionId: '20261116_1', cwd: '/home/dev/project' },
  })
  expect(events[1]?.event.detail).toMatchObject({ output: 'README.md\nsrc' })
  expect(items).toMatchObject([
    { startedAt: '2026-11-16T03:33:20.000Z', changedAt: '2026-11-16T03:34:20.000Z', sessions: 1 },
  ])
})

test('what is only in the log is read, and nothing changes beside the database', async () => {
  const userHome = copiedHome(home)
  const database = openAsGoose(userHome)
  const text = JSON.stringify([{ type: 'text', text: 'Only in the log' }])
  database
    .prepare(`${insertMessage} VALUES ('m', '20261116_1', 'user', ?, 1794800009, '{}')`)
    .run(text)
  const before = snapshot(userHome)
  const { events } = await read(userHome)
  expect(outline(events)).toContain('prompt Only in the log')
  expect(snapshot(userHome)).toEqual(before)
})

test('what a compaction hid from the model was said; what it wrote for the model was not', async () => {
  const userHome = copiedHome(home)
  const database = openAsGoose(userHome)
  database.exec(`UPDATE messages SET metadata_json = '{"userVisible":true,"agentVisible":false}'`)
  const text = JSON.stringify([{ type: 'text', text: 'A summary for the model' }])
  database
    .prepare(
      `${insertMessage} VALUES ('m', '20261116_1', 'user', ?, 1794800009, '{"userVisible":false}')`,
    )
    .run(text)
  const { events } = await read(userHome)
  expect(outline(events)).toContain('prompt List the files')
  expect(outline(events)).not.toContain('prompt A summary for the model')
})

test('a copied session has the same events under the same identities', async () => {
  const userHome = copiedHome(home)
  const database = openAsGoose(userHome)
  database.exec(`
    INSERT INTO sessions (id, working_dir, created_at) VALUES ('copy', '/home/dev/project', '2026-11-17 00:00:00');
    INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp)
      SELECT 'other ' || id, 'copy', role, content_json, created_timestamp FROM messages`)
  const { events } = await read(userHome)
  expect(events).toHaveLength(6)
  expect(new Set(events.map(({ identity }) => identity)).size).toBe(3)
})

test('an error and an exit code are failures', async () => {
  const userHome = copiedHome(home)
  const database = openAsGoose(userHome)
  const parts = [
    [{ type: 'toolRequest', id: 'e1', toolCall: { value: { name: 'shell', arguments: {} } } }],
    [{ type: 'toolResponse', id: 'e1', toolResult: { status: 'error', error: 'Not allowed' } }],
  ]
  for (const [at, part] of parts.entries()) {
    database
      .prepare(`${insertMessage} VALUES (?, '20261116_1', ?, ?, ?, '{}')`)
      .run(`e${at}`, at === 0 ? 'assistant' : 'user', JSON.stringify(part), 1794800010 + at)
  }
  const { events } = await read(userHome)
  expect(outline(events)).toContain('failed shell')
})

test('a database of a newer version is named, and older files are read', async () => {
  const userHome = makeTemporaryFolder()
  mkdirSync(sessionsOf(userHome), { recursive: true })
  const database = openAsGoose(userHome)
  database.exec('CREATE TABLE threads (id TEXT)')
  const lines = [
    { working_dir: '/home/dev/project', description: 'Old', message_count: 1 },
    { role: 'user', created: 1750000000, content: [{ type: 'text', text: 'From a file' }] },
    { role: 'assistant', created: 1750000001, content: [{ type: 'text', text: 'Read.' }] },
  ]
  writeFileSync(
    join(sessionsOf(userHome), '20250615_1.jsonl'),
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"role":"user","cont`,
  )
  const { failed, events, skipped } = await read(userHome)
  expect(failed).toEqual([
    'written by a version of Goose that Throughline does not know (no such table: sessions)',
  ])
  expect(outline(events)).toEqual(['prompt From a file', 'ok Read.'])
  expect(events[0]).toMatchObject({
    occurredAt: '2025-06-15T15:06:40.000Z',
    event: { sessionId: '20250615_1', cwd: '/home/dev/project' },
  })
  expect(skipped).toEqual(['torn last line'])
})
