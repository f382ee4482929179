/** Deleting in the browser: a turn, a session, and the history of a project. */
import { beforeAll, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { expectAccessibleState } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { waitFor } from '../support/homes/world.ts'

const dashboard = allInDashboardWorld({ prepare: makeSampleHome })

let tab: SignedIn
beforeAll(async () => {
  tab = await dashboard.visit('/')
})

const cartTotals = () =>
  String(
    dashboard.world.rows(
      "SELECT id FROM sessions WHERE host_session_id = 'b1f0c6de-cart-totals'",
    )[0]?.id,
  )
const count = (sql: string, ...values: string[]) =>
  Number(dashboard.world.rows(`SELECT count(*) AS n FROM ${sql}`, ...values)[0]?.n)

it('a turn is deleted after saying what goes, and the session stays', async () => {
  const { page } = tab
  const id = cartTotals()
  const before = count('turns WHERE session_id = ?', id)
  await tab.show(`/sessions/${id}`)
  await page.getByRole('button', { name: 'Actions on turn 1', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete turn 1', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete turn 1' })
  await dialog.getByText('It cannot be undone').waitFor()
  await expectAccessibleState(page)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByText('1 turn deleted.').waitFor()
  await waitFor('the turn to go', () => count('turns WHERE session_id = ?', id) === before - 1)
  expect(tab.faults).toEqual([])
})

it('a session is deleted, and one is back at the list', async () => {
  const { page } = tab
  const id = cartTotals()
  const chooseDelete = async () => {
    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete session' }).click()
  }
  await tab.show(`/sessions/${id}`)
  await chooseDelete()
  const dialog = page.getByRole('dialog', { name: 'Delete this session' })
  await dialog.getByText('1 session').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(count('sessions WHERE id = ?', id)).toBe(1)
  await chooseDelete()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByRole('heading', { name: /sessions$/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/sessions')
  expect(count('sessions WHERE id = ?', id)).toBe(0)
})

it('the history of a project is deleted after typing its name', async () => {
  const { page } = tab
  await tab.show('/settings?tab=data')
  const row = page.getByRole('button', { name: 'Delete history' })
  await row.waitFor()
  await page.getByLabel('History of').selectOption('field-notes')
  await row.click()
  const dialog = page.getByRole('dialog', { name: 'Delete the history of field-notes' })
  await dialog.getByText('It cannot be undone').waitFor()
  await dialog.getByRole('textbox').fill('field-notes')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  const ofProject =
    "sessions JOIN projects ON projects.id = project_id WHERE projects.name = 'field-notes'"
  await waitFor('its sessions to go', () => count(ofProject) === 0)
  expect(count('sessions')).toBeGreaterThan(0)
})
