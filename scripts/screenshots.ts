/**
 * Takes pictures of every dashboard view on a sample home: dark and light, 1440 and 390 px.
 *
 *     npm run screenshots [folder] [part of the name, e.g. review or light-wide]
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openBrowser, type SignedIn, type TestBrowser } from '../test/support/browser/browser.ts'
import {
  type DashboardState,
  dashboardStates,
  waitUntilSettled,
} from '../test/support/browser/dashboard-states.ts'
import { makeShownHome } from '../test/support/homes/shown-home.ts'
import { createWorld, waitFor } from '../test/support/homes/world.ts'
import { type RunningDaemon, startDaemon } from '../test/support/processes/daemon.ts'

const [given = 'screenshots', part = ''] = process.argv.slice(2)
const folder = resolve(given)
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }

mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
const world = createWorld()
try {
  await makeShownHome(world)
  const daemon = await startDaemon(world)
  await settle(daemon)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      await shootAll(browser, daemon, { colorScheme, ...viewport }, `${colorScheme}-${size}`)
    }
  }
} finally {
  await browser.close()
  await world.close()
}

async function shootAll(
  browser: TestBrowser,
  daemon: RunningDaemon,
  options: Parameters<TestBrowser['signIn']>[1],
  suffix: string,
): Promise<void> {
  const signedIn = await browser.signIn(daemon, options)
  for (const [name, state] of Object.entries(dashboardStates(world))) {
    if (!`${name}-${suffix}`.includes(part)) continue
    await shoot(signedIn, name, state, suffix).catch((error: unknown) =>
      process.stderr.write(`${name}-${suffix}: ${error}\n`),
    )
  }
  for (const fault of signedIn.faults) process.stderr.write(`${suffix}: ${fault}\n`)
  await signedIn.close()
}

async function shoot(
  { page, go }: SignedIn,
  name: string,
  { path, reach }: DashboardState,
  suffix: string,
): Promise<void> {
  await go(path)
  await waitUntilSettled(page, name)
  await reach?.(page)
  await waitUntilSettled(page, name)
  await page.evaluate(showAsHome(world.folder))
  await page.screenshot({ path: join(folder, `${name}-${suffix}.png`) })
}

/** Evaluated in the page: paths as they would be in a person's home. */
function showAsHome(temporary: string): string {
  return `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode } = texts
    if (!currentNode.data.includes('${temporary}')) continue
    currentNode.data = currentNode.data
      .replaceAll('${temporary}/throughline', '~/.throughline')
      .replaceAll('${temporary}', '~')
  }
}`
}

/** The daemon first writes the digests of the sample sessions. */
async function settle(daemon: RunningDaemon): Promise<void> {
  await waitFor(
    'the jobs to be done',
    async () => {
      const response = await daemon.request('/api/jobs')
      const { counts } = (await response.json()) as { counts: { status: string }[] }
      return !counts.some(({ status }) => status === 'running' || status === 'pending')
    },
    60_000,
  )
}
