/** The preview of context on a real daemon: what is in, what is out, and why. */
import { beforeAll, describe, expect } from 'vitest'
import type { OutputOf } from '../../src/contract/operations/index.ts'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { expectAccessibleState } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { waitFor } from '../support/homes/world.ts'

const dashboard = allInDashboardWorld({ prepare: makeSampleHome })

let tab: SignedIn
beforeAll(async () => {
  tab = await dashboard.visit('/')
})

async function read<T>(path: string): Promise<T> {
  return (await (await dashboard.daemon.request(path)).json()) as T
}
const block = () => tab.page.locator('.context-block')
const linesIn = () => tab.page.getByRole('list', { name: 'In', exact: true }).getByRole('listitem')
const leftOut = () => tab.page.getByRole('list', { name: 'Left out' })
const injectionCount = () => dashboard.world.rows('SELECT count(*) AS n FROM injections')[0]?.n

describe('the preview', () => {
  it('is the very block that an agent would get, and nothing is recorded', async () => {
    const before = injectionCount()
    await tab.show('/context')
    await tab.page.getByLabel('Project', { exact: true }).selectOption('widgets')
    await block().getByText('This project:').waitFor()
    const plan = await read<OutputOf<'getContext'>>('/api/context?project=widgets')
    expect(await block().textContent()).toBe(plan.text)
    expect(await linesIn().count()).toBe(plan.lines.length)
    await tab.page.getByText(`${plan.tokens.toLocaleString('en')} of 600`).waitFor()
    expect(injectionCount()).toBe(before)
    expect(tab.faults).toEqual([])
  })

  it('brings to mind what a prompt is about, as one types', async () => {
    const { page } = tab
    await tab.show('/context')
    await page.getByLabel('Project', { exact: true }).selectOption('widgets')
    await page.getByRole('button', { name: 'Prompt' }).click()
    await page.getByText('Enter a prompt').waitFor()
    const box = page.getByLabel('Your prompt')
    await box.fill('thanks')
    await page.getByText('The prompt is too general').waitFor()
    await box.fill('Why is the checkout total wrong with floats?')
    await block().getByText('About this prompt:').waitFor()
    await linesIn().getByText('Never use floats for money.').waitFor()
    await linesIn()
      .getByText(/\bfloat\b/)
      .first()
      .waitFor()
  })

  it('of a session that is resumed leaves out what it was shown, and says so', async () => {
    const [session] = dashboard.world.rows(
      "SELECT id FROM sessions WHERE host_session_id = '7f66b2a0-search-box'",
    )
    await tab.show(`/context?source=resume&session=${session?.id}`)
    await leftOut().getByText('already shown in this session').first().waitFor()
    const path = `/api/context?source=resume&session=${session?.id}&explain=true`
    const { lines, left = [] } = await read<OutputOf<'getContext'>>(path)
    const repeated = left.filter(({ reason }) => reason === 'already shown in this session')
    expect(await leftOut().getByText('already shown in this session').count()).toBe(repeated.length)
    const shown = dashboard.world.rows(
      `SELECT memory_id FROM injected_lines JOIN injections ON injections.id = injection_id
       WHERE host_session_id = '7f66b2a0-search-box'`,
    )
    const ids = shown.map(({ memory_id }) => memory_id)
    expect(lines.filter(({ id }) => ids.includes(id))).toEqual([])
  })

  it('of a session is of its project, by the menu on its page and by the choice', async () => {
    const { page } = tab
    const [session] = dashboard.world.rows(
      "SELECT id, project_id AS project FROM sessions WHERE host_session_id = '7f66b2a0-search-box'",
    )
    await tab.show(`/sessions/${session?.id}`)
    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Preview context' }).click()
    const chosen = () => page.getByLabel('Project', { exact: true }).inputValue()
    await waitFor('its project', async () => (await chosen()) === session?.project)
    await tab.show('/context')
    await page.getByLabel('Session, with').selectOption(String(session?.id))
    await waitFor('its project', async () => (await chosen()) === session?.project)
  })

  it('without a project says that only global memories were considered', async () => {
    const { page } = tab
    await tab.show('/context?event=prompt')
    await page.getByLabel('Your prompt').fill('Why is the checkout total wrong with floats?')
    await page.getByText('Nothing matches outside a project').waitFor()
    await page.getByLabel('Project', { exact: true }).selectOption('widgets')
    await block().getByText('About this prompt:').waitFor()
  })

  it('for a subagent has the rules alone', async () => {
    await tab.show('/context')
    await tab.page.getByLabel('Project', { exact: true }).selectOption('widgets')
    await tab.page.getByRole('button', { name: 'Subagent' }).click()
    await block().getByText('This project:').waitFor({ state: 'detached' })
    await block().getByText('Rules:').waitFor()
  })
})

