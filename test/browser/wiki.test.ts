/** The Wiki view on a real daemon: pages to read and edit, conflicts, and the map of concepts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished } from 'vitest'
import type { OutputOf } from '../../src/contract/operations/index.ts'
import { isLongRun } from '../hermetic/long-run.ts'
import type { PageOptions } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { expectAccessible, expectAccessibleState } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { waitFor } from '../support/homes/world.ts'

// What a test says is learned only when the test learns it.
const dashboard = allInDashboardWorld({
  prepare: (world) => world.writeConfig({ learning: { rules: false } }),
})

// A page keeps what a person wrote, also without memories: such tests use a kind of their own.
beforeEach(async () => {
  await dashboard.daemon.post('/api/memories/clear', { scope: 'global', confirm: true })
})

async function remember(content: string, kind = 'fact'): Promise<string> {
  const given = { content, kind, scope: 'global', trust: 'user' }
  const response = await dashboard.daemon.post('/api/memories', given)
  return ((await response.json()) as { memory: { id: string } }).memory.id
}

async function read<Answer>(path: string): Promise<Answer> {
  return (await (await dashboard.daemon.request(path)).json()) as Answer
}

const contents = () =>
  dashboard.world
    .rows('SELECT content FROM memories WHERE valid_to IS NULL ORDER BY content')
    .map(({ content }) => String(content))

/** The page whose statement says this. */
async function pageWith(text: string): Promise<OutputOf<'getWikiPage'>> {
  const wiki = await read<OutputOf<'getWiki'>>('/api/wiki?global=true')
  for (const { path } of wiki.pages) {
    const page = await read<OutputOf<'getWikiPage'>>(
      `/api/wiki/page?global=true&path=${encodeURIComponent(path)}`,
    )
    if (page.statements.some((statement) => statement.text === text)) return page
  }
  throw new Error(`no page says ${text}`)
}

const fileOf = (path: string) => join(dashboard.world.paths.root, 'wiki', 'global', path)

async function openPage(text: string, options: PageOptions = {}) {
  const page = await pageWith(text)
  const at = `/wiki/page?global=true&path=${encodeURIComponent(page.path)}`
  const signedIn = await dashboard.visit(at, options)
  await signedIn.page.locator('.wiki-page').waitFor()
  return { ...signedIn, file: fileOf(page.path), path: page.path }
}

const editor = (page: Page) => page.getByLabel('Markdown of this page')

async function edit(page: Page, change: (text: string) => string): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click()
  await editor(page).fill(change(await editor(page).inputValue()))
}

const cents = 'Cart totals are kept in cents'
const euros = 'Cart totals are kept in euros'

it('says how to switch the wiki on', async () => {
  const set = (value: boolean) =>
    dashboard.daemon.post('/api/settings', { key: 'wiki.enabled', value })
  onTestFinished(async () => void (await set(true)))
  await set(false)
  const { page } = await dashboard.visit('/wiki?global=true', { tolerated: /409/ })
  await page.getByText('The wiki is switched off').waitFor()
  await page.getByText('throughline wiki enable').waitFor()
})

it('forgets many removed statements only after a confirmation', async () => {
  const numbers = ['one', 'two', 'three', 'four', 'five', 'six']
  for (const number of numbers) await remember(`Shelf ${number} is full`)
  await remember(cents)
  const { page, go, faults } = await openPage('Shelf one is full', { tolerated: /404/ })
  await edit(page, (text) => text.replaceAll(/^- Shelf.*\n/gm, ''))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('6 removals to confirm in the wiki.').waitFor()
  expect(contents()).toHaveLength(7)
  await go('/wiki?global=true')
  const held = page.getByRole('region', { name: '6 removals to confirm' })
  await held.getByText('Shelf three is full').waitFor()
  await held.getByRole('button', { name: 'Forget' }).click()
  await page.getByText('6 statements forgotten.').waitFor()
  expect(contents()).toEqual([cents])
  expect(faults).toEqual([])
})

