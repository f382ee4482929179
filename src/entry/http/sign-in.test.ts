import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { openHomeSignIns } from '../../compose/presence.ts'
import { type HomePaths, homePaths } from '../../home/paths.ts'
import { guard } from './app.ts'
import { limitBody } from './body.ts'
import { serveDashboard } from './dashboard.ts'
import { serveExport } from './export.ts'
import { respondToError, securityHeaders } from './respond.ts'
import { createOneTimeCodes, serveSignIn } from './sign-in.ts'

const token = 'the-token-of-this-test'
const host = '127.0.0.1:4711'
const page = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }
let paths: HomePaths
let dashboardFolder: string
let app: Hono
let written: unknown[]
let nowMs: number

beforeEach(() => {
  paths = homePaths(makeTemporaryFolder())
  mkdirSync(paths.run)
  dashboardFolder = makeDashboard()
  nowMs = 0
  written = []
  app = startRun('this-run')
})

function startRun(run: string, port = 4711): Hono {
  const parts = {
    token,
    signIns: openHomeSignIns(paths),
    codes: createOneTimeCodes(() => nowMs),
    run,
    port: () => port,
    command: 'THROUGHLINE_HOME=/elsewhere throughline',
  }
  const started = new Hono()
  started.use(securityHeaders())
  started.use(guard(parts))
  started.use(limitBody())
  serveSignIn(started, parts)
  serveExport(started, { exportData: async function* () {} })
  started.get('/api/status', (context) => context.json({ secret: true }))
  started.post('/api/memories', (context) => {
    written.push('something')
    return context.json({})
  })
  serveDashboard(started, dashboardFolder)
  started.onError((error, context) => respondToError(context, error))
  return started
}

function makeDashboard(): string {
  const folder = makeTemporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), 'the dashboard')
  writeFileSync(join(folder, 'assets', 'index-Ab3_x-9.js'), 'run()')
  return folder
}

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  app.request(`http://${host}${path}`, { ...init, headers: { host, ...headers } })
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  ask(path, headers, { method: 'POST', body: JSON.stringify(body) })
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

async function createCode(purpose = 'sign-in', headers = bearer(token)): Promise<string> {
  const response = await post(`/api/${purpose}-codes`, {}, headers)
  return ((await response.json()) as { code: string }).code
}

interface Key {
  readonly id: string
  readonly key: string
  readonly run: string
}

async function signIn(): Promise<Key> {
  const response = await post('/api/sign-ins', { code: await createCode() })
  return (await response.json()) as Key
}

const prove = ({ id, key }: Key, run = 'this-run') =>
  `${id}.${createHmac('sha256', Buffer.from(key, 'hex')).update(run).digest('hex')}`

describe('a code', () => {
  it('is only given to authorised callers', async () => {
    expect((await post('/api/sign-in-codes', {})).status).toBe(401)
  })

  it('is in the fragment of the address, which no server sees', async () => {
    const response = await post('/api/sign-in-codes', {}, bearer(token))
    expect(((await response.json()) as { path: string }).path).toMatch(/^\/#sign-in=[\w-]{32}$/)
  })

  it('signs a page in, without a cookie', async () => {
    const response = await post('/api/sign-ins', { code: await createCode() })
    expect(response.status).toBe(201)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.json()).toMatchObject({ run: 'this-run' })
  })

  it('works once', async () => {
    const code = await createCode()
    expect((await post('/api/sign-ins', { code })).status).toBe(201)
    expect((await post('/api/sign-ins', { code })).status).toBe(401)
  })

  it('works for a minute', async () => {
    const code = await createCode()
    nowMs += 60_000
    expect((await post('/api/sign-ins', { code })).status).toBe(401)
  })

  it.each([{}, { code: '' }, { code: 'guessed' }])('%j signs nobody in', async (body) => {
    expect((await post('/api/sign-ins', body)).status).toBe(401)
  })
})

describe('a page that signed in', () => {
  it('reads and writes', async () => {
    const headers = bearer(prove(await signIn()))
    expect((await ask('/api/status', headers)).status).toBe(200)
    expect((await post('/api/memories', {}, headers)).status).toBe(200)
  })

  it('passes its sign-in to the next tab, each with its own key', async () => {
    const first = await signIn()
    const second = (await (await post('/api/sign-ins', {}, bearer(prove(first)))).json()) as Key
    expect(second.key).not.toBe(first.key)
    expect((await ask('/api/status', bearer(prove(second)))).status).toBe(200)
  })

  it('stays signed in after the daemon restarts, which rejects an old proof', async () => {
    const key = await signIn()
    app = startRun('next-run')
    expect((await ask('/api/status', bearer(prove(key)))).status).toBe(401)
    expect((await ask('/api/status', bearer(prove(key, 'next-run')))).status).toBe(200)
  })

  it('is not signed in to a daemon on another port', async () => {
    const key = await signIn()
    app = startRun('next-run', 4712)
    expect((await ask('/api/status', bearer(prove(key, 'next-run')))).status).toBe(401)
  })

  it('lets the browser download with a one-time code', async () => {
    const code = await createCode('download', bearer(prove(await signIn())))
    expect((await ask(`/api/export?code=${code}`)).status).toBe(200)
    expect((await ask(`/api/export?code=${code}`)).status).toBe(401)
    expect((await ask(`/api/status?code=${code}`)).status).toBe(401)
  })

  it('cannot use a sign-in code for a download, or the reverse', async () => {
    expect((await ask(`/api/export?code=${await createCode()}`)).status).toBe(401)
    const code = await createCode('download')
    expect((await post('/api/sign-ins', { code })).status).toBe(401)
    expect((await ask(`/api/export?code=${code}`)).status).toBe(401)
  })
})

describe('what is served', () => {
  it.each(['/', '/search', '/memories/01HXYZ'])('is the page at %s to everyone', async (path) => {
    const response = await ask(path, page)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('the dashboard')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('may run and load only our own files, and be shown in no frame', async () => {
    for (const path of ['/', '/api/status', '/api/nothing', '/assets/index-Ab3_x-9.js']) {
      const { headers } = await ask(path, page)
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  it('is cached by the browser if its name contains its hash', async () => {
    const asset = await ask('/assets/index-Ab3_x-9.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('javascript')
  })

  it.each([
    '/assets/missing.js',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/index.html',
    '/assets/..\\index.html',
  ])('%s is no file of ours', async (path) => {
    const response = await ask(path, bearer(prove(await signIn())))
    expect(response.status).toBe(404)
  })
})
