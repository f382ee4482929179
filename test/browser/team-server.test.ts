/** The team server's pages in a real browser: links, forms, cookies and policy as browsers apply them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { deviceClientId, deviceGrantType } from '../../src/contract/team/device-sign-in.ts'
import { syncRoutes } from '../../src/contract/team/routes.ts'
import { sampled } from '../hermetic/long-run.ts'
import type { PageOptions, Watched } from '../support/browser/browser.ts'
import { useBrowser } from '../support/browser/dashboard-world.ts'
import { expectAccessible, expectAccessibleState } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { hasPostgres } from '../support/postgres.ts'
import { runCli } from '../support/processes/cli.ts'
import { useRunningServer } from '../support/team/running-server.ts'
import { putOperation, teamProject } from '../support/team/sync-server.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('pages of the team server', () => {
  const server = useRunningServer()
  const used = useBrowser()
  let world: World
  beforeEach(() => {
    world = createWorld()
  })
  afterEach(() => world.close())

  const open = (options?: PageOptions): Promise<Watched> => used.browser.openStranger(options)

  async function ownersLink(): Promise<string> {
    const args = ['server', 'create', 'Acme', '--owner', 'ada@example.com', '--json']
    const env = { DATABASE_URL: server.databaseUrl }
    const { stdout } = await runCli(world, [...args, '--public-url', server.url], { env })
    return JSON.parse(stdout).link
  }

  async function post(path: string, fields: Record<string, string>) {
    const body = new URLSearchParams({ client_id: deviceClientId, ...fields })
    const response = await fetch(`${server.url}${path}`, { method: 'POST', body })
    return (await response.json()) as Record<string, string>
  }

  /** As a machine with this key would. */
  async function shareSample(key: string): Promise<void> {
    const send = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${key}` }
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await (await fetch(`${server.url}${path}`, sent)).json()) as { id: string }
    }
    const { id } = await send(syncRoutes.share.path, teamProject('shop'))
    const at = new Date().toISOString()
    const text = { content: 'Totals are kept in cents.', createdAt: at, updatedAt: at }
    await send(syncRoutes.push.path, { operations: [putOperation(id, text)] })
  }

  const looks = [
    ['light', 1280],
    ['dark', 360],
  ] as const

  it.each(sampled(looks, 1))(
    'sign a person and a machine in, and are accessible (%s, %i)',
    async (colorScheme, width) => {
      const { page, faults, close } = await open({ colorScheme, width })
      await page.goto(await ownersLink())
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor()
      await expectAccessible(page)
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
      const started = await post('/oauth/device_authorization', { device_name: 'ada-laptop' })
      await page.getByRole('link', { name: 'Enter a code' }).click()
      await expectAccessible(page)
      await page.getByLabel('Code').fill('BBBB-BBBB')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await expectAccessibleState(page)
      await page.getByLabel('Code').fill(started.user_code?.toLowerCase() ?? '')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('ada-laptop').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('heading', { name: 'The machine is signed in' }).waitFor()
      const fields = { grant_type: deviceGrantType, device_code: started.device_code ?? '' }
      expect(await post('/oauth/token', fields)).toMatchObject({ token_type: 'Bearer' })
      // The wrong code is answered 404, which the browser notes.
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
      await close()
    },
  )

  it.each(sampled(looks, 1))(
    'show an admin the team, and are accessible (%s, %i)',
    async (colorScheme, width) => {
      const { page, faults, close } = await open({ colorScheme, width })
      await page.goto(await ownersLink())
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('link', { name: 'Keys' }).click()
      await page.getByLabel('Name').fill('CI')
      await page.getByLabel('sync:').check()
      await page.getByRole('button', { name: 'Create' }).click()
      const key = await page.locator('code').innerText()
      await expectAccessibleState(page)
      await shareSample(key)
      const navigation = page.getByRole('navigation')
      for (const name of [
        'Memories',
        'Review',
        'Members',
        'Keys',
        'Usage',
        'Audit',
        'Health',
        'Overview',
      ]) {
        await navigation.getByRole('link', { name }).click()
        await expectAccessible(page)
      }
      await page.getByRole('link', { name: 'Totals are kept in cents.' }).click()
      await page.getByText('Written by').waitFor()
      await expectAccessible(page)
      await navigation.getByRole('link', { name: 'Members' }).click()
      await page.getByLabel('Address').fill('grace@example.com')
      await page.keyboard.press('Enter')
      await page.getByText('/join/tli_').waitFor()
      await expectAccessibleState(page)
      expect(faults).toEqual([])
      await close()
    },
  )

  it('another site can neither frame them nor post to them', async () => {
    const { page, close } = await open({ tolerated: /./ })
    await page.goto(await ownersLink())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor()
    const html = `<iframe src="${server.url}/device"></iframe>
      <form method="post" action="${server.url}/sign-out"><button>Win a prize</button></form>`
    const elsewhere = createServer((_, reply) => {
      reply.setHeader('content-type', 'text/html')
      reply.end(html)
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    expect(page.frames()[1]?.url()).not.toContain('/device')
    await page.getByRole('button', { name: 'Win a prize' }).click()
    await page.getByText('requests from other origins are refused').waitFor()
    await page.goto(server.url)
    await page.getByText('ada, owner').waitFor()
    await close()
    elsewhere.close()
  })
})
