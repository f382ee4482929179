import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../test/support/claude-payloads.ts'
import { createWorld, type World } from '../../../test/support/world.ts'
import { type Local, openLocal } from '../../compose/local.ts'
import { openSignIns } from '../../compose/presence.ts'
import type { LiveEvent } from '../../contract/live-event.ts'
import { type AppParts, createApp } from './app.ts'

const token = 'the-token-of-this-test'
let world: World
let local: Local
let logged: string[]
let calls: string[]

beforeEach(async () => {
  world = createWorld()
  logged = []
  calls = []
  const { root } = world.paths
  local = await openLocal({ root, userHome: world.userHome, env: {} })
})

afterEach(async () => {
  local.close()
  await world.close()
})

function app(changes: Partial<AppParts> = {}) {
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string) => void logged.push(message),
  }
  return createApp({
    token,
    signIns: openSignIns(world.paths),
    dashboardFolder: world.path('dashboard'),
    version: '1.2.3',
    operations: local.operations,
    guidance: () => local.config().guidance.variant,
    history: local.store.history,
    exportData: local.exportData,
    log,
    closing: new AbortController().signal,
    findHost: local.findHost,
    hosts: local.hosts,
    accept: (envelope, payload) => local.spool.add(envelope, payload),
    answer: async () => '',
    nudge: () => void calls.push('nudge'),
    stop: () => void calls.push('stop'),
    onRequest: () => void calls.push('request'),
    onIngested: () => () => undefined,
    ...changes,
  })
}

const address = 'http://127.0.0.1:4711'
const authorized = { authorization: `Bearer ${token}`, host: '127.0.0.1:4711' }

const ask = (path: string, init: RequestInit = {}, parts: Partial<AppParts> = {}) =>
  app(parts).request(address + path, { ...init, headers: { ...authorized, ...init.headers } })

const post = (path: string, body: unknown, parts: Partial<AppParts> = {}) =>
  ask(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }, parts)

const { start, prompt, toolUse, stop } = sessionPayloads('s1', '')

async function capture(...events: [name: string, payload: object][]): Promise<void> {
  for (const [event, payload] of events) {
    await local.spool.add({ host: 'claude-code', event }, JSON.stringify(payload))
  }
  await local.drain(new AbortController().signal)
}

