/**
 * Takes pictures of the dashboard on a sample home.
 *
 *     npm run screenshots                  those of the docs, into docs/images
 *     npm run screenshots FOLDER [PART]    every view, light and dark, 1440 and 390 px; with PART,
 *                                          those whose name has it, e.g. review or light-wide
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, type PageOptions, type SignedIn } from '../test/support/browser/browser.ts'
import { dashboardStates, waitUntilSettled } from '../test/support/browser/dashboard-states.ts'
import { newHomeStates } from '../test/support/browser/new-home-states.ts'
import { makeShownHome } from '../test/support/homes/shown-home.ts'
import { createWorld, waitFor } from '../test/support/homes/world.ts'
import { type RunningDaemon, startDaemon } from '../test/support/processes/daemon.ts'
import { shrinkPng } from './shrink-png.ts'
import { takeTeamPages } from './team-pictures.ts'

/** By height, state by the name of its picture. */
const ofDocs = {
  900: { 'dashboard-home': 'home', 'dashboard-session': 'session', 'dashboard-context': 'context' },
  560: { 'dashboard-review': 'review-contradiction', 'dashboard-wiki': 'wiki-page' },
}

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  Object.entries({ wide, narrow }).map(([size, viewport]) => ({ colorScheme, size, viewport })),
)

const [given, part = ''] = process.argv.slice(2)
const folder = resolve(given ?? join(import.meta.dirname, '..', 'docs', 'images'))
mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
const world = createWorld()
try {
  await makeShownHome(world)
  const daemon = await startDaemon(world)
  await settle(daemon)
  if (given === undefined) {
    await takeThoseOfDocs(daemon)
    await takeTeamPages(browser, async (page, name) => {
      if (name !== 'team-overview') return
      await page.setViewportSize({ ...wide, height: 560 })
      await take(page, name)
    })
  } else {
    await takeEveryView(daemon)
    await takeNewHome()
    await takeTeamPages(browser, takeEveryLook)
  }
} finally {
  await browser.close()
  await world.close()
}

async function takeThoseOfDocs(daemon: RunningDaemon): Promise<void> {
  for (const [height, names] of Object.entries(ofDocs)) {
    await takeThose(daemon, { ...wide, height: Number(height), colorScheme: 'light' }, names)
  }
}

async function takeEveryView(daemon: RunningDaemon): Promise<void> {
  const tab = await browser.signIn(daemon, wide)
  for (const [name, { path, reach }] of Object.entries(dashboardStates)) {
    if (!isWanted(name)) continue
    await tab.page.setViewportSize(wide)
    await tab.go(path(world))
    await waitUntilSettled(tab.page, name)
    await reach?.(tab.page, world)
    await takeEveryLook(tab.page, name)
  }
  await close(tab)
}

/** In a home of its own, which ends up without a daemon. */
async function takeNewHome(): Promise<void> {
  if (!Object.keys(newHomeStates).some(isWanted)) return
  const world = createWorld()
  try {
    const daemon = await startDaemon(world)
    const tab = await browser.signIn(daemon, { ...wide, tolerated: /401|ERR_/ })
    for (const [name, reach] of Object.entries(newHomeStates)) {
      await tab.page.setViewportSize(wide)
      await reach({ world, daemon, tab })
      await takeEveryLook(tab.page, name, world.folder)
    }
    await close(tab)
  } finally {
    await world.close()
  }
}

function isWanted(name: string): boolean {
  return looks.some(({ colorScheme, size }) => `${name}-${colorScheme}-${size}`.includes(part))
}

async function takeEveryLook(page: Page, name: string, home = world.folder): Promise<void> {
  for (const { colorScheme, size, viewport } of looks) {
    const picture = `${name}-${colorScheme}-${size}`
    if (!picture.includes(part)) continue
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await take(page, picture, home)
  }
}

async function takeThose(
  daemon: RunningDaemon,
  options: PageOptions,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  const tab = await browser.signIn(daemon, options)
  for (const [name, stateName] of Object.entries(names)) {
    const state = dashboardStates[stateName]
    if (!state) throw new Error(`the dashboard has no state ${stateName}`)
    await tab.go(state.path(world))
    await waitUntilSettled(tab.page, name)
    await state.reach?.(tab.page, world)
    await take(tab.page, name)
  }
  await close(tab)
}

async function take(page: Page, name: string, home = world.folder): Promise<void> {
  await waitUntilSettled(page, name)
  await page.evaluate(showAsHome(home))
  writeFileSync(join(folder, `${name}.png`), shrinkPng(await page.screenshot()))
}

async function close({ faults, close }: SignedIn): Promise<void> {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  await close()
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

/** The daemon first writes the digests of the sample sessions, and the wiki. */
async function settle(daemon: RunningDaemon): Promise<void> {
  const isAnyLeft = async (status: string, isLeft: (job: Job) => boolean) => {
    const response = await daemon.request(`/api/jobs?status=${status}&limit=100`)
    const { jobs } = (await response.json()) as { jobs: Job[] }
    return jobs.some(isLeft)
  }
  // A session that is still open is read after half an hour of silence.
  const isDue = ({ runAfter }: Job) => Date.parse(runAfter) <= Date.now()
  await waitFor(
    'the jobs to be done',
    async () => !(await isAnyLeft('pending', isDue)) && !(await isAnyLeft('running', () => true)),
    60_000,
  )
}

interface Job {
  readonly runAfter: string
}
