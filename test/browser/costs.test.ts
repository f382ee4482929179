/** The Costs view on a real daemon: its numbers, its charts, and the same as tables. */
import { beforeAll, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'

const dashboard = allInDashboardWorld({ prepare: makeSampleHome })

let tab: SignedIn
beforeAll(async () => {
  tab = await dashboard.visit('/costs')
  await tab.page.locator('.chart canvas').first().waitFor()
})

const number = (sql: string) => Number(dashboard.world.rows(sql)[0]?.count).toLocaleString('en')

it('sums up what is in the database', async () => {
  const { page, faults } = tab
  const memories = number(
    "SELECT count(*) AS count FROM memories WHERE valid_to IS NULL AND standing = 'memory'",
  )
  const tokens = number('SELECT sum(tokens) AS count FROM injections')
  const events = number('SELECT count(*) AS count FROM events')
  const figures = page.locator('.figures')
  await figures.getByText(memories, { exact: true }).waitFor()
  await figures.getByText(`${tokens} tokens`).waitFor()
  await figures.getByText(`${events} events in 30 days`).waitFor()
  await figures.getByText(/^\$0\.\d+ of \$1\.00$/).waitFor()
  await page.getByText('120 calls; the limit is $1.00 a day').waitFor()
  expect(await page.locator('.chart canvas').count()).toBe(6)
  expect(faults).toEqual([])
})

it('has every chart as a table, day by day', async () => {
  const { page } = tab
  await page.getByText('As a table: Events captured').click()
  const table = page.getByRole('table', { name: 'Events captured by day' })
  await table.waitFor()
  const cells = await table.locator('tbody td.is-number').allInnerTexts()
  expect(cells).toHaveLength(30)
  const sum = cells.reduce((total, cell) => total + Number(cell.replace(/\D/g, '')), 0)
  expect(sum.toLocaleString('en')).toBe(number('SELECT count(*) AS count FROM events'))
})

it('has the size of the database day by day, as far as it was noted', async () => {
  const { page, faults } = tab
  await page.getByText('As a table: Database size').click()
  const table = page.getByRole('table', { name: 'Database size by day' })
  await table.waitFor()
  const sizes = await table.locator('tbody td.is-number').allInnerTexts()
  const database = page.locator('.figure', { hasText: 'Database' })
  expect(await database.locator('.figure-value').innerText()).toBe(sizes[0])
  expect(sizes[3], 'the day without a note').toBe(sizes[4])
  const noted = "SELECT bytes FROM database_sizes WHERE day = date('now', 'localtime', '-1 day')"
  const kilobytes = Math.round(Number(dashboard.world.rows(noted)[0]?.bytes) / 1024)
  expect(sizes[1]).toBe(`${kilobytes} KB`)
  expect(sizes.map((size) => size === '–')).toEqual(sizes.map((_, daysAgo) => daysAgo > 23))
  expect(faults).toEqual([])
})

it('narrows to a project and to a time, and keeps that in the address', async () => {
  const { page, faults } = tab
  await page.getByLabel('Project', { exact: true }).selectOption('atlas-api')
  const sql = `SELECT count(*) AS count FROM events JOIN sessions ON sessions.id = session_id
    WHERE project_id = (SELECT id FROM projects WHERE name = 'atlas-api')`
  await page.getByText(new RegExp(`^${number(sql)} events in \\d+ sessions`)).waitFor()
  const figures = page.locator('.figures')
  await figures.getByText('Models today, all projects').waitFor()
  await figures.getByText('one file for all projects').waitFor()
  await page.getByText('All projects share this one file.').waitFor()
  await page.getByRole('button', { name: '7 days' }).click()
  await page.getByText('learned in 7 days').waitFor()
  expect(new URL(page.url()).search).toMatch(/project=.*&days=7|days=7&project=/)
  await page.reload()
  await page.getByText('learned in 7 days').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('learned in 30 days').waitFor()
  await figures.getByText('Models today', { exact: true }).waitFor()
  expect(faults).toEqual([])
})
