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
} from '../../../../test/support/core/read-history.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { createKiroSource } from './source.ts'

const home = 'by-schema/kiro'
const inFile = '0b9d3f6e-52a1-4c11-9f6d-0d5c7a6b1e01'
const inDatabase = '7c1d2e3f-0000-4000-8000-000000000002'
const read = (userHome: string) => readHistory(createKiroSource(), { userHome })

function openAsKiro(userHome: string): DatabaseSync {
  const database = new DatabaseSync(join(userHome, '.local/share/kiro-cli/data.sqlite3'))
  onTestFinished(() => database.close())
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  return database
}

test('sessions of the files and of the database have their times, folders and tool calls', async () => {
  const { items, events } = await read(fixtureHome(home))
  const of = (id: string) => events.filter(({ event }) => event.sessionId === id)
  expect(outline(of(inFile))).toEqual([
    'prompt List the files',
    'ok execute_bash',
    'ok We decided to use pnpm because of the lockfile.',
  ])
  expect(of(inFile)[0]).toMatchObject({
    occurredAt: '2026-11-16T03:33:20.000Z',
    model: 'claude-sonnet-5.5',
    event: { host: 'kiro', cwd: '/home/dev/project' },
  })
  expect(outline(of(inDatabase))).toEqual([
    'prompt Run the failing command',
    'failed execute_bash',
    'ok The file does not exist.',
  ])
  expect(of(inDatabase).map(({ occurredAt }) => occurredAt)).toEqual([
    '2026-11-16T03:33:20.000Z',
    '2026-11-16T03:33:21.000Z',
    '2026-11-16T03:33:22.000Z',
  ])
  expect(items.map(({ sessions, project }) => [sessions, project])).toEqual([
    [1, '/home/dev/project'],
    [1, '/home/dev/project'],
  ])
})

test('of a conversation under several folders the newest row counts, also from the log', async () => {
  const userHome = copiedHome(home)
  const database = openAsKiro(userHome)
  database.exec(`INSERT INTO conversations_v2
    SELECT '/home/dev/moved', conversation_id, replace(value, 'Run the', 'Again run the'),
           created_at, updated_at + 1000 FROM conversations_v2`)
  const before = snapshot(userHome)
  const { items, events } = await read(userHome)
  expect(items.map(({ project }) => project)).toContain('/home/dev/moved')
  expect(outline(events)).toContain('prompt Again run the failing command')
  expect(outline(events)).not.toContain('prompt Run the failing command')
  expect(snapshot(userHome)).toEqual(before)
})

test('a conversation that is in a file too is read from there, under the same identities', async () => {
  const userHome = copiedHome(home)
  const value = {
    history: [
      {
        user: {
          content: { Prompt: { prompt: 'List the files' } },
          timestamp: '2026-11-16T04:33:20.123456+01:00',
        },
        assistant: { Response: { content: 'Different words' } },
      },
    ],
  }
  openAsKiro(userHome)
    .prepare('INSERT INTO conversations_v2 VALUES (?, ?, ?, 1794800000000, 1794800009000)')
    .run('/home/dev/project', inFile, JSON.stringify(value))
  const { events } = await read(userHome)
  expect(outline(events)).not.toContain('ok Different words')

  const alone = makeTemporaryFolder()
  mkdirSync(join(alone, '.local/share/kiro-cli'), { recursive: true })
  const database = openAsKiro(alone)
  database.exec('CREATE TABLE conversations (key TEXT PRIMARY KEY, value TEXT)')
  database
    .prepare('INSERT INTO conversations VALUES (?, ?)')
    .run('/home/dev/project', JSON.stringify({ conversation_id: inFile, ...value }))
  const older = await read(alone)
  expect(outline(older.events)).toEqual(['prompt List the files', 'ok Different words'])
  expect(events.map(({ identity }) => identity)).toContain(older.events[0]?.identity)
})

test('a session folder of version 3 is read, with its summary and its failed turn', async () => {
  const userHome = makeTemporaryFolder()
  const folder = join(userHome, '.kiro/sessions/0123abcd/sess_1')
  mkdirSync(folder, { recursive: true })
  const about = { id: 'sess_1', modelId: 'a-model', workspacePaths: ['/home/dev/project'] }
  writeFileSync(join(folder, 'session.json'), JSON.stringify(about))
  const payloads = [
    { type: 'user', content: 'Run the tests' },
    { type: 'assistant', operationType: 'Reasoning', content: 'Hmm' },
    { type: 'tool_call', toolCallId: 't1', toolName: 'shell', args: { command: 'npm test' } },
    { type: 'tool_result', toolCallId: 't1', content: 'Exit code: 1\n1 failed' },
    { type: 'assistant', operationType: 'Summary', content: 'What went before' },
    { type: 'assistant', operationType: 'Say', content: 'One test fails.' },
    { type: 'turn_end', stopReason: 'error' },
  ]
  const lines = payloads.map((payload, at) =>
    JSON.stringify({ id: `e${at}`, timestamp: `2026-11-16T03:33:2${at}.000Z`, payload }),
  )
  writeFileSync(join(folder, 'messages.jsonl'), `${lines.join('\n')}\n{"id":"e9","timest`)
  const { events, skipped } = await read(userHome)
  expect(outline(events)).toEqual([
    'prompt Run the tests',
    'failed shell',
    'post-compact',
    'failed One test fails.',
  ])
  expect(events[1]).toMatchObject({
    occurredAt: '2026-11-16T03:33:23.000Z',
    model: 'a-model',
    event: { sessionId: 'sess_1', cwd: '/home/dev/project' },
  })
  expect(skipped).toEqual(['torn last line'])
})

test("a subagent's session belongs to the one that started it", async () => {
  const userHome = copiedHome(home)
  const folder = join(userHome, '.kiro/sessions/cli')
  const about = { parent_session_id: inFile, session_created_reason: 'subagent' }
  writeFileSync(join(folder, 'child.json'), JSON.stringify({ session_id: 'child', ...about }))
  const message = (kind: string, content: unknown) =>
    JSON.stringify({ version: 'v1', kind, data: { content, meta: { timestamp: 1794800005 } } })
  writeFileSync(
    join(folder, 'child.jsonl'),
    [
      message('Prompt', [{ kind: 'text', data: 'Words of the agent that asks' }]),
      message('AssistantMessage', [
        { kind: 'toolUse', data: { toolUseId: 'c1', name: 'fs_read', input: {} } },
      ]),
      message('ToolResults', [
        { kind: 'toolResult', data: { toolUseId: 'c1', content: [], status: 'success' } },
      ]),
    ].join('\n'),
  )
  const { events, items } = await read(userHome)
  const own = events.filter(({ event }) => event.agent?.id === 'child')
  expect(outline(own)).toEqual(['ok fs_read'])
  expect(own[0]?.event.sessionId).toBe(inFile)
  expect(items.filter(({ sessions }) => sessions === 0)).toHaveLength(1)
})

test('a database of an unknown version is named, and the files are read', async () => {
  const userHome = copiedHome(home)
  openAsKiro(userHome).exec('ALTER TABLE conversations_v2 RENAME TO conversations_v9')
  const { failed, events } = await read(userHome)
  expect(failed).toEqual([
    'written by a version of Kiro that Throughline does not know (no such table: conversations_v2)',
  ])
  expect(outline(events)).toContain('prompt List the files')
})
