/** The memory loop around the released Claude Code: the agent listened to, and `claude` as judge. */
import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { extractionPrompt } from '../../src/core/extraction/model/prompts.ts'
import type { JsonObject } from '../../src/core/model/json.ts'
import { testWithClients } from './test-with-clients.ts'
import { captured } from './world/captured.ts'
import { type MemoryLoop, openMemoryLoop } from './world/memory-loop.ts'

const { test, binaryOf } = await testWithClients('claude-code')
const binary = binaryOf('claude-code')

describe('with claude itself as the judge', () => {
  const prompt = 'We deploy on Thursdays only, because support is short on Fridays.'
  const item = {
    kind: 'rule',
    content: 'Deployments happen on Thursdays only, because support is short on Fridays.',
    importance: 0.8,
    tags: ['deployment'],
    scope: 'project',
    basis: 'user',
    exchanges: [1],
  }
  let loop: MemoryLoop
  let sessionId: string
  let reserved: Record<string, unknown>[] = []

  beforeAll(async () => {
    loop = await openMemoryLoop(binary, {
      settings: { 'extraction.mode': 'model', 'extraction.judges': 'claude' },
      scenarios: [
        { match: /^<session>/, isWithoutTools: true, end: JSON.stringify({ items: [item] }) },
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

  test('a turn is judged once, and what was found is a memory that rests on it', async () => {
    const { session, project, turns } = await captured(loop.world, sessionId)
    expect(judgings()).toHaveLength(1)
    expect(JSON.stringify(judgings()[0]?.messages)).toContain(prompt)
    expect(loop.rows('SELECT * FROM memories')).toMatchObject([
      { content: item.content, scope_id: project.id, source: 'model', trust: 'user' },
    ])
    expect(loop.rows('SELECT type, ref FROM memory_sources')).toEqual([
      { type: 'turn', ref: turns[0]?.id },
    ])
    expect(loop.rows('SELECT * FROM extractions')).toMatchObject([
      { session_id: session.id, depth: 'turn', judge: 'claude', model: 'haiku', items: 1 },
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
    const call = { provider: 'claude', purpose: 'extract', session_id: session.id }
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
    const said = await world.throughline(world.repository, 'extract', '--session', sessionId)
    expect(said).toContain('Nothing new to judge')
    await world.throughline(world.repository, 'stop')
    queueAgain(world.database)
    await world.throughline(world.repository, 'start')
    await loop.settled()
    expect({ tables: everything(loop), requests: api.requests.length }).toEqual(before)
    expect(loop.starts()).toHaveLength(2)
  })
})

describe('with local rules', () => {
  const statements = [
    'We use pnpm in this repo, not npm.',
    'Never commit directly to main, open a pull request instead.',
    'The staging cluster runs in eu-west-1.',
  ]
  const isCompaction = ({ messages }: JsonObject) =>
    /create a detailed summary/i.test(JSON.stringify(messages))
  const asked = Promise.withResolvers<void>()
  let loop: MemoryLoop

  beforeAll(async () => {
    loop = await openMemoryLoop(binary, {
      // Only a compaction has anything extracted.
      settings: {
        'extraction.afterTurn': 'no',
        'extraction.atSessionEnd': 'no',
        'extraction.idleSeconds': '0',
      },
      async beforeReply(question) {
        if (!isCompaction(question)) return
        asked.resolve()
        await new Promise(() => undefined)
      },
    })
  })

  afterAll(() => loop?.close())

  test('what a compaction is about to lose is kept though all is killed right after its hook', async () => {
    const { world } = loop
    const [first = '', ...others] = statements
    const { sessionId } = await loop.ask(first)
    const args = ['--resume', sessionId]
    for (const statement of others) await loop.ask(statement, { args })
    await loop.settled()
    expect(loop.rows('SELECT * FROM memories')).toEqual([])

    // Frozen, it can do nothing before it is killed; the hook does not wait for it.
    const daemon = loop.daemonPid()
    process.kill(daemon, 'SIGSTOP')
    const dying = new AbortController()
    const compacting = loop.ask('/compact', { args, signal: dying.signal })
    await Promise.race([asked.promise, compacting])
    dying.abort()
    process.kill(daemon, 'SIGKILL')
    await expect(compacting).rejects.toThrow('was ended by SIGKILL')
    expect(world.pendingEvents()).toHaveLength(2)
    expect(loop.rows('SELECT * FROM memories')).toEqual([])

    await world.throughline(world.repository, 'start')
    await loop.settled()
    const { turns } = await captured(loop.world, sessionId)
    const contents = loop.rows('SELECT content FROM memories').map(({ content }) => String(content))
    for (const topic of ['pnpm', 'main', 'eu-west-1']) {
      expect(
        contents.filter((content) => content.includes(topic)),
        topic,
      ).toHaveLength(1)
    }
    expect(loop.rows('SELECT DISTINCT ref FROM memory_sources ORDER BY ref')).toEqual(
      turns.map(({ id }) => ({ ref: id })),
    )
  })
})

describe('switched off', () => {
  let loop: MemoryLoop

  beforeAll(async () => {
    loop = await openMemoryLoop(binary, { settings: { 'extraction.mode': 'off' } })
  })

  afterAll(() => loop?.close())

  test('a session leaves no memory, no job and no trace of extraction', async () => {
    const { sessionId } = await loop.ask('We use pnpm in this repo, not npm.')
    await loop.settled()
    const { session } = await captured(loop.world, sessionId)
    expect(session).toMatchObject({ status: 'completed' })
    expect(loop.rows('SELECT DISTINCT kind FROM jobs ORDER BY kind')).toEqual(
      ['check-files', 'digest-session', 'digest-turn', 'prune'].map((kind) => ({ kind })),
    )
    expect(learning.flatMap((table) => loop.rows(`SELECT * FROM ${table}`))).toEqual([])
  })
})

const learning = [
  'extraction_states',
  'extractions',
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
  return JSON.stringify(system ?? '').includes(
    JSON.stringify(extractionPrompt('turn')).slice(1, -1),
  )
}

function queueAgain(database: string): void {
  const connection = new DatabaseSync(database, { timeout: 10_000 })
  try {
    connection.exec("UPDATE jobs SET status = 'pending', attempts = 0 WHERE status = 'done'")
  } finally {
    connection.close()
  }
}