describe('who may ask', () => {
  const everyPath = ['/api/status', '/api/sessions', '/api/events', '/api/jobs', '/nothing']

  it.each(everyPath)('%s needs the token', async (path) => {
    for (const authorization of ['', 'Bearer ', 'Bearer wrong', `Basic ${token}`, `${token}x`]) {
      const response = await ask(path, { headers: { authorization } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('hooks and stop need the token as well, and do nothing without it', async () => {
    for (const path of ['/hooks/SessionStart', '/api/stop', '/api/jobs/retry']) {
      const init = { method: 'POST', body: JSON.stringify(start()), headers: { authorization: '' } }
      expect((await ask(path, init)).status).toBe(401)
    }
    expect(calls).toEqual([])
    expect(await local.spool.depth()).toMatchObject({ pending: 0 })
  })

  it('health is open, and says which daemon answers', async () => {
    const response = await ask('/health', { headers: { authorization: '' } })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok', version: '1.2.3', pid: process.pid })
  })

  it.each(['evil.example', 'evil.example:4711', '127.0.0.1.evil.example', '192.168.0.7:4711', ''])(
    'the host name "%s" is refused, even for health',
    async (host) => {
      expect((await ask('/health', { headers: { host } })).status).toBe(403)
    },
  )

  it.each(['127.0.0.1:4711', 'localhost:4711', 'LOCALHOST', '[::1]:4711'])(
    'the host name %s is served',
    async (host) => {
      expect((await ask('/api/status', { headers: { host } })).status).toBe(200)
    },
  )

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null', 'file://'])(
    'the origin %s is refused',
    async (origin) => {
      expect((await ask('/api/status', { headers: { origin } })).status).toBe(403)
    },
  )

  it('a page of our own may ask', async () => {
    const response = await ask('/api/status', { headers: { origin: 'http://127.0.0.1:4711' } })
    expect(response.status).toBe(200)
  })
})

describe('POST /hooks/{Event}', () => {
  it('takes an event into the spool', async () => {
    const response = await post('/hooks/PostToolUse', toolUse(1, 'toolu_1'))
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ status: 'accepted' })
    const [entry] = await local.spool.pending()
    const file = entry && (await local.spool.read(entry))
    expect(file).toMatchObject({
      kind: 'ok',
      envelope: { host: 'claude-code', event: 'PostToolUse' },
    })
    expect(file?.kind === 'ok' && JSON.parse(file.payload)).toEqual(toolUse(1, 'toolu_1'))
  })

  it('keeps an event it does not know', async () => {
    expect((await post('/hooks/SomethingNew', { session_id: 's1', new: true })).status).toBe(202)
    expect(await local.spool.depth()).toMatchObject({ pending: 1 })
  })

  it('only looks sooner when the hook has spooled the event itself', async () => {
    expect((await post('/hooks/SessionStart?spooled=1', start())).status).toBe(202)
    expect(calls).toContain('nudge')
    expect(await local.spool.depth()).toMatchObject({ pending: 0 })
  })

  it('hands the answer to the host', async () => {
    const answer = async () => 'remember the milk'
    const response = await post('/hooks/SessionStart', start(), { answer })
    expect(await response.json()).toEqual({ status: 'accepted', output: 'remember the milk' })
  })

  it.each([
    ['an event without a session', '/hooks/Stop', {}, /session_id is missing/],
    ['broken JSON', '/hooks/Stop', '{"session_id": ', /not valid JSON/],
    ['JSON that is no object', '/hooks/Stop', '[1, 2]', /not a JSON object/],
    ['nothing', '/hooks/Stop', '', /empty/],
    ['an unknown host', '/hooks/Stop?host=claud-code', { session_id: 's' }, /unknown host/],
    ['a name that is no event', '/hooks/..%2F..%2Fetc', { session_id: 's' }, /no event name/],
  ])('refuses %s', async (_, path, body, message) => {
    const response = await post(path, body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as Problem).error.message).toMatch(message)
    expect(await local.spool.depth()).toMatchObject({ pending: 0 })
  })

  it('names the host that was probably meant', async () => {
    const response = await post('/hooks/Stop?host=claud-code', { session_id: 's' })
    const { error } = (await response.json()) as Problem
    expect(error.hint).toContain('did you mean claude-code?')
  })

  it('refuses what is larger than 32 MiB, whether its size was announced or not', async () => {
    const body = JSON.stringify({ session_id: 's', text: 'x'.repeat(32 * 1024 * 1024) })
    expect((await post('/hooks/Stop', body)).status).toBe(413)
    const stream = new Blob([body]).stream()
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
    expect((await ask('/hooks/Stop', init)).status).toBe(413)
    expect(await local.spool.depth()).toMatchObject({ pending: 0 })
  })

  it('takes what is just below the limit', async () => {
    const frame = JSON.stringify({ session_id: 's', text: '' }).length
    const text = 'x'.repeat(32 * 1024 * 1024 - frame)
    expect((await post('/hooks/Stop', { session_id: 's', text })).status).toBe(202)
  })

  it('answers 202 when the spool cannot be written, and logs it', async () => {
    rmSync(world.paths.spool, { recursive: true })
    writeFileSync(world.paths.spool, 'a file where the spool was')
    const response = await post('/hooks/Stop', stop(1, 'done'))
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ status: 'failed' })
    expect(logged).toEqual(['a hook event could not be handled'])
    rmSync(world.paths.spool)
    mkdirSync(world.paths.spool)
  })

  it('answers 202 when the answer cannot be found, and keeps the event', async () => {
    const answer = () => Promise.reject(new Error('no'))
    expect((await post('/hooks/SessionStart', start(), { answer })).status).toBe(202)
    expect(logged).toHaveLength(1)
    expect(await local.spool.depth()).toMatchObject({ pending: 1 })
  })
})

/** The first so many events of the stream, which then is left. */
async function readEvents(path: string, count: number): Promise<LiveEvent[]> {
  const { body } = await ask(path)
  const events: LiveEvent[] = []
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    for (const [, data = ''] of chunk.matchAll(/^data: (.+)$/gm)) events.push(JSON.parse(data))
    if (events.length >= count) break
  }
  return events
}

