/** Views and their important states are accessible: light and dark, wide and narrow. */
import { beforeAll, expect } from 'vitest'
import { isLongRun } from '../hermetic/long-run.ts'
import type { SignedIn } from '../support/browser/browser.ts'
import { dashboardStates, waitUntilSettled } from '../support/browser/dashboard-states.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { findFaultsInEveryLook } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { makeShownHome } from '../support/homes/shown-home.ts'
import { waitFor } from '../support/homes/world.ts'

/** A state of each view; all their states in a long run. */
const views = [
  'home',
  'search-why',
  'memories',
  'memory',
  'forgotten',
  'wiki',
  'wiki-page',
  'sessions',
  'session-opened',
  'review-proposal',
  'context',
  'costs',
  'settings',
]
const states = Object.entries(dashboardStates).filter(([name]) => isLongRun || views.includes(name))

const dashboard = allInDashboardWorld({ prepare: makeShownHome })
let tab: SignedIn
beforeAll(async () => {
  // The memory of a broken link is answered 404, which the browser notes.
  const look = { width: 1440, height: 900, tolerated: /404/ }
  tab = await dashboard.visit('/settings?tab=data', look)
})

/** On the page as it is, which has axe already. States that are only in a long run leave dialogs open. */
async function showView(path: string): Promise<void> {
  if (isLongRun) return tab.go(path)
  const title = await tab.page.title()
  await tab.show(path)
  await waitFor('the view', async () => (await tab.page.title()) !== title)
}

it.each(states)('%s is accessible', async (name, state) => {
  const { page, faults } = tab
  await showView(state.path(dashboard.world))
  await waitUntilSettled(page, name)
  await state.reach?.(page, dashboard.world)
  expect(await findFaultsInEveryLook(page)).toEqual({})
  expect(faults).toEqual([])
})
