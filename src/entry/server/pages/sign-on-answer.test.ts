/** What a provider answers, honest or not: only a sound answer signs somebody in, once. */
import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import type { Faults } from '../../../../test/support/team/oidc-provider.ts'
import { useSignOn } from '../../../../test/support/team/sign-on.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('an answer of the provider', () => {
  const signOn = useSignOn()
  const {
    provider,
    other,
    app,
    set,
    account,
    pathOf,
    start,
    askProvider,
    signIn,
    homeOf,
    expectRefusal,
    audit,
  } = signOn

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
    await expectRefusal(await signIn(), 403, 'has not verified')
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
      await expectRefusal(await app.ask(back, { headers: { cookie } }), 401, 'is not valid')
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
      const elsewhere = back.replace(signOn.owner.organisation, theirs.organisation)
      await expectRefusal(await app.ask(elsewhere, { headers: { cookie } }), 401, 'did not start')
      // Their provider says it is our signOn.owner.
      other.user = account('owner-1', signOn.owner.email)
      const begun = await start('', theirs.organisation)
      const answered = await askProvider(begun.to)
      const inTheirs = await app.ask(answered, { headers: { cookie: begun.cookie } })
      await expectRefusal(inTheirs, 403, 'is not a member')
      const ours = await start()
      const crossed = new URL(answered, 'https://memory.example.com')
      crossed.searchParams.set('state', new URL(ours.to).searchParams.get('state') ?? '')
      const path = pathOf(crossed.href).replace(theirs.organisation, signOn.owner.organisation)
      await expectRefusal(await app.ask(path, { headers: { cookie: ours.cookie } }), 401, '')
    })
  })

  test('a refusal names the provider and its reason, and nothing it could make up', async () => {
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
  ])('a sign-in works again after the provider was unreachable (%s, %s)', async (path) => {
    // A client of its own, so that nothing is known of the provider yet.
    await set({ clientId: `${provider.clientId}${path}` })
    provider.faults = { isAway: (asked) => asked === path }
    const { cookie, to, response } = await start()
    const answer = to ? await app.ask(await askProvider(to), { headers: { cookie } }) : response
    await expectRefusal(answer, 503, 'is not answering as a provider')
    provider.faults = {}
    expect(await homeOf(await signIn())).toContain('Sign out')
  })
})
