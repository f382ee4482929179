import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { cookieOf, useServerApp } from '../../../../test/support/team/server-app.ts'
import { deviceClientId, deviceGrantType } from '../../../contract/team/device-sign-in.ts'
import { requestLimits } from '../../../core/team/people/request-budget.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('pages of the server', () => {
  const app = useServerApp()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  async function invited(role = 'member') {
    const owner = await app.founder()
    const email = `new${Math.random()}@example.com`
    const response = await app.post(owner.token, '/api/invitations', { email, role })
    const { link } = (await response.json()) as { link: string }
    return { owner, email, path: new URL(link).pathname }
  }

  async function signedInBrowser() {
    const { path } = await invited()
    return cookieOf(await app.submit(path, { name: 'Ada' }))
  }

  /** As `throughline login` begins. */
  async function startLogin(name = 'ada-laptop') {
    const body = new URLSearchParams({ client_id: deviceClientId, device_name: name })
    const response = await app.ask('/oauth/device_authorization', {
      method: 'POST',
      headers: form,
      body: body.toString(),
    })
    return (await response.json()) as Record<'device_code' | 'user_code', string>
  }

  async function poll(code: string) {
    const fields = { client_id: deviceClientId, grant_type: deviceGrantType, device_code: code }
    const body = new URLSearchParams(fields).toString()
    const response = await app.ask('/oauth/token', { method: 'POST', headers: form, body })
    const answer = (await response.json()) as Record<string, string>
    return { status: response.status, ...answer } as Record<string, unknown>
  }

  test('an invitation shows who invited whom to what, and its button joins', async () => {
    const { email, path } = await invited('reader')
    const shown = await (await app.ask(path)).text()
    for (const text of ['Join Organisation', email, 'reader', '<label for="name">']) {
      expect(shown).toContain(text)
    }
    const joined = await app.submit(path, { name: 'Ada' })
    expect(joined.status).toBe(303)
    expect(joined.headers.get('location')).toBe('/')
    const home = await app.ask('/', { headers: { cookie: cookieOf(joined) } })
    expect(await home.text()).toContain('Ada, reader')
    expect((await app.ask(path)).status).toBe(404)
    expect((await app.submit(path, { name: 'Eve' })).status).toBe(404)
  })

  test('the cookie is for this server’s own pages, over TLS, and hidden from scripts', async () => {
    const { path } = await invited()
    const response = await app.submit(path, { name: 'Ada' })
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-throughline=tlb_\w+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  test('a form of another site, or of no site, does nothing', async () => {
    const cookie = await signedInBrowser()
    const { path } = await invited()
    const { user_code: code } = await startLogin()
    const attempts = [path, '/device', '/device/decision', '/sign-out']
    for (const origin of ['https://evil.example', 'null', 'http://memory.example.com', undefined]) {
      for (const target of attempts) {
        const response = await app.ask(target, {
          method: 'POST',
          body: new URLSearchParams({ name: 'Eve', code, decision: 'approve' }).toString(),
          headers: { ...form, cookie, ...(origin && { origin }) },
        })
        expect(response.status).toBe(403)
      }
    }
    expect((await app.ask(path)).status).toBe(200)
    expect((await app.ask('/device', { headers: { cookie } })).status).toBe(200)
  })

  test('a person enters the code, sees the machine, approves it, and the machine is signed in', async () => {
    const cookie = await signedInBrowser()
    const { device_code: device, user_code: code } = await startLogin('Ada’s <b>laptop</b>')
    expect(await poll(device)).toEqual({ status: 400, error: 'authorization_pending' })
    const confirm = await (await app.submit('/device', { code: code.toLowerCase() }, cookie)).text()
    expect(confirm).toContain('Is this your machine?')
    expect(confirm).toContain('Ada’s &lt;b&gt;laptop&lt;/b&gt;')
    const approved = await app.submit('/device/decision', { code, decision: 'approve' }, cookie)
    expect(await approved.text()).toContain('The machine is signed in')
    app.wait({ seconds: 5 })
    const { access_token: token, token_type: type } = await poll(device)
    expect(type).toBe('Bearer')
    expect((await app.as(String(token), '/api/auth-check')).status).toBe(200)
    app.wait({ seconds: 5 })
    expect(await poll(device)).toMatchObject({ error: 'invalid_grant' })
  })

  test('a person refuses a machine', async () => {
    const cookie = await signedInBrowser()
    const { device_code: device, user_code: code } = await startLogin()
    await app.submit('/device/decision', { code, decision: 'deny' }, cookie)
    expect(await poll(device)).toEqual({ status: 400, error: 'access_denied' })
  })

  test('without a session the page says how to sign in, whatever the code', async () => {
    const { user_code: code } = await startLogin()
    for (const cookie of [undefined, '__Host-throughline=tlb_forged', 'throughline-team=x']) {
      const response = await app.submit('/device', { code }, cookie)
      expect(response.status).toBe(401)
      expect(await response.text()).toContain('throughline team link')
    }
  })

  test('a machine’s token is no browser session', async () => {
    const { token } = await app.founder()
    const headers = { cookie: `__Host-throughline=${token}` }
    expect((await app.ask('/device', { headers })).status).toBe(401)
  })

  test('guessing codes is stopped after ten', async () => {
    const cookie = await signedInBrowser()
    for (let n = 0; n < requestLimits.userCodes.most; n++) {
      const response = await app.submit('/device', { code: 'BBBB-BBBB' }, cookie)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('role="alert"')
    }
    const { user_code: code } = await startLogin()
    expect((await app.submit('/device', { code }, cookie)).status).toBe(429)
    expect(
      (await app.submit('/device/decision', { code, decision: 'approve' }, cookie)).status,
    ).toBe(429)
    app.wait({ minutes: 10 })
  })

  test('guessing links is stopped, and then links that exist do not work either', async () => {
    const { path } = await invited()
    app.wait({ minutes: 10 })
    for (let n = 0; n < requestLimits.links.most; n++) {
      expect((await app.ask(`/join/tli_${n}`)).status).toBe(404)
    }
    expect((await app.ask(path)).status).toBe(429)
    const body = JSON.stringify({ code: path.split('/').at(-1), name: 'Eve', machine: 'm' })
    expect((await app.ask('/api/join', { method: 'POST', body })).status).toBe(429)
    app.wait({ minutes: 10 })
    expect((await app.ask(path)).status).toBe(200)
  })

  test('one address cannot fill the server with waiting machines', async () => {
    app.wait({ minutes: 10 })
    for (let n = 0; n < requestLimits.deviceStarts.most; n++) await startLogin()
    expect(await startLogin()).toEqual({ error: 'slow_down' })
    app.wait({ minutes: 10 })
  })

  test('signing out ends the session at the server, not only in the browser', async () => {
    const cookie = await signedInBrowser()
    const response = await app.submit('/sign-out', {}, cookie)
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await app.ask('/device', { headers: { cookie } })).status).toBe(401)
  })

  test('a removed member’s browser is signed out at once', async () => {
    const { owner, path } = await invited()
    const cookie = cookieOf(await app.submit(path, { name: 'Ada' }))
    const members = await (await app.as(owner.token, '/api/members')).json()
    const ada = (members as { members: { id: string; name: string }[] }).members.find(
      ({ name }) => name === 'Ada',
    )
    await app.post(owner.token, `/api/members/${ada?.id}`, {}, 'DELETE')
    expect((await app.ask('/device', { headers: { cookie } })).status).toBe(401)
  })

  test('a name is needed to join, and what is typed is shown as text', async () => {
    const { path } = await invited()
    for (const name of ['', '   ', 'x'.repeat(101), 'a\u202Eb']) {
      const response = await app.submit(path, { name })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('role="alert"')
    }
    const cookie = cookieOf(await app.submit(path, { name: '<script>alert(1)</script>' }))
    const home = await (await app.ask('/', { headers: { cookie } })).text()
    expect(home).toContain('&lt;script&gt;')
    expect(home).not.toContain('<script')
    const device = await app.ask('/device?code="><script>', { headers: { cookie } })
    expect(await device.text()).not.toContain('<script')
  })

  test.each([
    [{}, 401, 'invalid_client'],
    [{ client_id: 'other' }, 401, 'invalid_client'],
    [{ client_id: deviceClientId, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ client_id: deviceClientId, grant_type: deviceGrantType }, 400, 'invalid_grant'],
  ])('a poll with %j is answered %i %s', async (fields, status, error) => {
    const body = new URLSearchParams(fields).toString()
    const response = await app.ask('/oauth/token', { method: 'POST', headers: form, body })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error })
  })

  test('a machine’s name is one visible line', async () => {
    expect(await startLogin('a\nb')).toEqual({ error: 'invalid_request' })
  })
})

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('pages of a server on loopback', () => {
  const app = useServerApp({ origin: 'http://127.0.0.1:4747' })

  test('set a cookie that works without TLS, and ask for no TLS', async () => {
    const owner = await app.founder()
    const made = await app.post(owner.token, '/api/sign-in-links')
    const { link } = (await made.json()) as { link: string }
    const response = await app.submit(new URL(link).pathname, {})
    expect(response.headers.get('set-cookie')).toMatch(
      /^throughline-team=tlb_\w+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(response.headers.has('strict-transport-security')).toBe(false)
  })

  test('accept every loopback name, with its port', async () => {
    for (const host of ['localhost:4747', '[::1]:4747', '127.0.0.1:4747']) {
      expect((await app.ask('/', { headers: { host } })).status).toBe(200)
    }
    for (const host of ['localhost', 'localhost:80', 'evil.example:4747']) {
      expect((await app.ask('/', { headers: { host } })).status).toBe(403)
    }
  })
})
