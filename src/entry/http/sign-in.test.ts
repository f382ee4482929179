import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { openHomeSignIns } from '../../compose/presence.ts'
import { homePaths } from '../../home/paths.ts'
import { serveDashboard } from './dashboard.ts'
import { guard } from './guard.ts'
import { securityHeaders } from './security-headers.ts'
import { serveSignIn } from './sign-in.ts'

const token = 'the-token-of-this-test'
const host = '127.0.0.1:4711'
const page = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }
let app: Hono
let written: unknown[]
let nowMs: number

beforeEach(() => {
  const paths = homePaths(makeTemporaryFolder())
  mkdirSync(paths.run)
  const dashboardFolder = makeDashboard()
  const signIns = openHomeSignIns(paths)
  written = []
  nowMs = 0
  app = new Hono()
  app.use(securityHeaders())
  app.use(guard({ token, signIns, dashboardFolder }))
  serveSignIn(app, { signIns, monotonicMs: () => nowMs })
  app.get('/api/status', (context) => context.json({ secret: true }))
  app.post('/api/memories', async (context) => {
    written.push(await context.req.json())
    return context.json({})
  })
  serveDashboard(app, dashboardFolder)
})

function makeDashboard(): string {
  const folder = makeTemporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), 'the dashboard')
  writeFileSync(join(folder, 'signed-out.html'), 'run throughline dashboard')
  writeFileSync(join(folder, 'signed-out.css'), 'body {}')
  writeFileSync(join(folder, 'assets', 'index-Ab3_x-9.js'), 'run()')
  return folder
}

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  app.request(`http://${host}${path}`, { ...init, headers: { host, ...headers } })

async function createCode(): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await ask('/api/sign-in-codes', headers, { method: 'POST' })
  return ((await response.json()) as { path: string }).path
}

/** @returns the cookie as a browser sends it back */
async function signIn(): Promise<string> {
  const response = await ask(await createCode(), page)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const post = (headers: Record<string, string>) =>
  ask('/api/memories', headers, { method: 'POST', body: '{"content":"x"}' })

describe('a browser without a cookie', () => {
  it.each(['/', '/search', '/memories/01HXYZ', '/../../etc/passwd'])(
    'is told at %s how to sign in',
    async (path) => {
      const response = await ask(path, page)
      expect(response.status).toBe(401)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(await response.text()).toContain('throughline dashboard')
    },
  )

  it('gets the style of that page, and the code of the dashboard', async () => {
    expect(await (await ask('/signed-out.css')).text()).toBe('body {}')
    expect(await (await ask('/assets/index-Ab3_x-9.js')).text()).toBe('run()')
  })

  it('is refused data as a program is', async () => {
    const response = await ask('/api/status', page)
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toContain('json')
  })

  it('that came from another site asks once more from here, where it sends the cookie', async () => {
    const linked = await ask('/', { ...page, 'sec-fetch-site': 'cross-site' })
    expect(linked.headers.get('refresh')).toBe('0')
    const again = await ask('/', { ...page, 'sec-fetch-site': 'same-origin' })
    expect(again.headers.get('refresh')).toBeNull()
  })
})

describe('a code', () => {
  it('is only given for the token', async () => {
    expect((await ask('/api/sign-in-codes', {}, { method: 'POST' })).status).toBe(401)
  })

  it('signs a browser in and leads it to an address without it', async () => {
    const response = await ask(await createCode(), page)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/')
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^throughline-\w+=[\w-]{43};/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Strict')
    expect(cookie).toContain('Path=/')
    expect(cookie).not.toContain('Domain')
  })

  it('works once', async () => {
    const path = await createCode()
    expect((await ask(path, page)).headers.get('set-cookie')).not.toBeNull()
    expect((await ask(path, page)).headers.get('set-cookie')).toBeNull()
  })

  it('works for a minute', async () => {
    const path = await createCode()
    nowMs += 60_000
    expect((await ask(path, page)).headers.get('set-cookie')).toBeNull()
  })

  it.each(['', 'code=', 'code=guessed'])(
    'that was never given (%s) signs nobody in',
    async (query) => {
      expect((await ask(`/sign-in?${query}`, page)).headers.get('set-cookie')).toBeNull()
    },
  )
})

describe('a browser with a cookie', () => {
  it.each(['/', '/search', '/memories/01HXYZ'])('is given the dashboard at %s', async (path) => {
    const response = await ask(path, { ...page, cookie: await signIn() })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('the dashboard')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('reads data', async () => {
    const headers = { cookie: await signIn(), 'sec-fetch-site': 'same-origin' }
    const response = await ask('/api/status', headers)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('writes what its own page sends', async () => {
    const headers = { 'content-type': 'application/json', origin: `http://${host}` }
    const response = await post({ cookie: await signIn(), ...headers })
    expect(response.status).toBe(200)
    expect(written).toEqual([{ content: 'x' }])
  })

  it.each([
    ['no origin', { 'content-type': 'application/json' }],
    ['another port', { 'content-type': 'application/json', origin: 'http://127.0.0.1:3000' }],
    ['another name', { 'content-type': 'application/json', origin: 'http://localhost:4711' }],
    ['another site', { 'content-type': 'application/json', origin: 'https://evil.example' }],
    ['a sandboxed page', { 'content-type': 'application/json', origin: 'null' }],
    ['a form', { 'content-type': 'text/plain', origin: `http://${host}` }],
    ['no type', { origin: `http://${host}` }],
  ])('writes nothing for %s', async (_, headers: Record<string, string>) => {
    expect((await post({ cookie: await signIn(), ...headers })).status).toBe(403)
    expect(written).toEqual([])
  })

  it('loads nothing for a page on another port', async () => {
    const cookie = await signIn()
    for (const headers of [
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
      { origin: 'http://127.0.0.1:3000' },
    ] as Record<string, string>[]) {
      expect((await ask('/api/status', { cookie, ...headers })).status).toBe(403)
    }
  })

  it.each(['throughline=guessed', 'throughline-00000000=x', ''])(
    'is a stranger when it is a made-up one (%s)',
    async (cookie) => {
      expect((await ask('/api/status', { cookie })).status).toBe(401)
    },
  )
})

describe('what is served', () => {
  it('is told to run and load only our own', async () => {
    const cookie = await signIn()
    for (const path of [
      '/',
      '/sign-in',
      '/api/status',
      '/api/nothing',
      '/assets/index-Ab3_x-9.js',
    ]) {
      const { headers } = await ask(path, { ...page, cookie })
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  it('is kept by the browser when its name holds its hash', async () => {
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
    const response = await ask(path, { cookie: await signIn() })
    expect(response.status).toBe(404)
  })
})