describe('reading', () => {
  beforeEach(() =>
    capture(
      ['SessionStart', { ...start(), cwd: world.project }],
      ['UserPromptSubmit', prompt(1, 'Mend the gate')],
      ['PostToolUse', toolUse(1, 'toolu_1', 'mended')],
      ['Stop', stop(1, 'It closes again.')],
    ),
  )

  const read = async (path: string) => (await ask(path)).json() as Promise<Record<string, never>>

  it('lists sessions', async () => {
    const { sessions } = (await read('/api/sessions')) as unknown as { sessions: object[] }
    expect(sessions).toMatchObject([
      {
        hostSessionId: 's1',
        status: 'active',
        project: { name: 'widgets' },
        turns: 1,
        toolEvents: 1,
        firstPrompt: 'Mend the gate',
      },
    ])
  })

  it('shows one session by the host’s id, and a tool event with what went in and out', async () => {
    const session = await read('/api/sessions/s1')
    const [turn] = session.timeline as unknown as { toolEvents: { id: string }[] }[]
    expect(turn).toMatchObject({
      prompt: 'Mend the gate',
      answer: 'It closes again.',
      outcome: 'ok',
    })
    const event = await read(`/api/tool-events/${turn?.toolEvents[0]?.id}`)
    expect(event).toMatchObject({
      toolName: 'Bash',
      input: { command: 'make toolu_1' },
      output: { stdout: 'mended' },
    })
  })

  it('tells of the last events, or of those after one, before it waits for more', async () => {
    const recent = await readEvents('/api/events?recent=3', 3)
    expect(recent).toMatchObject([
      { kind: 'prompt', text: 'Mend the gate', project: { name: 'widgets' } },
      { kind: 'tool', text: 'make toolu_1', tool: { name: 'Bash', outcome: 'ok' } },
      { kind: 'turn-end', text: 'It closes again.' },
    ])
    expect(await readEvents(`/api/events?after=${recent[0]?.id}`, 2)).toEqual(recent.slice(1))
    expect(await readEvents('/api/events?recent=1000', 4)).toHaveLength(4)
  })

  it('gives all there is as a file of lines that ends with how much it was', async () => {
    const response = await ask('/api/export')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="through/)
    const lines = (await response.text()).trimEnd().split('\n')
    const types = lines.map((line) => JSON.parse(line).type)
    expect(types).toEqual(
      expect.arrayContaining(['export', 'session', 'turn', 'tool-event', 'end']),
    )
    const memories = await (await ask('/api/export?memoriesOnly=true')).text()
    expect(memories).not.toContain('"session"')
  })

  it('recalls by the agent a memory was learned in, and names it', async () => {
    const { timeline } = (await read('/api/sessions/s1')) as unknown as {
      timeline: { id: string }[]
    }
    const sources = [{ type: 'turn', ref: timeline[0]?.id }]
    const said = { content: 'The gate opens to the left.', scope: 'global', sources }
    const { memory } = (await (await post('/api/memories', said)).json()) as {
      memory: { id: string }
    }
    const recall = (host: string) => read(`/api/recall?query=gate+left&types=memory&host=${host}`)
    expect(await recall('claude-code')).toMatchObject({ hits: [{ id: memory.id }] })
    expect(await recall('codex')).toEqual({ hits: [] })
    expect(await read(`/api/memories/${memory.id}`)).toMatchObject({
      host: 'claude-code',
      sources: [{ ...sources[0], host: 'claude-code' }],
    })
  })

  it('lists jobs with their subjects', async () => {
    const { jobs } = (await read('/api/jobs?status=pending')) as unknown as { jobs: object[] }
    const [turn] = world.rows('SELECT id FROM turns')
    expect(jobs).toEqual(
      expect.arrayContaining(
        ['digest-turn', 'extract'].map((kind) =>
          expect.objectContaining({ kind, subject: turn?.id, status: 'pending', attempts: 0 }),
        ),
      ),
    )
  })

  it('tells how large the database was, and is, whatever the project', async () => {
    await local.store.databaseSizes.note({ day: '2020-02-29', bytes: 8_192 })
    expect(await read('/api/growth?days=2&project=widgets')).toMatchObject({
      days: [{ databaseBytes: 8_192 }, { databaseBytes: local.store.bytes() }],
      storage: { bytes: local.store.bytes() },
    })
  })

  it('lists projects and shows one by its identity', async () => {
    const { projects } = (await read('/api/projects')) as unknown as { projects: object[] }
    expect(projects).toMatchObject([{ identity: 'github.com/acme/widgets', name: 'widgets' }])
    const one = await read(`/api/projects/${encodeURIComponent('github.com/acme/widgets')}`)
    expect(one).toMatchObject({ name: 'widgets', sessions: 1 })
  })

  it('renames, and says what is in the way', async () => {
    const renamed = await post('/api/projects/rename', { project: 'widgets', name: 'Gates' })
    expect(await renamed.json()).toMatchObject({ name: 'Gates' })
    expect((await post('/api/projects/rename', { project: 'Gates', name: ' ' })).status).toBe(400)
    expect((await post('/api/projects/rename', 'not json')).status).toBe(400)
    expect((await post('/api/projects/merge', { from: 'Gates', into: 'Gates' })).status).toBe(400)
    expect((await post('/api/projects/rename', { project: 'x', name: 'y' })).status).toBe(404)
  })

  it('merges, and takes it back', async () => {
    const gadgets = { identity: 'github.com/acme/gadgets', name: 'gadgets', root: undefined }
    const { id } = await local.store.projects.insert(gadgets)
    const merged = await post('/api/projects/merge', { from: 'gadgets', into: 'widgets' })
    expect(await merged.json()).toMatchObject({ name: 'widgets', merged: [{ id }] })
    const back = await post('/api/projects/unmerge', { project: id })
    expect(await back.json()).toMatchObject({ project: { id, name: 'gadgets' }, left: [] })
    expect((await post('/api/projects/unmerge', {})).status).toBe(404)
  })

  it('clears nothing for one who misspelt what to clear', async () => {
    const folder = world.project
    for (const tags of ['spike', 'keep'])
      await post('/api/memories', { content: tags, folder, tags })
    const clear = { scope: 'project', folder, tags: 'spike', confirm: true }
    const response = await post('/api/memories/clear', clear)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: {
        code: 'invalid-input',
        message: 'unknown field "tags"',
        hint: 'did you mean "tag"?',
      },
    })
    expect(await read(`/api/memory-counts?folder=${folder}`)).toMatchObject({ total: 2 })
  })

  it.each([
    ['widgets', 'folder "widgets" is not an absolute path'],
    ['/no/such', 'there is no folder "/no/such"'],
  ])('the folder %s is refused alike to store, list and recall', async (folder, message) => {
    const asked = [
      await post('/api/memories', { content: 'Lost.', folder }),
      await post('/api/consolidate', { folder }),
      await ask(`/api/memories?folder=${folder}`),
      await ask(`/api/recall?query=gate&folder=${folder}`),
      await ask(`/api/context?folder=${folder}`),
    ]
    for (const response of asked) {
      expect(response.status).toBe(400)
      expect(((await response.json()) as Problem).error.message).toBe(message)
    }
    expect(world.rows('SELECT name FROM projects')).toEqual([{ name: 'widgets' }])
  })

  it.each([
    ['/api/sessions/unknown', 404],
    ['/api/tool-events/unknown', 404],
    ['/api/sessions?limit=0', 400],
    ['/api/sessions?limit=many', 400],
    ['/api/jobs?status=lost', 400],
    ['/api/jobs?state=parked', 400],
    ['/api/export?memoriesOnly=yes', 400],
    ['/api/export?memoryOnly=true', 400],
    ['/api/sessions?project=unknown', 404],
    ['/api/nothing', 404],
  ])('%s is answered %i, with a sentence', async (path, status) => {
    const response = await ask(path)
    expect(response.status).toBe(status)
    expect(((await response.json()) as Problem).error.message).toMatch(/\w+/)
    expect(logged).toEqual([])
  })

  it('keeps what went wrong inside to the log', async () => {
    const listSessions = () => Promise.reject(new Error('the column is missing'))
    const operations = { ...local.operations, listSessions }
    const response = await ask('/api/sessions', {}, { operations })
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ error: { message: 'internal error' } })
    expect(logged).toEqual(['a request failed'])
  })

  it('says that the database is the trouble, and what to do', async () => {
    local.close()
    const response = await ask('/api/sessions')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      error: {
        code: 'database-unwritable',
        message: expect.stringContaining('database'),
        hint: expect.any(String),
      },
    })
  })

  it('stops when asked to', async () => {
    expect((await post('/api/stop', '')).status).toBe(202)
    expect(calls).toContain('stop')
  })
})

interface Problem {
  readonly error: { readonly message: string; readonly hint?: string }
}
