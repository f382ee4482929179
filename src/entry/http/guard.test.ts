import { describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import { eachWithHttpApp } from '../../../test/support/processes/http-app.ts'

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
      const init = { method: 'POST', body: JSON.stringify(start()), headers: { authorization: '' } }
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

  it('a page of our own may ask', async () => {
    const response = await ask('/api/status', { headers: { origin: 'http://127.0.0.1:4711' } })
    expect(response.status).toBe(200)
  })
})
