/** Single sign-on with a real provider on loopback, which cheats where a test says so. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { type Faults, useOidcProvider } from '../../../../test/support/team/oidc-provider.ts'
import type { SignedIn } from '../../../../test/support/team/people.ts'
import { cookieOf, useServerApp } from '../../../../test/support/team/server-app.ts'
import { createSignOnProvider } from '../../../adapters/openid/sign-on-provider.ts'
import type { SignOnSettings } from '../../../contract/team/sign-on.ts'
import { startDeviceSignIn } from '../../../core/team/people/device-sign-in.ts'
import { invite } from '../../../core/team/people/invitations.ts'
import { removeFromTeam } from '../../../core/team/people/members.ts'
import { releaseAccount, removeSignOn, setSignOn } from '../../../core/team/sign-on/settings.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('single sign-on', () => {
  const provider = useOidcProvider()
  const other = useOidcProvider()
  const variables = { OIDC_CLIENT_SECRET: provider.clientSecret, OIDC_WRONG: 'wrong' }
  const app = useServerApp({ variables })
  let owner: SignedIn
  let settings: SignOnSettings

  const set = (more: Partial<SignOnSettings> = {}, organisation = owner.organisation) => {
    const { issuer, clientId } = provider
    settings = { ...{ issuer, clientId, label: 'Okta', domains: [] }, ...secret, ...more }
    return setSignOn(app.parts, createSignOnProvider(), organisation, settings)
  }
  const secret = { secretVariable: 'OIDC_CLIENT_SECRET' }
  beforeEach(async () => {
    owner = await app.founder()
    provider.user = account('owner-1', owner.email)
    await set()
  })

  const account = (sub: string, email: string, more = {}) => ({
    ...{ sub, email, email_verified: true, name: 'Ada' },
    ...more,
  })
  const pathOf = (address: string) => address.slice(new URL(address).origin.length)
  const start = async (query = '', organisation = owner.organisation) => {
    const response = await app.ask(`/sign-on/${organisation}${query}`)
    return { response, cookie: cookieOf(response), to: response.headers.get('location') ?? '' }
  }
  /** Where the provider sends the browser back. */
  const askProvider = async (to: string) => {
    const { headers } = await fetch(to, { redirect: 'manual' })
    return pathOf(headers.get('location') ?? '')
  }
  const signIn = async (query = '') => {
    const { cookie, to } = await start(query)
    return app.ask(await askProvider(to), { headers: { cookie } })
  }
  const sessionOf = (response: Response) =>
    response.headers.getSetCookie().find((each) => each.startsWith('__Host-throughline=')) ?? ''
  const homeOf = async (response: Response) => {
    const [cookie = ''] = sessionOf(response).split(';')
    return (await app.ask('/', { headers: { cookie } })).text()
  }
  const expectRefusal = async (response: Response, status: number, message: string) => {
    const page = await response.text()
    expect({ status: response.status, page }).toMatchObject({
      status,
      page: expect.stringContaining(message),
    })
    expect(sessionOf(response)).toBe('')
  }
  const audit = async () =>
    (await app.parts.store.reading(owner.organisation).audit(200)).map(({ action, facts }) =>
      facts.reason ? `${action}: ${facts.reason}` : action,
    )
  const members = async () => (await app.parts.store.reading(owner.organisation).people()).length

  test('signs a member in, in this browser, without a link', async () => {
    const answer = await signIn()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('refresh')).toBe('0; url=/')
    expect(sessionOf(answer)).toMatch(/Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Strict/)
    expect(await homeOf(answer)).toContain('Sign out')
    expect(await audit()).toEqual(expect.arrayContaining(['browser-signed-in', 'sign-on-bound']))
    expect(await homeOf(await signIn())).toContain('Sign out')
    expect((await audit()).filter((each) => each === 'sign-on-bound')).toHaveLength(1)
  })

  test('asks the provider with PKCE, state and nonce, and ties them to the browser', async () => {
    const { response, to } = await start()
    expect(response.status).toBe(302)
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-throughline-sign-on=tls_\w+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const asked = Object.fromEntries(new URL(to).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: `https://memory.example.com/sign-on/${owner.organisation}/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^\w{64}$/),
      nonce: expect.stringMatching(/^\w{64}$/),
    })
    expect(asked.nonce).not.toBe(asked.state)
  })

  test('goes on with the machine that waits, and with no other address', async () => {
    const { userCode } = await startDeviceSignIn(app.parts, 'laptop')
    const answer = await signIn(`?code=${userCode}`)
    expect(answer.headers.get('refresh')).toBe(`0; url=/device?code=${userCode}`)
    const [cookie = ''] = sessionOf(answer).split(';')
    const fields = { code: userCode, decision: 'approve' }
    const decided = await app.submit('/device/decision', fields, cookie)
    expect(await decided.text()).toContain('The machine is signed in')
    for (const code of ['//evil.example', 'https://evil.example', 'A"><script>', 'A'.repeat(21)]) {
      const elsewhere = await signIn(`?code=${encodeURIComponent(code)}&to=//evil.example`)
      expect(elsewhere.headers.get('refresh')).toBe('0; url=/')
      expect(await elsewhere.text()).not.toContain('evil')
    }
  })

  test('an invited person joins with the role of the invitation, which is used up', async () => {
    await invite(app.parts, owner, 'grace@example.com', 'admin')
    provider.user = account('grace-1', 'Grace@Example.com', { name: 'Grace\nHopper' })
    expect(await homeOf(await signIn())).toContain('grace, admin')
    const now = app.clock.now().toISOString()
    const left = await app.parts.store.reading(owner.organisation).openInvitations(now)
    expect(left.filter(({ email }) => email === 'grace@example.com')).toEqual([])
  })

  test('an invitation whose author lost the role brings nobody in', async () => {
    const admin = await app.joined(owner, 'admin')
    await invite(app.parts, admin, 'late@example.com', 'admin')
    await removeFromTeam(app.parts, owner, admin.person.id)
    provider.user = account('late-1', 'late@example.com')
    await expectRefusal(await signIn(), 403, 'is not a member')
  })

  test('a stranger stays out, unless people of the domain may join', async () => {
    provider.user = account('eve-1', 'eve@acme.example', { name: 'Eve' })
    await expectRefusal(await signIn(), 403, 'eve@acme.example is not a member')
    expect(await members()).toBe(1)
    await set({ domains: ['acme.example'], joinRole: 'reader' })
    expect(await homeOf(await signIn())).toContain('Eve, reader')
    for (const email of [
      'eve@evil.example',
      'eve@sub.acme.example',
      'x@evil.example@acme.exampl',
    ]) {
      provider.user = account('mallory-1', email)
      expect((await signIn()).status).toBe(403)
    }
    expect(await members()).toBe(2)
  })

  test('who was removed does not come back by signing in, but with an invitation', async () => {
    await set({ domains: ['acme.example'], joinRole: 'member' })
    provider.user = account('bob-1', 'bob@acme.example', { name: 'Bob' })
    const [cookie = ''] = sessionOf(await signIn()).split(';')
    const [, bob] = await app.parts.store.reading(owner.organisation).people()
    await removeFromTeam(app.parts, owner, bob?.id ?? '')
    expect(await (await app.ask('/', { headers: { cookie } })).text()).toContain('not signed in')
    await expectRefusal(await signIn(), 403, 'is not a member')
    provider.user = account('bob-2', 'bob@acme.example')
    await expectRefusal(await signIn(), 403, 'is not a member')
    provider.user = account('bob-1', 'robert@acme.example')
    await expectRefusal(await signIn(), 403, 'is not a member')
    provider.user = account('bob-1', 'bob@acme.example')
    await invite(app.parts, owner, 'bob@acme.example', 'reader')
    expect(await homeOf(await signIn())).toContain('reader')
  })

  describe('an account belongs to who first signed in with it', () => {
    beforeEach(async () => {
      await signIn()
    })

    test('so an address that is given to somebody else opens nothing', async () => {
      provider.user = account('mallory-1', owner.email)
      await expectRefusal(await signIn(), 403, 'another account')
      expect(await audit()).toContain('sign-on-refused: other-account')
    })

    test('also under a new address, even one of another member', async () => {
      provider.user = account('owner-1', 'married@example.com')
      expect(await homeOf(await signIn())).toContain('owner')
      const member = await app.joined(owner, 'member')
      provider.user = account('owner-1', member.email)
      expect(await homeOf(await signIn())).toContain('owner')
    })

    test('until the operator releases it', async () => {
      await releaseAccount(app.parts, owner.organisation, owner.email)
      provider.user = account('owner-2', owner.email)
      expect(await homeOf(await signIn())).toContain('owner')
      provider.user = account('owner-1', owner.email)
      await expectRefusal(await signIn(), 403, 'another account')
    })
  })

  const past = Math.floor(Date.now() / 1000) - 3_600
  const cheats: [string, Faults][] = [
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'b'.repeat(64) }) }],
    ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'somebody-else' }) }],
    [
      'an authorized party that is another',
      { claims: (claims) => ({ ...claims, aud: ['throughline-test', 'x'], azp: 'x' }) },
    ],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: other.issuer }) }],
    ['an expired token', { claims: (claims) => ({ ...claims, iat: past, exp: past + 300 }) }],
    ['no subject', { claims: ({ sub: _, ...claims }) => claims }],
    ['another key', { signsWithOtherKey: true }],
    ['no signature', { header: (header) => ({ ...header, alg: 'none' }) }],
    ['a symmetric signature', { header: (header) => ({ ...header, alg: 'HS256' }) }],
    ['another state', { answer: (answer) => answer.set('state', 'c'.repeat(64)) }],
    ['no state', { answer: (answer) => answer.delete('state') }],
    ['two states', { answer: (answer) => answer.append('state', 'd'.repeat(64)) }],
    ['no code', { answer: (answer) => answer.delete('code') }],
    ['a code it did not issue', { answer: (answer) => answer.set('code', 'guessed') }],
    ['an issuer that is another’s', { answer: (answer) => answer.set('iss', other.issuer) }],
    [
      'user info of somebody else',
      { userInfo: (claims) => ({ ...claims, sub: 'somebody-else', email: 'x@example.com' }) },
    ],
  ]
  test.each(cheats)('an answer with %s signs nobody in', async (_, faults) => {
    provider.faults = faults
    const answer = await signIn()
    expect([401, 409]).toContain(answer.status)
    await expectRefusal(answer, answer.status, 'Signing in did not work')
    provider.faults = {}
    expect(await homeOf(await signIn())).toContain('Sign out')
  })

  test.each([
    ['is not verified', { email_verified: false }],
    ['is not said to be verified', { email_verified: undefined }],
    ['is missing', { email: undefined }],
    ['is no address', { email: 'ada' }],
    ['is a list', { email: ['ada@example.com'] }],
  ])('an address that %s signs nobody in', async (_, change) => {
    provider.user = { ...provider.user, ...change }
    await expectRefusal(await signIn(), 403, 'was verified')
    expect(await audit()).toContain('sign-on-refused: address-not-verified')
  })

  test('an address that only the user info has is read there', async () => {
    provider.faults = { userInfo: (claims) => claims }
    expect(await homeOf(await signIn())).toContain('Sign out')
  })

  describe('an answer works once, in the browser that asked', () => {
    test('not a second time', async () => {
      const { cookie, to } = await start()
      const back = await askProvider(to)
      expect((await app.ask(back, { headers: { cookie } })).status).toBe(200)
      await expectRefusal(await app.ask(back, { headers: { cookie } }), 401, 'begin again')
    })

    test('not for a code that was used before, with a new attempt', async () => {
      const first = await start()
      const back = await askProvider(first.to)
      await app.ask(back, { headers: { cookie: first.cookie } })
      const { cookie, to } = await start()
      const state = new URL(to).searchParams.get('state') ?? ''
      const replayed = new URL(back, 'https://memory.example.com')
      replayed.searchParams.set('state', state)
      await expectRefusal(await app.ask(pathOf(replayed.href), { headers: { cookie } }), 401, '')
    })

    test('not in a browser that did not ask, or that asked for another', async () => {
      const { to } = await start()
      const back = await askProvider(to)
      await expectRefusal(await app.ask(back), 401, 'did not start this sign-in')
      const { cookie } = await start()
      await expectRefusal(await app.ask(back, { headers: { cookie } }), 401, 'does not hold')
      const forged = `${cookie.slice(0, -4)}0000`
      await expectRefusal(
        await app.ask(back, { headers: { cookie: forged } }),
        401,
        'did not start',
      )
    })

    test('not after ten minutes', async () => {
      const { cookie, to } = await start()
      const back = await askProvider(to)
      app.wait({ minutes: 11 })
      await expectRefusal(await app.ask(back, { headers: { cookie } }), 401, 'did not start')
    })

    test('not at another organisation, whose provider is another', async () => {
      const theirs = await app.founder()
      await set({ issuer: other.issuer, clientId: other.clientId }, theirs.organisation)
      const { cookie, to } = await start()
      const back = await askProvider(to)
      const elsewhere = back.replace(owner.organisation, theirs.organisation)
      await expectRefusal(await app.ask(elsewhere, { headers: { cookie } }), 401, 'did not start')
      // Their provider says it is our owner.
      other.user = account('owner-1', owner.email)
      const begun = await start('', theirs.organisation)
      const answered = await askProvider(begun.to)
      const inTheirs = await app.ask(answered, { headers: { cookie: begun.cookie } })
      await expectRefusal(inTheirs, 403, 'is not a member')
      const ours = await start()
      const crossed = new URL(answered, 'https://memory.example.com')
      crossed.searchParams.set('state', new URL(ours.to).searchParams.get('state') ?? '')
      const path = pathOf(crossed.href).replace(theirs.organisation, owner.organisation)
      await expectRefusal(await app.ask(path, { headers: { cookie: ours.cookie } }), 401, '')
    })
  })

  test('a provider that refuses is named with its reason, and nothing that it could make up', async () => {
    provider.faults = {
      answer(answer) {
        answer.delete('code')
        answer.set('error', 'access_denied')
        answer.set('error_description', 'call 555-0100')
      },
    }
    const refused = await signIn()
    expect(await refused.clone().text()).not.toContain('555')
    await expectRefusal(refused, 403, 'did not sign you in: access_denied')
  })

  test.each([
    ['/.well-known/openid-configuration', 'at the start'],
    ['/token', 'when the code is exchanged'],
    ['/keys', 'when its keys are read'],
  ])('a provider that is away (%s, %s) is waited for', async (path) => {
    // A client of its own, so that nothing is known of the provider yet.
    await set({ clientId: `${provider.clientId}${path}` })
    provider.faults = { isAway: (asked) => asked === path }
    const { cookie, to, response } = await start()
    const answer = to ? await app.ask(await askProvider(to), { headers: { cookie } }) : response
    await expectRefusal(answer, 503, 'does not answer as it should')
    provider.faults = {}
    expect(await homeOf(await signIn())).toContain('Sign out')
  })

  test('a secret that is wrong or missing is the operator’s to set', async () => {
    await set({ secretVariable: 'OIDC_WRONG' })
    await expectRefusal(await signIn(), 409, 'does not accept this server')
    await set({ secretVariable: 'OIDC_MISSING' })
    await expectRefusal((await start()).response, 409, 'lacks the secret')
    await set({ secretVariable: 'DATABASE_URL' })
    await expectRefusal((await start()).response, 409, 'lacks the secret')
  })

  test('an organisation without it is like one that does not exist', async () => {
    await removeSignOn(app.parts, owner.organisation)
    await expectRefusal((await start()).response, 404, 'no single sign-on here')
    const nowhere = '00000000-0000-4000-8000-000000000000'
    await expectRefusal((await start('', nowhere)).response, 404, 'no single sign-on here')
    expect((await app.ask('/sign-on/acme')).status).toBe(404)
  })

  test('keeps no token of the provider, neither in the database nor in the log', async () => {
    await signIn()
    provider.faults = { signsWithOtherKey: true }
    await signIn()
    const kept = [...app.logged]
    for (const table of ['sign_on_settings', 'sign_on_accounts', 'sign_on_attempts', 'audit']) {
      const rows = await app.database
        .reading(owner.organisation)
        .all(`SELECT * FROM ${table} WHERE organisation_id = $1`)
      kept.push(JSON.stringify(rows))
    }
    expect(kept.join('\n')).toContain('single sign-on failed')
    for (const secret of [...provider.issued, provider.clientSecret, owner.email]) {
      expect(kept.join('\n')).not.toContain(secret)
    }
  })

  test('too many attempts of one address are refused', async () => {
    let status = 302
    for (let count = 0; count < 310 && status !== 429; count++) {
      status = (await app.ask(`/sign-on/${owner.organisation}/callback`)).status
    }
    expect(status).toBe(429)
    app.wait({ minutes: 10 })
    expect((await start()).response.status).toBe(302)
  })
})

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the way to single sign-on', () => {
  const provider = useOidcProvider()
  const app = useServerApp()
  let acme: SignedIn
  const set = (organisation: string, label: string, domains: string[]) => {
    const { issuer, clientId } = provider
    const rest = { secretVariable: 'OIDC_CLIENT_SECRET', label, domains }
    return setSignOn(app.parts, createSignOnProvider(), organisation, { issuer, clientId, ...rest })
  }
  const home = async (path = '/') => (await app.ask(path)).text()
  beforeAll(async () => {
    acme = await app.founder()
  })

  test('is shown once an organisation has it', async () => {
    expect(await home()).not.toContain('sign-on')
    await set(acme.organisation, 'Okta <b>', ['acme.example'])
    expect((await home()).replaceAll('\n', ' ')).toContain(
      `<a class="button" href="/sign-on/${acme.organisation}">Sign in with Okta &lt;b&gt;</a>`,
    )
    expect(await home('/device?code=BCDF-GHJK')).toContain('?code=BCDF-GHJK"')
  })

  test('of several organisations is found by the address, and none is listed', async () => {
    const globex = await app.founder()
    await set(globex.organisation, 'Entra', ['globex.example'])
    const page = await home('/device')
    expect(page).toContain('Your work address')
    expect(page).not.toMatch(/Okta|Entra/)
    const find = async (email: string) => app.submit('/sign-on', { email, code: 'BCDF-GHJK' })
    const found = await (await find('Hank@Globex.example')).text()
    expect(found).toContain(`/sign-on/${globex.organisation}?code=BCDF-GHJK`)
    expect(found).not.toContain(acme.organisation)
    for (const email of ['hank@example.com', 'globex.example', '']) {
      const missing = await find(email)
      expect(missing.status).toBe(404)
      expect(await missing.text()).toContain('No organisation here')
    }
  })
})
