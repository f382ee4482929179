import { resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import { eachWithHttpApp } from '../../../test/support/processes/http-app.ts'
import { followImports } from '../../../test/support/source/import-graph.ts'
import type { LiveEvent } from '../../contract/live-event.ts'
import type { OutputOf } from '../../contract/operations/index.ts'

const app = eachWithHttpApp()
const { ask, post } = app
const { start, prompt, toolUse, stop } = sessionPayloads('s1', '')

async function capture(...events: [name: string, payload: object][]): Promise<void> {
  for (const [event, payload] of events) {
    await app.local.spool.add({ host: 'claude-code', event }, JSON.stringify(payload))
  }
  await app.local.drain(new AbortController().signal)
}

/** The first so many events of the stream, which then is left. */
async function readEvents(path: string, count: number): Promise<(LiveEvent & { at: string })[]> {
  const { body } = await ask(path)
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if ([...text.matchAll(/^data: .+$/gm)].length >= count) break
  }
  const ids = [...text.matchAll(/^id: (.+)$/gm)].map(([, id = '']) => id)
  const data = [...text.matchAll(/^data: (.+)$/gm)].map(([, each = '']) => JSON.parse(each))
  return data.map((event, index) => ({ ...event, at: ids[index] }))
}

type Health = OutputOf<'checkHealth'>

describe('reading', () => {
  beforeEach(() =>
    capture(
      ['SessionStart', { ...start(), cwd: app.world.project }],
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
        title: 'Mend the gate',
      },
    ])
  })

  it('shows a session by the host’s id, and a tool event with its input and output', async () => {
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

  it('sends the last events, or those after an id, before it waits for more', async () => {
    const recent = await readEvents('/api/events?recent=3', 3)
    expect(recent).toMatchObject([
      { kind: 'prompt', text: 'Mend the gate', project: { name: 'widgets' } },
      { kind: 'tool', text: 'make toolu_1', tool: { name: 'Bash', outcome: 'ok' } },
      { kind: 'turn-end', text: 'It closes again.' },
    ])
    expect(await readEvents(`/api/events?after=${recent[0]?.at}`, 2)).toEqual(recent.slice(1))
    expect(await readEvents('/api/events?recent=1000', 4)).toHaveLength(4)
  })

  it('exports everything as lines, with the totals at the end', async () => {
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

  it('lists doctor’s checks, each with a hint', async () => {
    const { healthy, checks } = (await (await ask('/api/health-checks')).json()) as Health
    expect(healthy).toBe(true)
    expect(checks).toContainEqual({ subject: 'database', state: 'ok', detail: 'sound' })
    expect(checks).toContainEqual({
      subject: 'hook',
      state: 'warn',
      detail: 'not installed',
      hint: 'throughline setup',
    })
  })

  it('lists jobs with their subjects', async () => {
    const { jobs } = (await read('/api/jobs?status=pending')) as unknown as { jobs: object[] }
    const [turn] = app.world.rows('SELECT id FROM turns')
    expect(jobs).toEqual(
      expect.arrayContaining(
        ['digest-turn', 'extract'].map((kind) =>
          expect.objectContaining({ kind, subject: turn?.id, status: 'pending', attempts: 0 }),
        ),
      ),
    )
  })

  it('reports the size of the database over time, whatever the project', async () => {
    await app.local.store.growth.noteSize({ day: '2020-02-29', bytes: 8_192 })
    expect(await read('/api/growth?days=2&project=widgets')).toMatchObject({
      days: [{ databaseBytes: 8_192 }, { databaseBytes: app.local.store.bytes() }],
      storage: { bytes: app.local.store.bytes() },
    })
  })

  it('lists projects and shows one by its identity', async () => {
    const { projects } = (await read('/api/projects')) as unknown as { projects: object[] }
    expect(projects).toMatchObject([{ identity: 'github.com/acme/widgets', name: 'widgets' }])
    const one = await read(`/api/projects/${encodeURIComponent('github.com/acme/widgets')}`)
    expect(one).toMatchObject({ name: 'widgets', sessions: 1 })
  })

  it('renames, and explains a conflict', async () => {
    const renamed = await post('/api/projects/rename', { project: 'widgets', name: 'Gates' })
    expect(await renamed.json()).toMatchObject({ name: 'Gates' })
    expect((await post('/api/projects/rename', { project: 'Gates', name: ' ' })).status).toBe(400)
    expect((await post('/api/projects/rename', 'not json')).status).toBe(400)
    expect((await post('/api/projects/merge', { from: 'Gates', into: 'Gates' })).status).toBe(400)
    expect((await post('/api/projects/rename', { project: 'x', name: 'y' })).status).toBe(404)
  })

  it('merges, and undoes it', async () => {
    const gadgets = { identity: 'github.com/acme/gadgets', name: 'gadgets', root: undefined }
    const { id } = await app.local.store.projects.insert(gadgets)
    const merged = await post('/api/projects/merge', { from: 'gadgets', into: 'widgets' })
    expect(await merged.json()).toMatchObject({ name: 'widgets', merged: [{ id }] })
    const back = await post('/api/projects/unmerge', { project: id })
    expect(await back.json()).toMatchObject({ project: { id, name: 'gadgets' }, left: [] })
    expect((await post('/api/projects/unmerge', {})).status).toBe(404)
  })
})

describe('guard', () => {
  const app = eachWithHttpApp()
  const { ask, token } = app
  const { start } = sessionPayloads('s1', '')

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
        const init = {
          method: 'POST',
          body: JSON.stringify(start()),
          headers: { authorization: '' },
        }
        expect((await ask(path, init)).status).toBe(401)
      }
      expect(app.calls).toEqual([])
      expect(await app.local.spool.depth()).toMatchObject({ pending: 0 })
    })

    it('health is open, and says which daemon answers', async () => {
      const response = await ask('/health', { headers: { authorization: '' } })
      expect(response.status).toBe(200)
      const daemon = { version: '1.2.3', pid: process.pid, run: 'this-run', command: 'throughline' }
      expect(await response.json()).toEqual({ status: 'ok', ...daemon })
    })

    it.each([
      'evil.example',
      'evil.example:4711',
      '127.0.0.1.evil.example',
      '192.168.0.7:4711',
      '',
    ])('the host name "%s" is refused, even for health', async (host) => {
      expect((await ask('/health', { headers: { host } })).status).toBe(403)
    })

    it.each(['127.0.0.1:4711', 'localhost:4711', 'LOCALHOST', '[::1]:4711'])(
      'the host name %s is served',
      async (host) => {
        expect((await ask('/api/status', { headers: { host } })).status).toBe(200)
      },
    )

    it.each([
      'https://evil.example',
      'http://localhost.evil.example',
      'http://127.0.0.1:3000',
      'http://localhost:4711',
      'null',
      'file://',
    ])('the origin %s is refused', async (origin) => {
      expect((await ask('/api/status', { headers: { origin } })).status).toBe(403)
    })

    it('our own page is accepted', async () => {
      const response = await ask('/api/status', { headers: { origin: 'http://127.0.0.1:4711' } })
      expect(response.status).toBe(200)
    })
  })
})

describe('mcp', () => {
  it.each(['../daemon/main.ts', '../cli/main.ts'])(
    '%s starts without the protocol, which most runs never need',
    (entry) => {
      const { files, others } = followImports(resolve(import.meta.dirname, entry))
      expect(files.size).toBeGreaterThan(10)
      expect([...others].filter((name) => name.startsWith('@modelcontextprotocol'))).toEqual([])
    },
  )
})
