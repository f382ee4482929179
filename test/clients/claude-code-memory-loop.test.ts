/** The memory loop around the released Claude Code: the agent listened to, and `claude` as judge. */
import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { JsonObject } from '../../src/core/model/json.ts'
import { testWithClients } from './test-with-clients.ts'
import { captured } from './world/captured.ts'
import { type MemoryLoop, openMemoryLoop } from './world/memory-loop.ts'

const { test, binaryOf } = await testWithClients('claude-code')
const binary = binaryOf('claude-code')

describe('with claude itself as the reader', () => {
  const prompt = 'We deploy on Thursdays only, because support is short on Fridays.'
  const item = {
    kind: 'rule',
    content: 'Deployments happen on Thursdays only, because support is short on Fridays.',
    importance: 0.8,
    scope: 'project',
    quotes: [{ turn: 1, text: 'We deploy on Thursdays only' }],
  }
  let loop: MemoryLoop
  let sessionId: string
  let reserved: Record<string, unknown>[] = []

  beforeAll(async () => {
    loop = await openMemoryLoop(binary, {
      settings: { 'learning.reader': 'claude', 'learning.rules': 'false' },
      scenarios: [
        { match: /^<conversation>/, isWithoutTools: true, end: JSON.stringify({ items: [item] }) },
      ],
      async beforeReply(question) {
        if (isJudging(question)) reserved = loop.rows('SELECT * FROM model_calls')
      },
    })
    sessionId = (await loop.ask(prompt)).sessionId
    await loop.settled()
  })

  afterAll(() => loop?.close())

  const judgings = () => loop.api.requests.map(({ body }) => body).filter(isJudging)

  test('a session is read once, and what was found is a memory that rests on it', async () => {
    const { session, project, turns } = await captured(loop.world, sessionId)
    expect(judgings()).toHaveLength(1)
    expect(JSON.stringify(judgings()[0]?.messages)).toContain(prompt)
    expect(loop.rows('SELECT * FROM memories')).toMatchObject([
      { content: item.content, scope_id: project.id, source: 'model', trust: 'user' },
    ])
    expect(loop.rows('SELECT type, ref FROM memory_sources')).toEqual([
      { type: 'turn', ref: turns[0]?.id },
    ])
    expect(loop.rows('SELECT * FROM extraction_states')).toMatchObject([
      { session_id: session.id, read_through: 1, read_by: 'haiku' },
    ])
  })

  test('the client runs twice, for the user and as judge, and the second run is not captured', () => {
    expect(loop.starts()).toMatchObject([
      { args: expect.stringContaining(prompt) },
      { args: expect.stringContaining('--no-session-persistence') },
    ])
    expect(loop.rows('SELECT host_session_id FROM sessions')).toEqual([
      { host_session_id: sessionId },
    ])
    expect(loop.rows('SELECT name FROM events ORDER BY id')).toEqual(
      ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'].map((name) => ({ name })),
    )
    expect(loop.world.rejectedEvents()).toEqual([])
  })

  test('what a session puts into the environment of its hooks does not reach the judge', () => {
    const [user, judge] = loop.starts().map(({ variables }) => variables)
    const added = judge?.filter((name) => !user?.includes(name)) ?? []
    expect(added.filter((name) => /CLAUDE|AGENT/.test(name)).sort()).toEqual([
      'CLAUDE_CODE_DISABLE_ATTACHMENTS',
      'CLAUDE_CODE_EFFORT_LEVEL',
      'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
      'CLAUDE_CODE_MAX_RETRIES',
      'CLAUDE_CODE_SAFE_MODE',
    ])
  })

  test('the judge leaves no session in the list of the user, and no folder', () => {
    const kept = join(loop.world.userHome, '.claude')
    expect(globSync('projects/**/*.jsonl', { cwd: kept })).toEqual([
      expect.stringContaining(`${sessionId}.jsonl`),
    ])
    expect(readdirSync(join(kept, 'sessions'))).toEqual([])
    expect(globSync('throughline-reader-*', { cwd: loop.world.temporary })).toEqual([])
  })

  test('its call is counted as the API counted it, and no less was reserved before', async () => {
    const { session } = await captured(loop.world, sessionId)
    const call = { provider: 'claude', purpose: 'read', session_id: session.id }
    expect(loop.rows('SELECT * FROM model_calls')).toMatchObject([
      { ...call, status: 'done', input_tokens: 120, output_tokens: 20, tokens: 140 },
    ])
    expect(reserved).toMatchObject([{ ...call, status: 'reserved' }])
    // No text has more tokens than bytes.
    const [question = {}] = judgings()
    const sent = JSON.stringify([question.system, question.messages])
    const most = Buffer.byteLength(sent) + Number(question.max_tokens)
    expect(Number(reserved[0]?.tokens)).toBeGreaterThanOrEqual(most)
  })

  test('doing it all again changes nothing and asks nobody', async () => {
    const { world, api } = loop
    const before = { tables: everything(loop), requests: api.requests.length }
    const said = await world.throughline(world.repository, 'learn', '--session', sessionId)
    expect(said).toContain('Nothing new was learned')
    await world.throughline(world.repository, 'stop')
    queueAgain(world.database)
    await world.throughline(world.repository, 'start')
    await loop.settled()
    expect({ tables: everything(loop), requests: api.requests.length }).toEqual(before)
    expect(loop.starts()).toHaveLength(2)
  })
})

describe('switched off', () => {
  let loop: MemoryLoop

  beforeAll(async () => {
    loop = await openMemoryLoop(binary, { settings: { 'learning.rules': 'false' } })
  })

  afterAll(() => loop?.close())

  test('a session leaves no memory, no job and no trace of extraction', async () => {
    const { sessionId } = await loop.ask('We use pnpm in this repo, not npm.')
    await loop.settled()
    const { session } = await captured(loop.world, sessionId)
    expect(session).toMatchObject({ status: 'completed' })
    expect(loop.rows('SELECT DISTINCT kind FROM jobs ORDER BY kind')).toEqual(
      ['check-files', 'digest-session', 'digest-turn', 'prune', 'read-commits'].map((kind) => ({
        kind,
      })),
    )
    expect(learning.flatMap((table) => loop.rows(`SELECT * FROM ${table}`))).toEqual([])
  })
})

const learning = [
  'extraction_states',
  'extracted_items',
  'model_calls',
  'memories',
  'memory_sources',
  'memory_links',
  'memory_revisions',
  'consolidations',
]

const everything = ({ rows }: MemoryLoop) =>
  ['sessions', 'turns', 'events', ...learning].map((table) => rows(`SELECT * FROM ${table}`))

/** The client puts a few words of its own before our system prompt. */
function isJudging({ system }: JsonObject): boolean {
  return JSON.stringify(system ?? '').includes('You read a session between a user')
}

function queueAgain(database: string): void {
  const connection = new DatabaseSync(database, { timeout: 10_000 })
  try {
    connection.exec("UPDATE jobs SET status = 'pending', attempts = 0 WHERE status = 'done'")
  } finally {
    connection.close()
  }
}
