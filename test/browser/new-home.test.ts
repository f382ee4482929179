/** A home that holds nothing yet: each view teaches the first step. */
import { beforeAll, describe, expect } from 'vitest'
import { sampled } from '../hermetic/long-run.ts'
import type { SignedIn } from '../support/browser/browser.ts'
import { waitUntilSettled } from '../support/browser/dashboard-states.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { findFaultsInEveryLook } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { newHomeStates } from '../support/browser/new-home-states.ts'

const dashboard = allInDashboardWorld()

let tab: SignedIn
beforeAll(async () => {
  // The last state ends the session and the daemon.
  tab = await dashboard.visit('/', { width: 1440, height: 900, tolerated: /401|ERR_/ })
})

it.each([
  ['/', ['Waiting for the first event']],
  ['/wiki', ['No pages yet']],
  ['/sessions', ['No sessions yet', 'throughline setup']],
  ['/review', ['Nothing to review']],
  ['/context', ['No context yet', /^throughline remember/]],
  ['/activity', ['Nothing to show yet', 'throughline setup']],
])('%s teaches the first step', async (path, texts) => {
  await tab.show(path)
  for (const text of texts) await tab.page.getByText(text, { exact: true }).first().waitFor()
  expect(tab.faults).toEqual([])
})

it('context that is turned off says so', async () => {
  dashboard.world.writeConfig({ context: { enabled: false } })
  await tab.go('/context')
  await tab.page.getByText('Turned off').waitFor()
  dashboard.world.writeConfig({})
})

describe('is accessible', () => {
  // Each goes on where the one before ended.
  it.each(sampled(Object.entries(newHomeStates), 1))('%s', async (name, reach) => {
    const { world, daemon } = dashboard
    await reach({ world, daemon, tab })
    await waitUntilSettled(tab.page, name)
    expect(await findFaultsInEveryLook(tab.page)).toEqual({})
    expect(tab.faults).toEqual([])
  })
})
