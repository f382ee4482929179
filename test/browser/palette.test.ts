/** What works in every view: the palette, the project switcher, adding a memory, dense rows. */
import { beforeAll, describe, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { waitFor } from '../support/homes/world.ts'

const hostile = `<img src=x onerror=alert(1)> \u202egnitirw \u202d${'zebra '.repeat(200)}`

const dashboard = allInDashboardWorld({ prepare: makeSampleHome })

let tab: SignedIn
beforeAll(async () => {
  const stored = await dashboard.daemon.post('/api/memories', { content: hostile, scope: 'global' })
  expect(stored.status, await stored.text()).toBe(200)
  tab = await dashboard.visit('/', { width: 1440 })
})

const box = () => tab.page.getByRole('combobox', { name: 'Jump to anything' })
const options = () => tab.page.getByRole('listbox').getByRole('option')
const heading = (name: string) => tab.page.getByRole('heading', { name, level: 1 })

async function openPalette(): Promise<void> {
  await tab.page.keyboard.press('Control+k')
  await box().waitFor()
}

describe('the palette', () => {
  it('opens a view by keyboard alone, and keeps the focus in its field', async () => {
    await openPalette()
    await tab.page.keyboard.type('sess')
    await options().first().waitFor()
    expect(await box().getAttribute('aria-activedescendant')).toBe(
      await tab.page.locator('[aria-selected="true"]').getAttribute('id'),
    )
    expect(await box().evaluate((element) => element.matches(':focus'))).toBe(true)
    await tab.page.keyboard.press('Enter')
    await heading('Sessions').waitFor()
    expect(await tab.page.getByRole('dialog').count()).toBe(0)
  })

  it('moves up and down, around the ends', async () => {
    await tab.show('/')
    await openPalette()
    const active = () => tab.page.locator('[role=option][aria-selected="true"]').textContent()
    expect(await active()).toContain('Home')
    await tab.page.keyboard.press('ArrowDown')
    expect(await active()).toContain('Search')
    await tab.page.keyboard.press('ArrowUp')
    await tab.page.keyboard.press('ArrowUp')
    expect(await active()).toBe(await options().last().textContent())
    await tab.page.keyboard.press('Escape')
    await box().waitFor({ state: 'detached' })
  })

  it('finds pages of the wiki', async () => {
    await openPalette()
    await tab.page.keyboard.type('everything else')
    const group = tab.page.getByRole('group', { name: 'Wiki' })
    await group.getByRole('option', { name: /^Everything else/ }).click()
    await tab.page.getByRole('heading', { name: 'Everything else', level: 1 }).waitFor()
    await tab.show('/')
  })

  it('finds memories and sessions, and leads to them', async () => {
    await openPalette()
    await tab.page.keyboard.type('floats for money')
    await options().filter({ hasText: 'Never use floats' }).waitFor()
    await tab.page.getByRole('group', { name: 'Sessions' }).getByRole('option').first().waitFor()
    await tab.page.keyboard.press('Enter')
    await heading('Memory').waitFor()
    await tab.page.getByText('Never use floats').first().waitFor()
  })

  it('runs actions, and opens from a text field', async () => {
    await tab.show('/search')
    await tab.page.getByRole('searchbox').or(tab.page.getByRole('textbox')).first().focus()
    await openPalette()
    await tab.page.keyboard.type('compact')
    await tab.page.keyboard.press('Enter')
    expect(await tab.page.evaluate('document.documentElement.dataset.density')).toBe('compact')
    await openPalette()
    await tab.page.keyboard.type('comfortable')
    await tab.page.keyboard.press('Enter')
    expect(await tab.page.evaluate('document.documentElement.dataset.density')).toBe('comfortable')
  })

  it('says when nothing matches, and shows hostile text as text', async () => {
    await openPalette()
    await tab.page.keyboard.type('qqqqxyzzy')
    await tab.page.getByText('Nothing matches.').waitFor()
    await box().fill('zebra')
    const found = options().filter({ hasText: '<img src=x onerror' })
    await found.waitFor()
    const [row, list] = [
      await found.boundingBox(),
      await tab.page.locator('.palette-list').boundingBox(),
    ]
    expect(row?.width).toBeLessThanOrEqual(list?.width ?? 0)
    expect(row?.height).toBeLessThan(60)
    await tab.page.keyboard.press('Escape')
    expect(tab.faults).toEqual([])
  })
})

describe('the project switcher', () => {
  it('shows one project in every view, until all are chosen again', async () => {
    await tab.show('/memories')
    const { page } = tab
    const switcher = page.getByLabel('Project shown')
    await switcher.selectOption({ label: 'widgets' })
    await page.getByText(/matching the filters/).waitFor()
    expect(new URL(page.url()).searchParams.get('project')).toBeTruthy()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await heading('Sessions').waitFor()
    await page.locator('.sessions-project').first().waitFor()
    const names = await page.locator('.sessions-project').allTextContents()
    expect(new Set(names)).toEqual(new Set(['widgets']))
    await tab.go('/')
    await page.getByRole('link', { name: 'Home' }).click()
    await switcher.selectOption({ label: 'All projects' })
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await page.locator('.sessions-project').getByText('atlas-api').first().waitFor()
    expect(tab.faults).toEqual([])
  })
})

describe('a memory', () => {
  it('is added by keyboard, and taken back', async () => {
    await tab.show('/')
    const { page } = tab
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Add a memory' }).waitFor()
    await page.keyboard.type('The staging server restarts at four')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Memory added.').waitFor()
    await page.getByText('The staging server restarts at four').first().waitFor()
    await page.keyboard.press('z')
    await page.getByText('Undone.').waitFor()
  })

  it('is not lost by Escape: it asks first, and keeps the focus', async () => {
    const { page } = tab
    await tab.show('/memories')
    await page.keyboard.press('n')
    const text = page.getByLabel('What to remember')
    await text.waitFor()
    await page.keyboard.type('Half a sentence')
    await page.keyboard.press('Escape')
    await page.getByText('Discard what you typed?').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Discard what you typed?').waitFor({ state: 'detached' })
    expect(await text.inputValue()).toBe('Half a sentence')
    expect(await text.evaluate((element) => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await text.waitFor({ state: 'detached' })
    expect(tab.faults).toEqual([])
  })

  it('that was forgotten is restored from the list of them', async () => {
    const { page } = tab
    await tab.show('/memories')
    const lost = page.getByRole('link', { name: /^Invoices|VAT id/ }).first()
    const words = ((await lost.textContent()) ?? '').slice(0, 30)
    await lost.focus()
    await page.keyboard.press('x')
    await page.getByText('Forgotten:').waitFor()
    await page.getByRole('link', { name: 'Forgotten', exact: true }).click()
    await heading('Forgotten memories').waitFor()
    await page.locator('.list-row').getByText(words).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('u')
    await page.getByText('Restored.').waitFor()
    await page.locator('.list-row').getByText(words).waitFor({ state: 'detached' })
    expect(tab.faults).toEqual([])
  })
})

it('compact rows show more memories at a time, even after a reload', async () => {
  await tab.go('/memories')
  const { page } = tab
  const height = async () => (await page.locator('.memory-row').first().boundingBox())?.height ?? 0
  const comfortable = await height()
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await waitFor('lower rows', async () => (await height()) < comfortable - 8)
  await page.reload()
  await waitFor('lower rows', async () => {
    const lower = await height()
    return lower > 0 && lower < comfortable - 8
  })
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await waitFor('rows as before', async () => (await height()) === comfortable)
})

it('the navigation counts what waits for review', async () => {
  await tab.show('/activity')
  await tab.page.getByRole('link', { name: /^Review \d+ to review/ }).waitFor()
})
