/** Who gets in by single sign-on, with a real provider on loopback. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { useOidcProvider } from '../../../../test/support/team/oidc-provider.ts'
import type { SignedIn } from '../../../../test/support/team/people.ts'
import { useServerApp } from '../../../../test/support/team/server-app.ts'
import { useSignOn } from '../../../../test/support/team/sign-on.ts'
import { createSignOnProvider } from '../../../adapters/openid/sign-on-provider.ts'
import { startDeviceSignIn } from '../../../core/team/people/device-sign-in.ts'
import { invite } from '../../../core/team/people/invitations.ts'
import { removeFromTeam } from '../../../core/team/people/members.ts'
import { releaseAccount, removeSignOn, setSignOn } from '../../../core/team/sign-on/settings.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('single sign-on', () => {
  const signOn = useSignOn()
  const {
    provider,
    app,
    set,
    account,
    start,
    signIn,
    sessionOf,
    homeOf,
    expectRefusal,
    audit,
    members,
  } = signOn

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
      redirect_uri: `https://memory.example.com/sign-on/${signOn.owner.organisation}/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^\w{64}$/),
      nonce: expect.stringMatching(/^\w{64}$/),
    })
    expect(asked.nonce).not.toBe(asked.state)
  })

  test('continues with the waiting machine, and with no other address', async () => {
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

  test('an invited person joins with the invitation’s role, which works once', async () => {
    await invite(app.parts, signOn.owner, 'grace@example.com', 'admin')
    provider.user = account('grace-1', 'Grace@Example.com', { name: 'Grace\nHopper' })
    expect(await homeOf(await signIn())).toContain('grace, admin')
    const now = app.clock.now().toISOString()
    const left = await app.parts.store.reading(signOn.owner.organisation).openInvitations(now)
    expect(left.filter(({ email }) => email === 'grace@example.com')).toEqual([])
  })

  test('an invitation is void once its author has lost the role', async () => {
    const admin = await app.joined(signOn.owner, 'admin')
    await invite(app.parts, admin, 'late@example.com', 'admin')
    await removeFromTeam(app.parts, signOn.owner, admin.person.id)
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

  test('a removed person cannot come back by signing in, only with an invitation', async () => {
    await set({ domains: ['acme.example'], joinRole: 'member' })
    provider.user = account('bob-1', 'bob@acme.example', { name: 'Bob' })
    const [cookie = ''] = sessionOf(await signIn()).split(';')
    const [, bob] = await app.parts.store.reading(signOn.owner.organisation).people()
    await removeFromTeam(app.parts, signOn.owner, bob?.id ?? '')
    expect(await (await app.ask('/', { headers: { cookie } })).text()).toContain('not signed in')
    await expectRefusal(await signIn(), 403, 'is not a member')
    provider.user = account('bob-2', 'bob@acme.example')
    await expectRefusal(await signIn(), 403, 'is not a member')
    provider.user = account('bob-1', 'robert@acme.example')
    await expectRefusal(await signIn(), 403, 'is not a member')
    provider.user = account('bob-1', 'bob@acme.example')
    await invite(app.parts, signOn.owner, 'bob@acme.example', 'reader', 'same')
    provider.user = account('bob-2', 'bob@acme.example')
    await expectRefusal(await signIn(), 403, 'another account')
    expect(await members()).toBe(1)
    provider.user = account('bob-1', 'bob@acme.example')
    expect(await homeOf(await signIn())).toContain('reader')
    const reader = app.parts.store.reading(signOn.owner.organisation)
    expect((await reader.personByEmail('bob@acme.example'))?.id).toBe(bob?.id)
  })

  test('the new owner of a former member’s address joins as somebody else', async () => {
    const former = await app.joined(signOn.owner, 'member')
    provider.user = account('former-1', former.email)
    await signIn()
    await removeFromTeam(app.parts, signOn.owner, former.person.id)
    await invite(app.parts, signOn.owner, former.email, 'reader', 'new')
    provider.user = account('successor-1', former.email, { name: 'Successor' })
    expect(await homeOf(await signIn())).toContain('Successor, reader')
    const found = await app.parts.store
      .reading(signOn.owner.organisation)
      .personByEmail(former.email)
    expect(found?.id).not.toBe(former.person.id)
  })

  describe('an account belongs to the first person who signed in with it', () => {
    beforeEach(async () => {
      await signIn()
    })

    test('so an address that was reassigned opens nothing', async () => {
      provider.user = account('mallory-1', signOn.owner.email)
      await expectRefusal(await signIn(), 403, 'another account')
      expect(await audit()).toContain('sign-on-refused: other-account')
    })

    test('even under a new address, or another member’s', async () => {
      provider.user = account('owner-1', 'married@example.com')
      expect(await homeOf(await signIn())).toContain('owner')
      const member = await app.joined(signOn.owner, 'member')
      provider.user = account('owner-1', member.email)
      expect(await homeOf(await signIn())).toContain('owner')
    })

    test('until the operator releases it', async () => {
      await releaseAccount(app.parts, signOn.owner.organisation, signOn.owner.email)
      provider.user = account('owner-2', signOn.owner.email)
      expect(await homeOf(await signIn())).toContain('owner')
      provider.user = account('owner-1', signOn.owner.email)
      await expectRefusal(await signIn(), 403, 'another account')
    })
  })

  test('a wrong or missing client secret is refused with a message for the operator', async () => {
    await set({ secretVariable: 'OIDC_WRONG' })
    await expectRefusal(await signIn(), 409, 'does not accept this server')
    await set({ secretVariable: 'OIDC_MISSING' })
    await expectRefusal((await start()).response, 409, 'lacks the secret')
    await set({ secretVariable: 'DATABASE_URL' })
    await expectRefusal((await start()).response, 409, 'lacks the secret')
  })

  test('an organisation without single sign-on looks like an unknown one', async () => {
    await removeSignOn(app.parts, signOn.owner.organisation)
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
        .reading(signOn.owner.organisation)
        .all(`SELECT * FROM ${table} WHERE organisation_id = $1`)
      kept.push(JSON.stringify(rows))
    }
    expect(kept.join('\n')).toContain('single sign-on failed')
    for (const secret of [...provider.issued, provider.clientSecret, signOn.owner.email]) {
      expect(kept.join('\n')).not.toContain(secret)
    }
  })

  test('too many attempts of one address are refused', async () => {
    let status = 302
    for (let count = 0; count < 310 && status !== 429; count++) {
      status = (await app.ask(`/sign-on/${signOn.owner.organisation}/callback`)).status
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
