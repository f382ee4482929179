/** Every view and its important states, for everyone: light and dark, wide and narrow. */
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { dashboardStates, waitUntilSettled } from '../support/browser/dashboard-states.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { findFaultsInEveryLook } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { newHomeStates } from '../support/browser/new-home-states.ts'
import { makeShownHome } from '../support/homes/shown-home.ts'

describe('in a home with memories', () => {
  const dashboard = allInDashboardWorld({ prepare: makeShownHome })
  let tab: SignedIn
  beforeAll(async () => {
    // The memory of a broken link is answered 404, which the browser notes.
    tab = await dashboard.signIn({ width: 1440, height: 900, tolerated: /404/ })
  })
  afterAll(() => tab?.close())

  it.each(Object.entries(dashboardStates))('nobody is kept out of %s', async (name, state) => {
    const { page, go, faults } = tab
    await go(state.path(dashboard.world))
    await waitUntilSettled(page, name)
    await state.reach?.(page, dashboard.world)
    expect(await findFaultsInEveryLook(page)).toEqual({})
    expect(faults).toEqual([])
  })
})

describe('in a new home', () => {
  const dashboard = allInDashboardWorld()
  let tab: SignedIn
  beforeAll(async () => {
    tab = await dashboard.signIn({ width: 1440, height: 900, tolerated: /401|ERR_/ })
  })
  afterAll(() => tab?.close())

  // Each goes on where the one before ended.
  it.each(Object.entries(newHomeStates))('nobody is kept out of %s', async (name, reach) => {
    const { world, daemon } = dashboard
    await reach({ world, daemon, tab })
    await waitUntilSettled(tab.page, name)
    expect(await findFaultsInEveryLook(tab.page)).toEqual({})
    expect(tab.faults).toEqual([])
  })
})
