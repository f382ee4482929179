/** Every view of the dashboard and its important states on the shown home, for pictures and checks. */
import type { Page } from 'playwright-core'
import { type World, waitFor } from '../homes/world.ts'
import { makeWikiConflict } from './wiki-conflict.ts'

export interface DashboardState {
  readonly path: (world: World) => string
  /** Brings the view into this state. */
  readonly reach?: (page: Page, world: World) => Promise<unknown>
}

const at = (path: string, reach?: DashboardState['reach']): DashboardState => ({
  path: () => path,
  ...(reach && { reach }),
})

const id = (world: World, sql: string) => String(world.rows(sql)[0]?.id)
const inWidgets = (path: string, reach?: DashboardState['reach']): DashboardState => ({
  path: (world) => `${path}project=${id(world, "SELECT id FROM projects WHERE name = 'widgets'")}`,
  ...(reach && { reach }),
})
const inAtlas = (reach: DashboardState['reach']): DashboardState => ({
  path: (world) => `/wiki?project=${id(world, "SELECT id FROM projects WHERE name = 'atlas-api'")}`,
  ...(reach && { reach }),
})
const aMemory = (reach?: DashboardState['reach']): DashboardState => ({
  path: (world) =>
    `/memories/${id(world, "SELECT id FROM memories WHERE content LIKE 'Never use floats%'")}`,
  ...(reach && { reach }),
})
const aSession = (reach?: DashboardState['reach']): DashboardState => ({
  path: (world) =>
    `/sessions/${id(world, "SELECT id FROM sessions WHERE host_session_id LIKE 'e87a0b65%'")}`,
  ...(reach && { reach }),
})

const clickButton = (name: string) => (page: Page) => page.getByRole('button', { name }).click()
const clickText = (text: string) => (page: Page) =>
  page.getByText(text, { exact: true }).first().click()
const press = (key: string) => (page: Page) => page.keyboard.press(key)

export const dashboardStates: Readonly<Record<string, DashboardState>> = {
  home: at('/'),
  'home-live': at('/?live=true'),
  search: at('/search'),
  'search-why': at('/search?query=money', clickText('Why')),
  'search-nothing': at('/search?query=zzyzx'),
  memories: at('/memories'),
  'memories-chosen': at('/memories', async (page) => {
    for (const row of [0, 1]) await page.getByRole('checkbox').nth(row).check()
  }),
  memory: aMemory(),
  'memory-edit': aMemory(clickButton('Edit')),
  'memory-unknown': at('/memories/00000000-0000-7000-8000-000000000000'),
  forgotten: at('/forgotten'),
  wiki: inWidgets('/wiki?'),
  'wiki-page': inWidgets('/wiki/page?path=concepts%2Fpayment.md&'),
  'wiki-edit': inWidgets('/wiki/page?path=concepts%2Fpayment.md&', clickButton('Edit')),
  'wiki-conflict': inAtlas(makeWikiConflict),
  'wiki-page-conflict': inAtlas(async (page, world) => {
    await makeWikiConflict(page, world)
    await page.getByRole('link', { name: /^Choose on/ }).click()
    await page.locator('.wiki-conflict').waitFor()
  }),
  sessions: at('/sessions'),
  session: aSession(),
  'session-opened': aSession(async (page) => {
    await page.locator('.given summary').first().click()
    await page.locator('.turn-calls > summary').first().click()
    await page.locator('.tool-group > summary').first().click()
    await page.locator('.tool-event summary').first().click()
    await page.locator('.tool-text').first().waitFor()
  }),
  'review-proposal': at('/review?kind=proposal'),
  'review-candidate': at('/review?kind=candidate'),
  'review-contradiction': at('/review?kind=contradiction'),
  context: inWidgets('/context?'),
  'context-prompt': inWidgets('/context?event=prompt&', (page) =>
    page.getByLabel('Your prompt').fill('Why is the checkout total wrong with floats?'),
  ),
  'context-compared': inWidgets('/context?', async (page) => {
    await page.getByRole('button', { name: 'Keep to compare' }).click()
    await page.getByLabel('Project', { exact: true }).selectOption('')
    await page.getByRole('region', { name: 'Current' }).waitFor()
  }),
  activity: at('/activity', (page) => page.getByText('As a table: Learned').click()),
  settings: at('/settings'),
  agents: at('/settings?tab=agents'),
  projects: at('/settings?tab=projects'),
  data: at('/settings?tab=data'),
  health: at('/settings?tab=health'),
  palette: at('/', async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('money')
    await page.getByRole('group', { name: 'Memories' }).waitFor()
  }),
  keys: at('/', press('?')),
  'add-memory': at('/', press('n')),
  'discard-text': at('/', async (page) => {
    await page.keyboard.press('n')
    await page.keyboard.type('Half a sentence')
    await page.keyboard.press('Escape')
    await page.getByText('Discard what you typed?').waitFor()
  }),
}

/** Evaluated in the page: nothing is loading, nothing moves. */
const isSettled = `!document.querySelector('.skeleton, .figure-pending') &&
  [...document.images].every(({ complete }) => complete) &&
  document.getAnimations().every(({ playState }) => playState !== 'running')`

/** Polled from here: the driver's own polling needs `eval`, which the page's policy forbids. */
export async function waitUntilSettled(page: Page, name: string): Promise<void> {
  await waitFor(`${name} to settle`, () => page.evaluate<boolean>(isSettled), 30_000)
}
