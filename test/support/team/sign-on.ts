/** An organisation with single sign-on, at a provider on loopback that cheats where a test says so. */
import { beforeEach, expect } from 'vitest'
import { createSignOnProvider } from '../../../src/adapters/openid/sign-on-provider.ts'
import type { SignOnSettings } from '../../../src/contract/team/sign-on.ts'
import { setSignOn } from '../../../src/core/team/sign-on/settings.ts'
import { useOidcProvider } from './oidc-provider.ts'
import type { SignedIn } from './people.ts'
import { cookieOf, useServerApp } from './server-app.ts'

/** For a `describe`. */
export function useSignOn() {
  const provider = useOidcProvider()
  const other = useOidcProvider()
  const variables = { OIDC_CLIENT_SECRET: provider.clientSecret, OIDC_WRONG: 'wrong' }
  const app = useServerApp({ variables })
  let owner: SignedIn

  const set = (more: Partial<SignOnSettings> = {}, organisation = owner.organisation) => {
    const { issuer, clientId } = provider
    const settings = { ...{ issuer, clientId, label: 'Okta', domains: [] }, ...secret, ...more }
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
  return {
    /** Of the organisation, whom the provider knows. */
    get owner() {
      return owner
    },
    ...{ provider, other, app, set, account, pathOf, start, askProvider, signIn },
    ...{ sessionOf, homeOf, expectRefusal, audit, members },
  }
}
