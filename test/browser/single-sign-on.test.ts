/** Single sign-on in a real browser: across sites, where cookies and policies apply as they do outside. */
import { describe, expect } from 'vitest'
import {
  deviceClientId,
  deviceGrantType,
  devicePaths,
} from '../../src/contract/team/device-sign-in.ts'
import { useBrowser } from '../support/browser/dashboard-world.ts'
import { expectAccessible, expectAccessibleState } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { createWorld } from '../support/homes/world.ts'
import { hasPostgres } from '../support/postgres.ts'
import { runCli } from '../support/processes/cli.ts'
import { useOidcProvider } from '../support/team/oidc-provider.ts'
import { useRunningServer } from '../support/team/running-server.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('single sign-on in a browser', () => {
  // To a browser, another site than the server's 127.0.0.1.
  const provider = useOidcProvider('localhost')
  const server = useRunningServer({ OIDC_CLIENT_SECRET: provider.clientSecret })
  const used = useBrowser()

  async function post(path: string, fields: Record<string, string>) {
    const body = new URLSearchParams({ client_id: deviceClientId, ...fields })
    const response = await fetch(`${server.url}${path}`, { method: 'POST', body })
    return (await response.json()) as Record<string, string>
  }

  it('signs a person in from the code of a machine, and the machine with them', async () => {
    const world = createWorld()
    const env = { DATABASE_URL: server.databaseUrl }
    const operate = async (...args: string[]) =>
      expect(await runCli(world, ['server', ...args], { env })).toMatchObject({ code: 0 })
    await operate(...['create', 'Acme', '--owner', 'ada@example.com', '--public-url', server.url])
    const client = ['--client-id', provider.clientId, '--name', 'Okta']
    await operate('sso', '--issuer', provider.issuer, ...client)
    await world.close()
    const { page, faults } = await used.browser.openStranger({ tolerated: /./ })
    const started = await post(devicePaths.authorization, { device_name: 'ada-laptop' })
    await page.goto(started.verification_uri_complete ?? '')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign in with Okta' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('ada-laptop').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'The machine is signed in' }).waitFor()
    const fields = { grant_type: deviceGrantType, device_code: started.device_code ?? '' }
    expect(await post(devicePaths.token, fields)).toMatchObject({ token_type: 'Bearer' })
    const cookies = await page.context().cookies(server.url)
    expect(cookies.map(({ name, sameSite }) => [name, sameSite])).toEqual([
      ['throughline-team', 'Strict'],
    ])
    provider.user = { sub: 'eve-1', email: 'eve@example.com', email_verified: true }
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in with Okta' }).click()
    await page.getByText('eve@example.com is not a member.').waitFor()
    await expectAccessibleState(page)
    expect(faults.filter((fault) => /policy/i.test(fault))).toEqual([])
  })
})