it('two contexts are compared side by side', async () => {
  const { page, faults } = await dashboard.visit('/context', { width: 1440 })
  await page.getByRole('button', { name: 'Keep to compare' }).click()
  await page.getByLabel('Project', { exact: true }).selectOption('widgets')
  const current = page.getByRole('region', { name: 'Current' })
  await current.getByText('Current: Session start · widgets').waitFor()
  await current.getByText('only here', { exact: true }).first().waitFor()
  await page.getByRole('region', { name: 'Kept' }).getByText('no project').waitFor()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Stop comparing' }).click()
  await current.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

describe('the budgets', () => {
  it('can be tried by key, at once, and are taken back', async () => {
    const { page } = tab
    await tab.go('/context')
    await page.getByLabel('Project', { exact: true }).selectOption('widgets')
    await block().getByText('This project:').waitFor()
    const all = await linesIn().count()
    const slider = page.getByRole('slider', { name: 'Tokens at the start' })
    expect(await slider.inputValue()).toBe('600')
    await slider.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await leftOut().getByText('no room').first().waitFor()
    expect(await linesIn().count()).toBeLessThan(all)
    const kept = await read<OutputOf<'getContext'>>('/api/context')
    expect(kept.budgets.startTokens).toBe(600)
    await page.getByRole('button', { name: 'Reset' }).click()
    await leftOut().getByText('no room').first().waitFor({ state: 'hidden' })
    expect(await slider.inputValue()).toBe('600')
    expect(await linesIn().count()).toBe(all)
    expect(await page.evaluate('document.activeElement.type')).toBe('range')
    expect(tab.faults).toEqual([])
  })

  it('are saved as settings, and taken back', async () => {
    const { page, faults } = await dashboard.visit('/context')
    const slider = page.getByLabel('Tokens at the start')
    await slider.press('ArrowRight')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Budgets saved.').waitFor()
    await page.getByRole('button', { name: 'Reset' }).waitFor({ state: 'detached' })
    await page.reload()
    expect(await slider.inputValue()).toBe('650')
    await slider.press('ArrowRight')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Budgets saved.').waitFor()
    await page.getByRole('status').getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('Undone.').waitFor()
    const { budgets } = await read<OutputOf<'getContext'>>('/api/context')
    expect(budgets.startTokens).toBe(650)
    await dashboard.daemon.post('/api/settings/reset', { key: 'context.startTokens' })
    expect(faults).toEqual([])
  })

  it('of no tokens leave nothing, and each memory says why', async () => {
    await tab.go('/context')
    await tab.page.getByLabel('Project', { exact: true }).selectOption('widgets')
    await block().getByText('This project:').waitFor()
    await tab.page.getByRole('slider', { name: 'Tokens at the start' }).fill('0')
    await tab.page.getByText('Nothing matches').waitFor()
    await leftOut().getByText('no room', { exact: true }).first().waitFor()
  })
})

it('shows how much context was given, and how much of it was used', async () => {
  await tab.show('/context')
  const stats = await read<OutputOf<'getContextStats'>>('/api/context/stats')
  const share = Math.round((stats.used / stats.shown) * 100)
  await tab.page.getByText(`${share}%`, { exact: true }).waitFor()
  const [sums] = dashboard.world.rows('SELECT sum(tokens) AS tokens, count(*) AS n FROM injections')
  await tab.page.getByText(Number(sums?.tokens).toLocaleString('en'), { exact: true }).waitFor()
  await tab.page.getByText(`${sums?.n} times`, { exact: true }).waitFor()
  const table = tab.page.getByRole('table', { name: 'Lines given and used' })
  expect(await table.getByRole('row').count()).toBe(stats.moments.length + 1)
})
