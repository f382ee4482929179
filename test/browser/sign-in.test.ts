/** The way into the dashboard, as a browser goes it. */
import { expect } from 'vitest'
import { createSignInPath } from '../support/browser/browser.ts'
import { eachInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { createWorld } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { findViolations } from '../support/source/find-violations.ts'

const dashboard = eachInDashboardWorld()

const origin = () => `http://127.0.0.1:${dashboard.daemon.port}`

it('the link of `throughline dashboard` leads to the dashboard, and leaves no code in the address', async () => {
  const { stdout, code } = await spawnCli(dashboard.world, ['dashboard', '--json'])
  expect(code).toBe(0)
  const { url } = JSON.parse(stdout) as { url: string }
  const { page, faults, close } = await dashboard.browser.openStranger()
  await page.goto(url)
  await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor()
  expect(page.url()).toBe(`${origin()}/`)
  expect(faults).toEqual([])
  await close()
})

it('a stranger is told what to do', async () => {
  const { page, faults, close } = await dashboard.browser.openStranger({ tolerated: /401/ })
  const response = await page.goto(`${origin()}/memories`)
  expect(response?.status()).toBe(401)
  await page.getByText('throughline dashboard').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})

it('a link that was used lets nobody else in', async () => {
  const path = await createSignInPath(dashboard.daemon)
  const first = await dashboard.browser.openStranger()
  await first.page.goto(origin() + path)
  await first.page.getByRole('heading', { name: 'Now' }).waitFor()
  const second = await dashboard.browser.openStranger({ tolerated: /401/ })
  await second.page.goto(origin() + path)
  await second.page.getByText('This browser is not signed in').waitFor()
  await first.close()
  await second.close()
})

it('the page cannot read the cookie, nor run what is not ours', async () => {
  const { page, close } = await dashboard.signIn({ tolerated: /Content Security Policy/ })
  expect(await page.evaluate('document.cookie')).toBe('')
  await page.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    document.body.append(script)`)
  expect(await page.evaluate('window.wasRun')).toBeUndefined()
  await close()
})

it('a page on another port of this machine reads and writes nothing', async () => {
  const other = createWorld()
  const elsewhere = await startDaemon(other)
  const { page, close } = await dashboard.signIn({ tolerated: /./ })
  await page.goto(`http://127.0.0.1:${elsewhere.port}/health`)
  const attempt = (init: string) =>
    page.evaluate(
      `fetch('${origin()}/api/jobs/retry', ${init}).then((r) => r.status, () => 'refused')`,
    )
  expect(
    await attempt("{ method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }"),
  ).toBe('refused')
  expect(await attempt("{ credentials: 'include' }")).toBe('refused')
  await close()
  await other.close()
})
