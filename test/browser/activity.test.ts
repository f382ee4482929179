/** The Activity view on a real daemon: its numbers, its pictures, and the same as tables. */
import { beforeAll, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { addProofSessions } from '../support/homes/proof-sessions.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'

const dashboard = allInDashboardWorld({
  async prepare(world) {
    await makeSampleHome(world)
    addProofSessions(world, { with: 220, without: 24 })
  },
})

let tab: SignedIn
beforeAll(async () => {
  tab = await dashboard.visit('/activity')
  await tab.page.locator('.day-columns').first().waitFor()
})

const number = (sql: string) => Number(dashboard.world.rows(sql)[0]?.count).toLocaleString('en')

it('says in words what each picture shows', async () => {
  const { page, faults } = tab
  const turns = number('SELECT count(*) AS count FROM turns')
  await page
    .getByRole('img', { name: new RegExp(`^Work: ${turns} turns in \\d+ new sessions`) })
    .waitFor()
  const memories = number(
    "SELECT count(*) AS count FROM memories WHERE valid_to IS NULL AND standing = 'memory'",
  )
  await page.getByRole('img', { name: new RegExp(`^Learned: .* ${memories} now`) }).waitFor()
  const tokens = number('SELECT sum(tokens) AS count FROM injections')
  await page.getByRole('img', { name: new RegExp(`^Given to agents: ${tokens} tokens`) }).waitFor()
  await page.getByText('120 calls; the limit is $1.00 a day').waitFor()
  expect(faults).toEqual([])
})

it('has every chart as a table, day by day', async () => {
  const { page } = tab
  await page.getByText('As a table: Work').click()
  const table = page.getByRole('table', { name: 'Work by day' })
  await table.waitFor()
  const cells = await table.locator('tbody td.is-number').allInnerTexts()
  expect(cells).toHaveLength(30)
  const sum = cells.reduce((total, cell) => total + Number(cell.replace(/\D/g, '')), 0)
  expect(sum.toLocaleString('en')).toBe(number('SELECT count(*) AS count FROM turns'))
})

it('shows which of the files that sessions edit have no memory', async () => {
  const { page, faults } = tab
  const files = page.getByRole('region', { name: 'Files edited most' }).getByRole('listitem')
  await files.first().waitFor()
  const facts = await files.allInnerTexts()
  expect(facts.length).toBeGreaterThan(0)
  for (const text of facts) expect(text).toMatch(/\d+ edits? in \d+ sessions? · (no|\d+) memor/)
  expect(faults).toEqual([])
})

it('shows memories about one file, what they share, and what replaced what', async () => {
  const { page, faults } = tab
  const card = page.getByRole('region', { name: 'Memories that belong together' })
  await card
    .getByRole('img', { name: /^\d+ lines? between files that share a memory, [1-9]\d* arc/ })
    .waitFor()
  await card.getByRole('link', { name: /, replaced: We keep carts for 30 days/ }).waitFor()
  const lane = card.getByRole('listitem').filter({ hasText: 'src/checkout/total.ts' })
  await lane.getByRole('link', { name: /fix: Checkout totals were off by a cent/ }).waitFor()
  expect(faults).toEqual([])
})

it('narrows to a project and to a time, and keeps that in the address', async () => {
  const { page, faults } = tab
  await page.getByLabel('Project', { exact: true }).selectOption('atlas-api')
  const sql = `SELECT count(*) AS count FROM turns JOIN sessions ON sessions.id = session_id
    WHERE project_id = (SELECT id FROM projects WHERE name = 'atlas-api')`
  await page.getByText(new RegExp(`^${number(sql)} turns in \\d+ new sessions`)).waitFor()
  await page.getByRole('button', { name: '7 days' }).click()
  await page.waitForURL(/project=.*&days=7|days=7&project=/)
  await page.reload()
  await page.locator('button[aria-pressed=true]', { hasText: '7 days' }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.locator('button[aria-pressed=true]', { hasText: '30 days' }).waitFor()
  expect(faults).toEqual([])
})

it('compares sessions with memory and those held back', async () => {
  const { page, faults } = await dashboard.visit('/activity')
  const proof = page.getByRole('region', { name: 'Does memory help?' })
  await proof.getByText('220 sessions with memory, 24 without').waitFor()
  await proof.getByText('Corrections per 10 prompts fewer with memory').waitFor()
  expect(await proof.getByText(/^without$/).count()).toBeGreaterThan(1)
  expect(faults).toEqual([])
})
