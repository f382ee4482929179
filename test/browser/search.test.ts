/** The Search view on a real daemon: what is found while one types, and what keys do to it. */
import { describe, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { addFiller } from '../support/homes/filler-memories.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { waitFor } from '../support/homes/world.ts'

const dashboard = allInDashboardWorld({
  async prepare(world) {
    await makeSampleHome(world)
    await addFiller(world, 200)
  },
})

async function remember(content: string): Promise<string> {
  const response = await dashboard.daemon.post('/api/memories', { content, scope: 'global' })
  return ((await response.json()) as { memory: { id: string } }).memory.id
}

const row = (id: string) => dashboard.world.rows('SELECT * FROM memories WHERE id = ?', id)[0]
const results = ({ page }: SignedIn) => page.getByRole('region', { name: 'Results' })

/** All of it at once: for each key, the page searches and draws. */
async function search(words: string): Promise<SignedIn> {
  const signedIn = await dashboard.visit('/forgotten')
  await signedIn.page.keyboard.press('/')
  await signedIn.page.locator('input[type=search]:focus').waitFor()
  await signedIn.page.keyboard.insertText(words)
  return signedIn
}

/** From the box to the first hit. */
async function leave({ page }: SignedIn): Promise<void> {
  await page.keyboard.press('Enter')
  await page.locator('[data-row="0"] a:focus').waitFor()
}

describe('typing', () => {
  it('finds memories and history together, marks the words and says why', async () => {
    const signedIn = await search('money')
    await signedIn.page.keyboard.type(' floats')
    const { page, faults } = signedIn
    const list = results(signedIn)
    await list.getByText('Memory: Never use floats for money').first().waitFor()
    await list.getByText('Turn: ').first().waitFor()
    await list.locator('mark', { hasText: 'floats' }).first().waitFor()
    await list.getByText('Why').first().click()
    await list.getByText(/^has /).first().waitFor()
    await page.waitForURL(/query=money/)
    expect(faults).toEqual([])
  })

  it('shows memories in a block of their own, and a turn by what matches in its session', async () => {
    const signedIn = await search('money floats')
    const { page } = signedIn
    const history = page.getByRole('list', { name: 'History' })
    await history.getByText('Turn: ').first().waitFor()
    const memories = page.getByRole('list', { name: 'Memories' })
    expect(await memories.getByText('Turn: ').count()).toBe(0)
    expect(await history.getByText('Memory: ').count()).toBe(0)
    const turn = history.locator('.hit').first()
    await turn.locator('.hit-session').waitFor()
    await turn.locator('.hit-text mark').first().waitFor()
    const [above, below] = [await memories.boundingBox(), await history.boundingBox()]
    expect(above && below && above.y < below.y).toBe(true)
  })

  it('is narrowed by filters, which are in the address', async () => {
    const signedIn = await search('money')
    const { page } = signedIn
    await results(signedIn).getByText('Turn: ').first().waitFor()
    await page.getByRole('button', { name: 'Memories' }).click()
    await results(signedIn).getByText('Turn: ').first().waitFor({ state: 'detached' })
    await page.getByLabel('Kind').selectOption('fix')
    await waitFor('only fixes', async () => {
      const kinds = await results(signedIn).locator('.badge-kind').allTextContents()
      return kinds.length > 0 && kinds.every((kind) => kind === 'fix')
    })
    await page.waitForURL(/kind=fix/)
    await page.reload()
    await results(signedIn).locator('.badge-kind').first().waitFor()
    expect(await page.getByLabel('Kind').inputValue()).toBe('fix')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await results(signedIn).getByText('Turn: ').first().waitFor()
  })

  it('says so when nothing fits, and not before it is known', async () => {
    const { page } = await dashboard.visit('/')
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/recall*', async (route) => {
      await answered
      await route.continue()
    })
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByRole('searchbox').fill('xylophonequartz')
    await page.getByText('Loading').first().waitFor()
    expect(await page.getByText('Nothing matches').count()).toBe(0)
    expect(await page.getByText('0 results').count()).toBe(0)
    answer()
    await page.getByText('Nothing matches').waitFor()
  })

  it('is no longer than an address may be', async () => {
    const { page, faults } = await search('')
    await page.keyboard.insertText('importer '.repeat(3_000))
    await page.waitForURL(/query=importer/)
    expect((await page.getByRole('searchbox').inputValue()).length).toBe(1_500)
    await page.getByRole('region', { name: 'Results' }).waitFor()
    expect(faults).toEqual([])
  })

  it('is forgotten when one goes to an empty search, and when one clears it', async () => {
    const signedIn = await search('money')
    const { page } = signedIn
    const box = page.getByRole('searchbox')
    await page.waitForURL(/query=money/)
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByText('Find what was learned or done').waitFor()
    expect(await box.inputValue()).toBe('')
    await box.fill('floats')
    await results(signedIn).waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByText('Find what was learned or done').waitFor()
    expect(await box.evaluate((element) => element.matches(':focus'))).toBe(true)
  })
})

describe('keys', () => {
  it('go from hit to hit, open one, and come back to what was found', async () => {
    const signedIn = await search('money')
    const { page } = signedIn
    await results(signedIn).getByRole('listitem').nth(2).waitFor()
    await leave(signedIn)
    const focused = () => page.evaluate('document.activeElement.closest("[data-row]")?.dataset.row')
    expect(await focused()).toBe('0')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await focused()).toBe('1')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor()
    await page.goBack()
    await results(signedIn).getByRole('listitem').first().waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('money')
  })

  it('go back to the box from a hit', async () => {
    const signedIn = await search('money')
    const { page } = signedIn
    await leave(signedIn)
    await page.keyboard.press('/')
    await page.keyboard.type('floats')
    expect(await page.getByRole('searchbox').inputValue()).toBe('floats')
  })

  it('stay in the list when more is shown', async () => {
    const signedIn = await search('rate limit')
    const { page } = signedIn
    await page.getByText('The best 25 results').waitFor()
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await page.locator('[data-row="25"] a:focus').waitFor()
  })

  it('pin, edit and forget a memory, and undo it', async () => {
    const id = await remember('The zebrafish importer reads gzip only')
    const signedIn = await search('zebrafish importer')
    const { page, faults } = signedIn
    await results(signedIn).getByText('zebrafish').first().waitFor()
    await leave(signedIn)
    await page.keyboard.press('p')
    await waitFor('it to be pinned', () => row(id)?.pinned === 1)
    await results(signedIn).getByText('pinned').first().waitFor()

    await page.keyboard.press('e')
    await page.getByLabel('What to remember').fill('The zebrafish importer reads zstd only')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitFor('it to be changed', () => String(row(id)?.content).includes('zstd'))
    await results(signedIn).getByText('zstd').first().waitFor()

    await page.keyboard.press('x')
    await waitFor('it to be forgotten', () => row(id) === undefined)
    await page.getByText(/^Forgotten: “The zebrafish/).waitFor()
    await page.keyboard.press('z')
    await waitFor('it to be back', () => row(id)?.content)
    await results(signedIn).getByText('zstd').first().waitFor()
    expect(faults).toEqual([])
  })
})
