/** Every view of the dashboard and its important states on the sample home, for pictures and checks. */
import type { Page } from 'playwright-core'
import type { World } from '../homes/world.ts'
import { waitFor } from '../homes/world.ts'

export interface DashboardState {
  readonly path: string
  /** Brings the view into this state. */
  readonly reach?: (page: Page) => Promise<unknown>
}

export function dashboardStates(world: World): Readonly<Record<string, DashboardState>> {
  const id = (sql: string) => String(world.rows(sql)[0]?.id)
  const memory = id("SELECT id FROM memories WHERE content LIKE 'Never use floats%'")
  const session = id("SELECT id FROM sessions WHERE host_session_id LIKE 'e87a0b65%'")
  const widgets = id("SELECT id FROM projects WHERE name = 'widgets'")
  const wikiPage = `/wiki/page?project=${widgets}&path=concepts%2Fpayment.md`
  return {
    home: { path: '/' },
    'home-behind': { path: '/', reach: (page) => page.getByText('Behind the scenes').click() },
    search: { path: '/search?query=money' },
    'search-why': { path: '/search?query=money', reach: clickText('Why') },
    'search-nothing': { path: '/search?query=zzyzx' },
    memories: { path: '/memories' },
    'memories-chosen': {
      path: '/memories',
      reach: async (page) => {
        for (const row of [0, 1]) await page.getByRole('checkbox').nth(row).check()
      },
    },
    memory: { path: `/memories/${memory}` },
    'memory-edit': { path: `/memories/${memory}`, reach: clickButton('Edit') },
    forgotten: { path: '/forgotten' },
    wiki: { path: `/wiki?project=${widgets}` },
    'wiki-page': { path: wikiPage },
    'wiki-edit': { path: wikiPage, reach: clickButton('Edit') },
    sessions: { path: '/sessions' },
    session: { path: `/sessions/${session}` },
    'session-opened': {
      path: `/sessions/${session}`,
      reach: async (page) => {
        await page.getByText('at the start').first().click()
        await page.getByText('Bash', { exact: true }).first().click()
      },
    },
    'review-proposal': { path: '/review?kind=proposal' },
    'review-candidate': { path: '/review?kind=candidate' },
    'review-contradiction': { path: '/review?kind=contradiction' },
    'review-unused': { path: '/review?kind=never-used' },
    context: { path: `/context?project=${widgets}` },
    'context-prompt': {
      path: `/context?project=${widgets}&event=prompt`,
      reach: (page) =>
        page.getByLabel('Your prompt').fill('Why is the checkout total wrong with floats?'),
    },
    'context-compared': {
      path: `/context?project=${widgets}`,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Keep to compare' }).click()
        await page.getByRole('button', { name: 'Subagent' }).click()
        await page.getByRole('region', { name: 'Current' }).waitFor()
      },
    },
    costs: { path: '/costs' },
    settings: { path: '/settings' },
    agents: { path: '/settings?tab=agents' },
    projects: { path: '/settings?tab=projects' },
    data: { path: '/settings?tab=data' },
    health: { path: '/settings?tab=health' },
    palette: { path: '/', reach: (page) => page.keyboard.press('Control+k') },
    'palette-found': {
      path: '/',
      reach: async (page) => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type('money')
        await page.getByRole('group', { name: 'Memories' }).waitFor()
      },
    },
    keys: { path: '/', reach: (page) => page.keyboard.press('?') },
    'add-memory': { path: '/', reach: (page) => page.keyboard.press('n') },
    'discard-text': {
      path: '/',
      reach: async (page) => {
        await page.keyboard.press('n')
        await page.keyboard.type('Half a sentence')
        await page.keyboard.press('Escape')
        await page.getByText('Discard what you typed?').waitFor()
      },
    },
    unknown: { path: '/memories/00000000-0000-7000-8000-000000000000' },
  }
}

const clickButton = (name: string) => (page: Page) => page.getByRole('button', { name }).click()
const clickText = (text: string) => (page: Page) =>
  page.getByText(text, { exact: true }).first().click()

/** Evaluated in the page: nothing is loading, nothing moves. */
const isSettled = `!document.querySelector('.skeleton, .figure-pending, .chart > div:empty') &&
  [...document.images].every(({ complete }) => complete) &&
  document.getAnimations().every(({ playState }) => playState !== 'running')`

/** Polled from here: the driver's own polling needs `eval`, which the page's policy forbids. */
export async function waitUntilSettled(page: Page, name: string): Promise<void> {
  await waitFor(`${name} to settle`, () => page.evaluate<boolean>(isSettled))
}
