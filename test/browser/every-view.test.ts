/** Every view and its important states, for everyone: light and dark, wide and narrow. */
import { describe, expect } from 'vitest'
import { dashboardStates, waitUntilSettled } from '../support/browser/dashboard-states.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { findAccessFaults } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { makeShownHome } from '../support/homes/shown-home.ts'

const dashboard = allInDashboardWorld({ prepare: makeShownHome })

describe.each(['light', 'dark'] as const)('in the %s', (colorScheme) => {
  it.each([1440, 390])('nobody is kept out of any view at %d px', async (width) => {
    const { page, go, faults, close } = await dashboard.signIn({ colorScheme, width })
    const found: Record<string, readonly string[]> = {}
    for (const [name, { path, reach }] of Object.entries(dashboardStates(dashboard.world))) {
      await go(path)
      await waitUntilSettled(page, name)
      await reach?.(page)
      const problems = await findAccessFaults(page)
      if (problems.length > 0) found[name] = problems
    }
    expect(found).toEqual({})
    // The memory of a broken link is answered 404, which the browser notes.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    await close()
  })
})
