/** The way into the dashboard, as a browser goes it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { createSignInPath } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { waitFor } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { findViolations } from '../support/source/find-violations.ts'

const dashboard = allInDashboardWorld()

const origin = () => `http://127.0.0.1:${dashboard.daemon.port}`

it('the link of `throughline dashboard` leads to the dashboard, and leaves no code in the address', async () => {
  const { stdout, code } = await spawnCli(dashboard.world, ['dashboard', '--json'])
  expect(code).toBe(0)
  const { url } = JSON.parse(stdout) as { url: string }
  const { page, faults, close } = await dashboard.browser.openStranger()
  await page.goto(url)
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  expect(page.url()).toBe(`${origin()}/`)
  expect(faults).toEqual([])
  await close()
})

it('a page without a sign-in says what to do, and works once another tab signs in', async () => {
  const { page, faults, openTab, close } = await dashboard.browser.openStranger()
  await page.goto(`${origin()}/memories`)
  const command = `THROUGHLINE_HOME=${dashboard.world.paths.root} throughline dashboard`
  await page.getByText(command, { exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await openTab(origin() + (await createSignInPath(dashboard.daemon)))
  await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor()
  expect(faults).toEqual([])
  await close()
})

it('a used link signs nobody else in', async () => {
  const path = await createSignInPath(dashboard.daemon)
  const first = await dashboard.browser.openStranger()
  await first.page.goto(origin() + path)
  await first.page.getByRole('heading', { name: 'Home' }).waitFor()
  const second = await dashboard.browser.openStranger({ tolerated: /401/ })
  await second.page.goto(origin() + path)
  await second.page.getByText('This browser is not signed in').waitFor()
  await first.close()
  await second.close()
})

it('the page runs nothing that is not ours', async () => {
  const { page } = await dashboard.visit('/', { tolerated: /Content Security Policy/ })
  await page.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    document.body.append(script)`)
  expect(await page.evaluate('window.wasRun')).toBeUndefined()
})

it('a reload and a second tab stay signed in, without a cookie', async () => {
  const { page, openTab, faults } = await dashboard.visit('/')
  await page.reload()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  const tab = await openTab('/settings')
  await tab.getByLabel('Find a setting').waitFor()
  expect(await page.context().cookies()).toEqual([])
  expect(faults).toEqual([])
})

it('a page on another port of this machine reads and writes nothing, and gets nothing', async () => {
  const html = `<iframe src="${origin()}/" onload="document.title = 'loaded'"></iframe>`
  const elsewhere = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(html)
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const { page } = await dashboard.visit('/', { tolerated: /./ })
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  const attempt = (path: string, init: string) =>
    page.evaluate(`fetch('${origin()}${path}', ${init}).then((r) => r.status, () => 'refused')`)
  const posting = "{ method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }"
  expect(await attempt('/api/jobs/retry', posting)).toBe('refused')
  expect(await attempt('/api/status', "{ credentials: 'include' }")).toBe('refused')
  expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0)
  await waitFor('the frame', async () => (await page.title()) === 'loaded')
  expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  elsewhere.close()
})
