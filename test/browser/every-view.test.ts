/** Views and their important states are accessible: light and dark, wide and narrow. */
import { beforeAll, expect } from 'vitest'
import { isLongRun } from '../hermetic/long-run.ts'
import type { SignedIn } from '../support/browser/browser.ts'
import { dashboardStates, waitUntilSettled } from '../support/browser/dashboard-states.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { findFaultsInEveryLook } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { makeShownHome } from '../support/homes/shown-home.ts'

/** A state of each view; all their states in a long run. */
const views = [
  'home',
  'search-why',
  'memories',
  'memory',
  'wiki-page',
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
  tab = await dashboard.visit('/', { width: 1440, height: 900, tolerated: /404/ })
})

it.each(states)('%s is accessible', async (name, state) => {
  const { page, go, faults } = tab
  await go(state.path(dashboard.world))
  await waitUntilSettled(page, name)
  await state.reach?.(page, dashboard.world)
  expect(await findFaultsInEveryLook(page)).toEqual({})
  expect(faults).toEqual([])
})
