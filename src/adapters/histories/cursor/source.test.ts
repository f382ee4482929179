import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  copiedHome,
  fixtureHome,
  outline,
  readHistory,
  snapshot,
} from '../../../../test/support/core/read-history.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { createCursorSource } from './source.ts'

const home = 'by-schema/cursor'
const session = '0b9d3f6e-52a1-4c11-9f6d-0d5c7a6b1e01'
const databaseOf = (userHome: string) =>
  join(userHome, '.config/Cursor/User/globalStorage/state.vscdb')
const read = (userHome: string, folders: readonly string[] = []) =>
  readHistory(createCursorSource(), { userHome, folders })

/** Stays open, as Cursor keeps it: what is written is only in the log. */
function openAsCursor(userHome: string) {
  const database = new DatabaseSync(databaseOf(userHome))
  onTestFinished(() => database.close())
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  return (key: string, value: unknown) =>
    database.prepare('INSERT INTO cursorDiskKV VALUES (?, ?)').run(key, JSON.stringify(value))
}

test('a session has its times, folder, model, tool calls and failures', async () => {
  const { items, events } = await read(fixtureHome(home))
  expect(outline(events)).toEqual([
    'prompt List the files',
    'ok Shell',
    'failed Shell',
    'ok We decided to use pnpm because of the lockfile.',
  ])
  expect(events[0]).toMatchObject({
    occurredAt: '2026-11-16T03:33:20.000Z',
    model: 'claude-sonnet-5-5',
    event: { host: 'cursor', sessionId: session, cwd: '/home/dev/project' },
  })
  expect(events.at(-1)?.occurredAt).toBe('2026-11-16T03:33:40.000Z')
  expect(items).toMatchObject([
    { startedAt: '2026-11-16T03:33:20.000Z', project: '/home/dev/project', sessions: 1 },
  ])
})

test('a prompt that was edited away and the access token are not read', async () => {
  const { events } = await read(fixtureHome(home))
  expect(JSON.stringify(events)).not.toMatch(/edited away|PLACEHOLDER/)
})

test('what is only in the log is read, and nothing changes beside the database', async () => {
  const userHome = copiedHome(home)
  const write = openAsCursor(userHome)
  write('composerData:new', {
    createdAt: 1794810000000,
    fullConversationHeadersOnly: [{ bubbleId: 'n1', type: 1 }],
  })
  write('bubbleId:new:n1', { type: 1, bubbleId: 'n1', text: 'Only in the log' })
  const before = snapshot(userHome)
  const copies = makeTemporaryFolder()
  vi.stubEnv('TMPDIR', copies)
  const { events } = await read(userHome)
  vi.unstubAllEnvs()
  expect(outline(events)).toContain('prompt Only in the log')
  expect(snapshot(userHome)).toEqual(before)
  expect(readdirSync(copies)).toEqual([])
})

test('a bubble without a time happened when the session began', async () => {
  const userHome = copiedHome(home)
  const write = openAsCursor(userHome)
  write('composerData:old', {
    createdAt: 1794810000000,
    conversation: [{ type: 1, bubbleId: 'o1', text: '<user_query>\nAn old one\n</user_query>' }],
  })
  const { events } = await read(userHome)
  expect(outline(events)).toContain('prompt An old one')
  expect(events.at(-1)?.occurredAt).toBe(new Date(1794810000000).toISOString())
})

test('messages that are only in the cloud are counted', async () => {
  const userHome = copiedHome(home)
  openAsCursor(userHome)('composerData:cloud', {
    createdAt: 1794810000000,
    fullConversationHeadersOnly: [{ bubbleId: 'c1', type: 1 }],
  })
  const { skipped } = await read(userHome)
  expect(skipped).toEqual(['message that Cursor keeps only in its cloud'])
})

test('a copied session has the same events under the same identities', async () => {
  const userHome = copiedHome(home)
  const write = openAsCursor(userHome)
  write('composerData:copy', {
    createdAt: 1794810000000,
    fullConversationHeadersOnly: [{ bubbleId: 'b1', type: 1 }],
  })
  write('bubbleId:copy:b1', { type: 1, bubbleId: 'b1', text: 'List the files' })
  const { events } = await read(userHome)
  const prompts = events.filter(({ event }) => event.detail.kind === 'prompt')
  expect(prompts).toHaveLength(2)
  expect(new Set(prompts.map(({ identity }) => identity)).size).toBe(1)
})

test("a subagent's session belongs to the one that started it", async () => {
  const userHome = copiedHome(home)
  const write = openAsCursor(userHome)
  write('composerData:parent', {
    createdAt: 1794810000000,
    subComposerIds: ['child'],
    conversation: [{ type: 1, bubbleId: 'p1', text: 'Ask an agent' }],
  })
  const tool = { name: 'read_file', status: 'completed', toolCallId: 'call_9', rawArgs: '{}' }
  write('composerData:child', {
    createdAt: 1794810001000,
    conversation: [
      { type: 1, bubbleId: 's1', text: 'Words of the agent that asks' },
      { type: 2, bubbleId: 's2', toolFormerData: { ...tool, result: '{}' } },
    ],
  })
  const { items, events } = await read(userHome)
  expect(outline(events.slice(-2))).toEqual(['prompt Ask an agent', 'ok read_file'])
  expect(events.at(-1)?.event).toMatchObject({ sessionId: 'parent', agent: { id: 'child' } })
  expect(items.map(({ sessions }) => sessions)).toEqual([1, 1, 0])
})

test('a transcript serves where the database has no such session', async () => {
  const userHome = copiedHome(home)
  rmSync(databaseOf(userHome))
  const { items, events } = await read(userHome)
  expect(outline(events)).toEqual([
    'prompt List the files',
    'ok The project has a README and a src folder. We decided to use pnpm because of the lockfile.',
  ])
  expect(events[0]?.event).toMatchObject({ sessionId: session, cwd: '/home/dev/project' })
  expect(items).toHaveLength(1)
})

test('a database of an unknown version is named, and the rest is read', async () => {
  const userHome = copiedHome(home)
  const other = databaseOf(userHome)
  rmSync(other)
  const database = new DatabaseSync(other)
  database.exec('CREATE TABLE conversations (id TEXT)')
  database.close()
  const { failed, events } = await read(userHome)
  expect(failed).toEqual([
    'written by a version of Cursor that Throughline does not know (no such table: cursorDiskKV)',
  ])
  expect(events).not.toHaveLength(0)
})

test('a file that is no database is named', async () => {
  const userHome = makeTemporaryFolder()
  mkdirSync(dirname(databaseOf(userHome)), { recursive: true })
  writeFileSync(databaseOf(userHome), 'This is no database, only a text of some length.'.repeat(20))
  const { failed } = await read(userHome)
  expect(failed).toEqual(['file is not a database'])
  expect(existsSync(`${databaseOf(userHome)}-wal`)).toBe(false)
})