it('leads from the catalogue to a page, and from there by links and back-links', async () => {
  const rows = 'The cartLedger keeps rows'
  const id = await remember(rows)
  for (const part of ['taxes', 'gifts']) await remember(`The cartLedger keeps ${part}`)
  const decision = 'Totals come from the cartLedger, because sums drift'
  await remember(decision, 'decision')
  const shown = await pageWith(rows)
  const { pages } = await read<OutputOf<'getWiki'>>('/api/wiki?global=true')
  const index = pages.find(({ path }) => path === 'index.md')?.title ?? ''
  const { page, faults } = await dashboard.visit('/wiki?global=true')
  const heading = (title: string) => page.getByRole('heading', { name: title, level: 1 })
  await page.getByText(/^The files are in/).waitFor()
  await page
    .getByRole('list', { name: 'Index', exact: true })
    .getByText(index, { exact: true })
    .click()
  await heading(index).waitFor()
  await page.locator('.wiki-page').getByRole('link', { name: shown.title }).first().click()
  await heading(shown.title).waitFor()
  const statement = page.locator('.wiki-statement', { hasText: rows })
  await statement.locator('time').waitFor()
  await page.getByRole('list', { name: 'Pages that link here' }).getByText(decision).click()
  await heading(decision).waitFor()
  await page.goBack()
  await statement.getByRole('link', { name: 'History' }).click()
  await page.waitForURL(new RegExp(`/memories/${id}$`))
  await page.getByText(rows).first().waitFor()
  expect(faults).toEqual([])
})

it('makes an edit a memory, says what became of it, and undoes it', async () => {
  await remember(cents)
  const { page, faults } = await openPage(cents)
  await edit(page, (text) =>
    text.replace(
      /^- Cart.*$/m,
      (line) => `${line.replace('cents', 'euros')}\n- Tax comes last *(rule)*`,
    ),
  )
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 statement changed, 1 new.').waitFor()
  expect(contents()).toEqual([euros, 'Tax comes last'])
  await page.locator('.wiki-statement', { hasText: euros }).waitFor()
  await page.getByText('Earlier wording').waitFor()
  await page.keyboard.press('z')
  await page.getByText('Undone.').waitFor()
  expect(contents()).toEqual([cents])
  await page.locator('.wiki-statement', { hasText: cents }).waitFor()
  expect(faults).toEqual([])
})

it('removes a page with its last statement, and brings it back', async () => {
  const id = await remember(cents)
  const { page } = await openPage(cents, { tolerated: /404/ })
  await edit(page, (text) => text.replace(/^- Cart.*\n/m, ''))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 statement forgotten.').waitFor()
  await page.getByText('Page not found').waitFor()
  expect(contents()).toEqual([])
  await page.getByRole('status').getByRole('button', { name: /^Undo/ }).click()
  await page.getByText('Undone.').waitFor()
  expect(dashboard.world.rows('SELECT content FROM memories WHERE id = ?', id)).toHaveLength(1)
  await page.locator('.wiki-statement', { hasText: cents }).waitFor()
})

