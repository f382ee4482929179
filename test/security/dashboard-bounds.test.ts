/** What the dashboard can do is bounded, for every caller and on every route. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { configSchema } from '../../src/contract/config.ts'
import { listSettings } from '../../src/contract/list-settings.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { type RunningDaemon, startDaemon } from '../support/processes/daemon.ts'
import { listenToEvents } from '../support/processes/live-events.ts'

let world: World
let daemon: RunningDaemon

beforeAll(async () => {
  world = createWorld()
  daemon = await startDaemon(world)
})
afterAll(() => world.close())

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** As any program can, with headers that browsers do not let a page set. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const sent = request({ host: '127.0.0.1', port: daemon.port, method, path, headers })
  sent.on('error', () => undefined)
  sent.end(body)
  const [reply] = await once(sent, 'response')
  let text = ''
  for await (const chunk of reply) text += chunk
  return { status: reply.statusCode, headers: reply.headers, body: text } as Answer
}

const json = { 'content-type': 'application/json' }
const origin = () => `http://127.0.0.1:${daemon.port}`

async function createCode(): Promise<{ code: string; path: string }> {
  return (await daemon.post('/api/sign-in-codes', {})).json() as Promise<never>
}

type Key = Record<'id' | 'key' | 'run', string>

async function takeKey(): Promise<Key> {
  const { code } = await createCode()
  const body = JSON.stringify({ code })
  return JSON.parse((await ask('/api/sign-ins', { method: 'POST', headers: json, body })).body)
}

function prove({ id, key, run }: Key): string {
  return `${id}.${createHmac('sha256', Buffer.from(key, 'hex')).update(run).digest('hex')}`
}

const signIn = async () => prove(await takeKey())

describe('a server on another port of this machine', () => {
  it('is never sent anything by the browser that opens the daemon’s door', async () => {
    const { path, code } = await createCode()
    expect(new URL(path, origin()).hash).toContain(code)
    const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
    const visited = await ask(path.split('#')[0] ?? '', { headers: page })
    const body = JSON.stringify({ code })
    const signedIn = await ask('/api/sign-ins', { method: 'POST', headers: json, body })
    for (const { headers } of [visited, signedIn]) expect(headers['set-cookie']).toBeUndefined()
  })

  it('gains nothing from replaying cookies, and learns nothing from links', async () => {
    const proof = await signIn()
    for (const cookie of [`throughline=${proof}`, `throughline=${daemon.token}`]) {
      expect((await ask('/api/status', { headers: { cookie } })).status).toBe(401)
    }
    expect((await ask(`/api/status?token=${daemon.token}`)).status).toBe(401)
  })

  it.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000', 'null'])(
    'has its pages (%s) refused, even with the secret',
    async (from) => {
      const secrets = [daemon.token, await signIn()]
      for (const authorization of secrets.map((secret) => `Bearer ${secret}`)) {
        const headers = { ...json, authorization, origin: from }
        const read = await ask('/api/status', { headers })
        const written = await ask('/api/jobs/retry', { method: 'POST', headers, body: '{}' })
        expect([read.status, written.status]).toEqual([403, 403])
        expect(read.headers['access-control-allow-origin']).toBeUndefined()
      }
    },
  )

  it('cannot use a code from its own pages', async () => {
    const { code } = await createCode()
    const body = JSON.stringify({ code })
    const headers = { 'content-type': 'text/plain', origin: 'http://127.0.0.1:3000' }
    expect((await ask('/api/sign-ins', { method: 'POST', headers, body })).status).toBe(403)
    const forEveryone = { origin: 'http://127.0.0.1:3000', 'access-control-request-method': 'POST' }
    const preflight = await ask('/api/sign-ins', { method: 'OPTIONS', headers: forEveryone })
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('that had the port while the daemon was down has a worthless proof', async () => {
    const proof = await signIn()
    const { port } = daemon
    await daemon.kill('SIGTERM')
    daemon = await startDaemon(world)
    expect(daemon.port).toBe(port)
    const headers = { authorization: `Bearer ${proof}` }
    expect((await ask('/api/status', { headers })).status).toBe(401)
  })

  it('that has the port now cannot pass on what a page proves to it', async () => {
    const key = await takeKey()
    const intruder = createServer().listen(0, '127.0.0.1')
    await once(intruder, 'listening')
    await daemon.kill('SIGTERM')
    writeFileSync(world.paths.lastPort, String((intruder.address() as AddressInfo).port))
    daemon = await startDaemon(world)
    const { run } = (await (await daemon.request('/health')).json()) as { run: string }
    const headers = { authorization: `Bearer ${prove({ ...key, run })}` }
    expect((await ask('/api/status', { headers })).status).toBe(401)
    intruder.close()
  })
})

describe('a web page', () => {
  it.each(['rebound.example', `rebound.example:1`, '127.0.0.1.rebound.example', 'localhost.'])(
    'whose name %s leads here is not served',
    async (host) => {
      const headers = { host, authorization: `Bearer ${daemon.token}` }
      for (const path of ['/', '/health', '/api/status']) {
        expect((await ask(path, { headers })).status).toBe(403)
      }
    },
  )

  it('shows no page of ours in a frame', async () => {
    const { headers } = await ask('/', { headers: { accept: 'text/html' } })
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe('a setting that names a command, an address or a variable', () => {
  it('is marked as one, wherever the schema has it', () => {
    const marked = listSettings().filter(({ terminalOnly }) => terminalOnly)
    expect(marked.map(({ key, terminalOnly }) => `${key} ${terminalOnly}`)).toEqual([
      'embeddings.model names a model to download',
      'embeddings.folder names a model to load',
      'embeddings.url says where data is sent',
      'embeddings.apiKeyVariable names an environment variable to send',
      'models.anthropic.url says where data is sent',
      'models.anthropic.apiKeyVariable names an environment variable to send',
      'models.openaiCompatible.url says where data is sent',
      'models.openaiCompatible.apiKeyVariable names an environment variable to send',
      'models.ollama.url says where data is sent',
      'models.commands names a command to run',
      'models.keyVariables names an environment variable to send',
      'subscribers names a command to run',
    ])
  })

  it('cannot be added to the schema without the mark', () => {
    const reaching = listSettings().filter(({ key }) => {
      const text = JSON.stringify(schemaOf(key))
      // What is on or off names nothing.
      if (text.includes('"type":"boolean"')) return false
      return /"format":"uri"|command|url|variable|path of|folder/i.test(`${key} ${text}`)
    })
    const harmless = ['disabledProjects', 'projectMarker', 'projectNames']
    const unmarked = reaching.filter(({ terminalOnly }) => !terminalOnly).map(({ key }) => key)
    expect(unmarked.filter((key) => !harmless.includes(key))).toEqual([])
    expect(reaching.length).toBeGreaterThan(8)
  })

  function schemaOf(key: string): unknown {
    const schema: unknown = z.toJSONSchema(configSchema, { io: 'input' })
    return key
      .split('.')
      .reduce(
        (node, part) => (node as { properties: Record<string, unknown> }).properties[part],
        schema,
      )
  }

  it.each([
    ['subscribers', [{ name: 'x', command: ['touch', '/tmp/x'] }]],
    ['subscribers', [{ name: 'x', url: 'https://evil.example' }]],
    ['models.commands', { claude: '/tmp/evil' }],
    ['models.keyVariables', { claude: 'AWS_SECRET_ACCESS_KEY' }],
    ['models.openaiCompatible.url', 'https://evil.example/v1'],
    ['models.openaiCompatible.apiKeyVariable', 'AWS_SECRET_ACCESS_KEY'],
    ['models.anthropic.url', 'https://evil.example'],
    ['models.anthropic.apiKeyVariable', 'GITHUB_TOKEN'],
    ['models.ollama.url', 'http://evil.example'],
    ['embeddings.url', 'https://evil.example/v1'],
    ['embeddings.apiKeyVariable', 'GITHUB_TOKEN'],
    ['embeddings.model', 'evil/model'],
  ])('is not changed over HTTP: %s to %j', async (key, value) => {
    for (const secret of [daemon.token, await signIn()]) {
      const headers = { ...json, authorization: `Bearer ${secret}` }
      const body = JSON.stringify({ key, value })
      const set = await ask('/api/settings', { method: 'POST', headers, body })
      expect(set.status).toBe(409)
      expect(JSON.parse(set.body).error.hint).toContain(`throughline config set ${key}`)
      const reset = { method: 'POST', headers, body: JSON.stringify({ key }) }
      expect((await ask('/api/settings/reset', reset)).status).toBe(409)
    }
  })
})

describe('a body', () => {
  const large = JSON.stringify({ content: 'x'.repeat(100 * 1024 * 1024), scope: 'global' })

  it.each(['/api/memories', '/api/settings', '/api/sign-ins', '/mcp', '/nothing', '/hooks/Stop'])(
    'of 100 MB at %s is refused, announced or in chunks, and the daemon goes on',
    async (path) => {
      const headers = { ...json, authorization: `Bearer ${daemon.token}` }
      for (const sized of [headers, { ...headers, 'transfer-encoding': 'chunked' }] as Record<
        string,
        string
      >[]) {
        const length = sized['transfer-encoding'] ? {} : { 'content-length': `${large.length}` }
        const sending = { method: 'POST', headers: { ...sized, ...length }, body: large }
        const { status, body } = await ask(path, sending)
        expect(status).toBe(413)
        expect(JSON.parse(body).error.message).toMatch(/^the body is larger than (1|32) MiB$/)
      }
      expect((await daemon.request('/api/status')).status).toBe(200)
    },
  )

  it.each([
    ['1.5 million keys', `{${Array.from({ length: 1_500_000 }, (_, n) => `"${n}":0`).join(',')}}`],
    ['100 levels', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
  ])('of %s is refused at every route that takes one', async (_, body) => {
    for (const path of ['/api/memories', '/mcp', '/hooks/Stop']) {
      const headers = { ...json, authorization: `Bearer ${daemon.token}` }
      const { status } = await ask(path, { method: 'POST', headers, body })
      expect([400, 413]).toContain(status)
    }
  })
})

describe('streams', () => {
  it('are at most 32; those signed in stay, and one that leaves frees a place', async () => {
    const streams = []
    for (let count = 0; count < 32; count += 1) streams.push(await listenToEvents(daemon))
    const refused = await daemon.request('/api/events')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      error: { message: '32 event streams are open already' },
    })
    streams[0]?.close()
    await expect.poll(async () => (await openOne()).status, { timeout: 10_000 }).toBe(200)
    for (const stream of streams) stream.close()
  })

  async function openOne(): Promise<Response> {
    const response = await daemon.request('/api/events')
    await response.body?.cancel()
    return response
  }
})
