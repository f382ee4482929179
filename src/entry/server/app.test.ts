import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../test/support/postgres.ts'
import { useServerApp } from '../../../test/support/team/server-app.ts'
import { requestLimits } from '../../core/team/people/request-budget.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the server', () => {
  const app = useServerApp()

  test('says that it is up, ready and how busy, under any name', async () => {
    const headers = { host: '10.0.0.7:8080' }
    expect(await (await app.ask('/health', { headers })).json()).toEqual({
      status: 'ok',
      version: '1.2.3',
    })
    expect((await app.ask('/ready', { headers })).status).toBe(200)
    await app.ask('/join/tli_secret')
    const metrics = await app.ask('/metrics', { headers })
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await metrics.text()
    expect(text).toContain(
      'throughline_requests_total{method="GET",route="/join/:code",status="404"} 1',
    )
    expect(text).toContain('throughline_request_seconds_bucket{route="/health",le="+Inf"} 1')
    expect(text).toContain('throughline_ready 1')
    expect(text).toContain('throughline_listening 1')
    expect(text).toContain('throughline_waits 0')
  })

  test('answers under its own name only', async () => {
    for (const host of ['evil.example', 'memory.example.com.evil.example', '127.0.0.1', '']) {
      expect((await app.ask('/', { headers: { host } })).status).toBe(403)
    }
    expect((await app.ask('/', { headers: { host: 'Memory.Example.com' } })).status).toBe(200)
  })

  test('refuses requests from pages of other origins', async () => {
    const { token } = await app.founder()
    for (const origin of ['https://evil.example', 'http://memory.example.com', 'null']) {
      const headers = { origin }
      expect((await app.as(token, '/api/members', { headers })).status).toBe(403)
    }
    const headers = { origin: 'https://memory.example.com' }
    expect((await app.as(token, '/api/members', { headers })).status).toBe(200)
  })

  test('sends headers that let a browser run nothing', async () => {
    for (const path of ['/', '/device', '/join/x', '/api/members', '/nothing', '/style.css']) {
      const { headers } = await app.ask(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' data:; " +
          "connect-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=/)
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('gives each request an id, and logs who asked for which route', async () => {
    const owner = await app.founder()
    app.logged.length = 0
    const given = { 'x-request-id': 'forged' }
    const response = await app.as(owner.token, '/api/members', { headers: given })
    const requestId = response.headers.get('x-request-id')
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(app.logged.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        message: 'request',
        requestId,
        method: 'GET',
        route: '/api/members',
        status: 200,
        ms: expect.any(Number),
        organisation: owner.organisation,
        person: owner.person.id,
      },
    ])
  })

  test('logs no token, code, address or name', async () => {
    const owner = await app.founder()
    app.logged.length = 0
    await app.as(owner.token, '/api/members')
    await app.as(`${owner.token}x`, '/api/members?secret=1')
    await app.ask('/join/tli_some-code')
    await app.post(owner.token, '/api/invitations', { email: 'hidden@example.com' })
    const text = app.logged.join('\n')
    for (const hidden of [owner.token.slice(-32), 'some-code', 'hidden@', 'secret=1']) {
      expect(text).not.toContain(hidden)
    }
    expect(app.logged.length).toBe(4)
  })

  test('an address that tries many tokens gets no answer, all others do', async () => {
    const owner = await app.founder()
    const guess = (n: number) =>
      app.as(`tlm_${String(n).padStart(64, '0')}${'a'.repeat(32)}`, '/api/members')
    app.wait({ minutes: 10 })
    for (let n = 0; n < requestLimits.refusals.most; n++) expect((await guess(n)).status).toBe(401)
    const refused = await guess(1_000)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.as(owner.token, '/api/members')).status).toBe(200)
    app.wait({ minutes: 10 })
    expect((await guess(0)).status).toBe(401)
  })
})

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the server with a limit for each person', () => {
  const app = useServerApp({ requestsPerMinute: 5 })

  test('refuses more requests until the minute ends, from all their machines', async () => {
    const [owner, other] = [await app.founder(), await app.founder()]
    const key = await app.post(owner.token, '/api/keys', { name: 'k', scopes: ['recall'] })
    const { secret } = (await key.json()) as { secret: string }
    const ask = async (token: string) => (await app.as(token, '/api/auth-check')).status
    for (const token of [owner.token, owner.token, secret, secret]) {
      expect(await ask(token)).toBe(200)
    }
    expect(await ask(secret)).toBe(429)
    expect(await ask(owner.token)).toBe(429)
    expect(await ask(other.token)).toBe(200)
    app.wait({ minutes: 1 })
    expect(await ask(owner.token)).toBe(200)
  })
})

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the server behind a proxy', () => {
  const app = useServerApp({ proxies: 1 })
  const guess = (forwarded: string) =>
    app.as('wrong', '/api/members', { headers: { 'x-forwarded-for': forwarded } })

  test('counts the address that the proxy saw, whatever the client claims', async () => {
    for (let n = 0; n < requestLimits.refusals.most; n++)
      await guess(`198.51.100.${n}, 203.0.113.9`)
    expect((await guess('198.51.100.250, 203.0.113.9')).status).toBe(429)
    expect((await guess('203.0.113.9, 203.0.113.10')).status).toBe(401)
  })

  test('keeps the request id of the proxy if it is valid', async () => {
    const ask = async (id: string) =>
      (await app.ask('/health', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await ask('proxy-1.7')).toBe('proxy-1.7')
    expect(await ask('two words')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
