/** Lists: filtered by text, sorted, and where one comes back to. */
import { beforeAll, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { waitFor } from '../support/homes/world.ts'

const dashboard = allInDashboardWorld({ prepare: makeSampleHome })

let tab: SignedIn
beforeAll(async () => {
  tab = await dashboard.visit('/', { width: 1440 })
})

const rows = () => tab.page.locator('.list-row-link').allTextContents()

it('memories are filtered by text and sorted, and the address keeps both', async () => {
  await tab.show('/memories')
  const { page } = tab
  await page.getByLabel('Filter by text').fill('FLOATS')
  await page.getByText(/^\d+ matching the filters, the last changed first/).waitFor()
  await waitFor('only those', async () => {
    const shown = await rows()
    return shown.length > 0 && shown.every((text) => /floats/i.test(text))
  })
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(await page.getByLabel('Filter by text').inputValue()).toBe('')
  await page.getByLabel('Sort').selectOption('used')
  await page.getByText(/^\d+ remembered, the most used first/).waitFor()
  const [most] = dashboard.world.rows(
    'SELECT content FROM memories WHERE valid_to IS NULL ORDER BY use_count DESC LIMIT 1',
  )
  await waitFor('the most used', async () =>
    String(most?.content).startsWith((await rows())[0]?.slice(0, 20) ?? '-'),
  )
  await page.reload()
  await page.getByText(/the most used first/).waitFor()
  expect(tab.faults).toEqual([])
})

it('sessions are filtered by what was asked, and sorted', async () => {
  await tab.show('/sessions')
  const { page } = tab
  await page.getByLabel('Filter by prompt').fill('vat id')
  await page.getByText('1 session', { exact: true }).waitFor()
  expect(await rows()).toEqual([expect.stringContaining('VAT id')])
  await page.getByLabel('Filter by prompt').fill('<script>%')
  await page.getByText('No session matches').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Sort').selectOption('oldest')
  await waitFor('the oldest', async () => (await rows())[0]?.startsWith('The checkout') ?? false)
  expect(tab.faults).toEqual([])
})

it.each(['/memories', '/sessions'])(
  'Back returns to the row that was opened in %s',
  async (path) => {
    await tab.show(path)
    const { page } = tab
    await page.locator('.list-row-link').nth(3).waitFor()
    for (let press = 0; press < 4; press++) await page.keyboard.press('j')
    const focused = () => page.evaluate('document.activeElement.textContent')
    const opened = await focused()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/(memories|sessions)\/.+/)
    await page.goBack()
    await waitFor('the row to have the focus', async () => (await focused()) === opened)
  },
)
