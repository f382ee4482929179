/** Every view and its important states, for everyone: light and dark, wide and narrow. */
import { afterAll, beforeAll, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { dashboardStates, waitUntilSettled } from '../support/browser/dashboard-states.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { findAccessFaults } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { makeShownHome } from '../support/homes/shown-home.ts'

const dashboard = allInDashboardWorld({ prepare: makeShownHome })

let tab: SignedIn
beforeAll(async () => {
  // The memory of a broken link is answered 404, which the browser notes.
  tab = await dashboard.signIn({ width: 1440, tolerated: /404/ })
})
afterAll(() => tab?.close())

it.each(Object.entries(dashboardStates))('nobody is kept out of %s', async (name, state) => {
  const { page, go, faults } = tab
  await page.setViewportSize({ width: 1440, height: 900 })
  await go(state.path(dashboard.world))
  await waitUntilSettled(page, name)
  await state.reach?.(page)
  const found: Record<string, readonly string[]> = {}
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const problems = await findAccessFaults(page)
      if (problems.length > 0) found[`${colorScheme} at ${width} px`] = problems
    }
  }
  expect(found).toEqual({})
  expect(faults).toEqual([])
})