it('asks before it loses text', async () => {
  await remember(cents)
  const { page } = await openPage(cents)
  await page.keyboard.press('e')
  await editor(page).press('Escape')
  await page.locator('.wiki-page').waitFor()
  await edit(page, (text) => `${text}\nMine`)
  await editor(page).press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await editor(page).inputValue()).toContain('Mine')
  await page.getByRole('link', { name: 'All pages' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Wiki', level: 1 }).waitFor()
  expect((await pageWith(cents)).text).not.toContain('Mine')
})

it('shows both versions if the page changed meanwhile', async () => {
  await remember(cents)
  const tolerated = /409/
  const { page, file, faults } = await openPage(cents, { tolerated })
  await edit(page, (text) => text.replace('cents', 'euros'))
  writeFileSync(file, readFileSync(file, 'utf8').replace('cents', 'pence'))
  await page.getByRole('button', { name: 'Save' }).click()
  const versions = page.getByRole('alert', { name: 'Both versions' })
  await versions.locator('mark', { hasText: 'pence' }).waitFor()
  await versions.locator('mark', { hasText: 'euros' }).waitFor()
  await expectAccessibleState(page)
  await versions.getByRole('button', { name: 'Keep mine' }).click()
  await editor(page).press('Control+Enter')
  await page.getByText('1 statement changed.').waitFor()
  expect(contents()).toEqual([euros])
  expect(faults).toEqual([])
})

it.each([
  ['Keep the memory’s version', 'Cart totals are kept in yen'],
  ['Keep the page’s version', euros],
])('decides a conflict between memory and page: %s', async (button, expected) => {
  const id = await remember(cents)
  const { page, file, faults } = await openPage(cents)
  await dashboard.daemon.post('/api/memories/update', {
    id,
    content: 'Cart totals are kept in yen',
  })
  writeFileSync(file, readFileSync(file, 'utf8').replace('cents', 'euros'))
  await page.reload()
  await page.locator('.wiki-conflict', { hasText: euros }).waitFor()
  await page.getByRole('button', { name: button }).click()
  await page
    .getByRole('status')
    .getByText(/^(Saved|1 statement)/)
    .waitFor()
  await waitFor(
    'the conflict to be gone',
    async () => (await page.locator('.wiki-conflict').count()) === 0,
  )
  expect(contents()).toEqual([expected])
  expect(faults).toEqual([])
})

it('follows what is learned', async () => {
  await remember(cents)
  const { page } = await openPage(cents)
  await remember('Cart totals include tax')
  const prompt = sessionPayloads('s1', dashboard.world.project).prompt(1, 'Paint the shed')
  await dashboard.daemon.post('/hooks/UserPromptSubmit', prompt)
  await page.locator('.wiki-statement', { hasText: 'include tax' }).waitFor()
})

it('opens a concept from the map by key, and lists the concepts too', async () => {
  for (const said of ['keeps cents', 'rounds once, at the end', 'ignores vouchers']) {
    await remember(`CartTotals ${said}`)
  }
  for (const said of ['waits for the payment', 'retries three times', 'has no attachments']) {
    await remember(`OrderMail ${said}`)
  }
  const { page, faults } = await dashboard.visit('/wiki?global=true')
  const map = page.getByRole('navigation', { name: /^Map of 2 concepts/ })
  await map.getByRole('link').first().focus()
  const focused = () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label')`)
  const first = await focused()
  await page.keyboard.press('End')
  expect(await focused()).not.toBe(first)
  expect(await focused()).toMatch(/: 3 memories/)
  const title = (await focused()).replace(/: 3 memories.*$/, '')
  await page.getByText('As a list').click()
  await page.getByRole('table', { name: 'Concepts' }).getByRole('link', { name: title }).waitFor()
  await map.getByRole('link').last().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  expect(faults).toEqual([])
})

const looks = [
  ['light', 1440],
  ['dark', 390],
] as const
it.each(isLongRun ? looks : [])(
  'is accessible in %s colours at %d px',
  async (colorScheme, width) => {
    await remember(cents, 'procedure')
    const { path } = await pageWith(cents)
    const own =
      '## Mine\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n| a | b |\n|---|---|\n| 3 | 4 |\n\n```\ncode\n```\n'
    writeFileSync(fileOf(path), `${readFileSync(fileOf(path), 'utf8')}\n${own}`)
    const { page, go } = await openPage(cents, { colorScheme, width })
    await expectAccessible(page)
    await page.keyboard.press('e')
    await editor(page).waitFor()
    await expectAccessible(page)
    await editor(page).press('Escape')
    await go('/wiki?global=true')
    await page.getByText('As a list').click()
    await page.getByRole('table', { name: 'Concepts' }).waitFor()
    await expectAccessible(page)
  },
)

it('runs and loads nothing that a page contains', async () => {
  await remember(cents, 'reference')
  const { path } = await pageWith(cents)
  const row = `|${' x |'.repeat(200)}`
  const hostile = [
    '## Mine',
    '<script>document.title = "pwned"</script><img src="https://example.org/x.png" onerror="alert(1)">',
    '[run](javascript:document.title="pwned") ![pixel](https://example.org/pixel.png)',
    '[site](https://example.org/) [[concepts/nowhere|Nowhere]]',
    [row, `|${'---|'.repeat(200)}`, ...Array(1_000).fill(row)].join('\n'),
  ].join('\n\n')
  writeFileSync(fileOf(path), `${readFileSync(fileOf(path), 'utf8')}\n${hostile}\n`)
  const { page, faults } = await openPage(cents, { width: 390 })
  await page.getByText('<script>document.title').waitFor()
  await page.getByText('800 more rows in the file.').waitFor()
  expect(await page.locator('main :is(script, img, iframe, a[href^="javascript" i])').count()).toBe(
    0,
  )
  expect(await page.getByRole('link', { name: 'Nowhere' }).count()).toBe(0)
  const link = page.getByRole('link', { name: 'site' })
  expect(await link.getAttribute('rel')).toContain('noreferrer')
  expect(await page.title()).not.toContain('pwned')
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  expect(faults).toEqual([])
})
