/** The list of memories and one memory on a real daemon: what they show, and what is done there. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { waitFor } from '../support/homes/world.ts'

const dashboard = allInDashboardWorld({ prepare: makeSampleHome })

async function remember(content: string, others: object = {}): Promise<string> {
  const response = await dashboard.daemon.post('/api/memories', {
    content,
    scope: 'global',
    ...others,
  })
  return ((await response.json()) as { memory: { id: string } }).memory.id
}

const row = (id: string) => dashboard.world.rows('SELECT * FROM memories WHERE id = ?', id)[0]
const projectId = (name: string) =>
  String(dashboard.world.rows('SELECT id FROM projects WHERE name = ?', name)[0]?.id)

const isPinned = (id: string | undefined) => row(id ?? '')?.pinned === 1

/** In a list of their own, by their tag, the last one first. */
async function openBirds(tag: string, ...names: string[]) {
  const ids: string[] = []
  for (const name of names) ids.push(await remember(`${name} ${tag}`, { tags: [tag] }))
  const signedIn = await open(`/memories?tag=${tag}`)
  await signedIn.page.getByText(`${names.length} matching the filters`).waitFor()
  return { ...signedIn, ids }
}

/** What is written in the row that has the focus. */
const focusedRow = (page: Page) =>
  page.evaluate(`document.activeElement.closest('[data-row]')?.textContent ?? ''`)

const open = (path: string): Promise<SignedIn> => dashboard.visit(path)

describe('the list', () => {
  it('is filtered by kind, scope, project and tag', async () => {
    const { page, faults } = await open('/memories')
    await page.getByText(/^\d+ remembered/).waitFor()
    await page.getByLabel('Kind').selectOption('rule')
    await waitFor('only rules', async () => {
      const kinds = await page.locator('.memory-row .badge-kind').allTextContents()
      return kinds.length > 0 && kinds.every((kind) => kind === 'rule')
    })
    await page.getByRole('button', { name: '#money' }).first().click()
    const total = dashboard.world.rows(
      `SELECT count(*) AS n FROM memories WHERE kind = 'rule' AND valid_to IS NULL
       AND tags LIKE '%"money"%'`,
    )[0]?.n
    await page.getByText(`${total} matching the filters`).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Project', { exact: true }).selectOption('atlas-api')
    await page.waitForURL(/project=/)
    await page.getByText(/matching the filters/).waitFor()
    expect(faults).toEqual([])
  })

  it('changes all that is selected, and takes it back', async () => {
    const ids = [await remember('Quokkas are fed at dawn'), await remember('Lemurs sleep at noon')]
    const { page, faults } = await open('/memories')
    const choose = async () => {
      await page.getByLabel('Select: Quokkas').check()
      await page.getByLabel('Select: Lemurs').check()
      await page.getByText('2 memories selected').waitFor()
    }
    const all = (condition: (memory: Record<string, unknown> | undefined) => boolean) => () =>
      ids.every((id) => condition(row(id)))
    const bar = page.getByRole('region', { name: 'Selection' })

    await choose()
    await bar.getByRole('button', { name: 'Pin' }).click()
    await waitFor(
      'both to be pinned',
      all((memory) => memory?.pinned === 1),
    )
    await page.getByText('2 memories pinned.').waitFor()
    await page.keyboard.press('z')
    await waitFor(
      'neither to be pinned',
      all((memory) => memory?.pinned === 0),
    )

    await choose()
    await bar.getByRole('button', { name: 'Tag' }).click()
    await page.getByLabel(/^Tags to add/).fill('Zoo, Night shift')
    await page.getByRole('button', { name: 'Add tags' }).click()
    await waitFor(
      'both to have both tags',
      all((memory) => memory?.tags === '["night shift","zoo"]'),
    )

    await bar.getByRole('button', { name: 'Move' }).click()
    await page.getByLabel('New scope').selectOption('widgets')
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await waitFor(
      'both to be moved',
      all((memory) => memory?.scope_id === projectId('widgets')),
    )
    await page.getByText('2 memories moved.').waitFor()
    await page.keyboard.press('z')
    await waitFor(
      'both to be global again',
      all((memory) => memory?.scope === 'global'),
    )

    await choose()
    await bar.getByRole('button', { name: 'Forget' }).click()
    await waitFor(
      'both to be forgotten',
      all((memory) => memory === undefined),
    )
    await page.getByText('2 memories forgotten.').waitFor()
    await page.keyboard.press('z')
    await waitFor(
      'both to be back',
      all((memory) => memory !== undefined),
    )
    await page.getByText('Undone.').last().waitFor()
    expect(await page.evaluate('document.activeElement.className')).toBe('virtual-list')
    expect(faults).toEqual([])
  })

  it('moves no row when the first is selected, wide or narrow', async () => {
    const { page } = await openBirds('plover', 'Little', 'Grey')
    const box = page.getByLabel('Select: Little')
    for (const width of [1280, 380]) {
      await page.setViewportSize({ width, height: 800 })
      const before = await box.boundingBox()
      await box.check()
      await page.getByText('1 memory selected').waitFor()
      expect(await box.boundingBox()).toEqual(before)
      await page.keyboard.press('Escape')
      await page.getByText('1 memory selected').waitFor({ state: 'detached' })
    }
  })

  it('leaves room for what can be done with the chosen ones on a narrow page', async () => {
    const names = Array.from({ length: 30 }, (_, number) => `Numbered ${number}`)
    const { page } = await openBirds('kiwi', ...names)
    await page.setViewportSize({ width: 380, height: 800 })
    await page.getByLabel('Select: Numbered 29').check()
    const forget = page.locator('.selection-bar').getByRole('button', { name: 'Forget' })
    const bar = await page.locator('.selection-bar').boundingBox()
    const button = await forget.boundingBox()
    const bottomOf = (box: typeof bar) => (box?.y ?? 0) + (box?.height ?? 0)
    expect(bottomOf(button)).toBeLessThanOrEqual(bottomOf(bar))
    expect(bottomOf(bar)).toBeLessThanOrEqual(800)
  })

  it('keeps its rows in place when one of them is changed', async () => {
    const { page, ids } = await openBirds('lory', 'Red', 'Gold', 'Blue')
    const [red] = ids
    await page.getByText('Red lory').hover()
    const pin = page.locator('.memory-row', { hasText: 'Red lory' }).getByRole('button').last()
    const place = await pin.boundingBox()
    const click = () => page.mouse.click((place?.x ?? 0) - 20, (place?.y ?? 0) + 10)
    await click()
    await waitFor('it to be pinned', () => isPinned(red))
    await page.getByRole('button', { name: 'Unpin' }).waitFor()
    await click()
    await waitFor('it to be as before', () => !isPinned(red))
    expect(ids.filter(isPinned)).toEqual([])
  })

  it('shows what is stored elsewhere meanwhile', async () => {
    const { page } = await openBirds('finch', 'Green')
    await remember('Crimson finch', { tags: ['finch'] })
    await page.getByText('Crimson finch').waitFor()
    await page.getByText('2 matching the filters').waitFor()
  })

  it('is used by keys alone', async () => {
    const id = await remember('Axolotls regrow their limbs')
    const { page } = await open('/memories')
    await page.getByText('Axolotls').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await waitFor('it to be pinned', () => row(id)?.pinned === 1)
    await page.getByText('1 memory pinned.').waitFor()
    await page.keyboard.press('v')
    await page.getByText('1 memory selected').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('x')
    await waitFor('it to be forgotten', () => row(id) === undefined)
  })
})

describe('keys', () => {
  it('stay with the memory that they changed', async () => {
    const { page, ids, faults } = await openBirds('lorikeet', 'Red', 'Gold', 'Blue')
    const [red = '', gold, blue] = ids
    for (const _ of ids) await page.keyboard.press('j')
    await page.keyboard.press('p')
    await waitFor('it to be pinned', () => isPinned(red))
    await page.getByText('pinned', { exact: true }).waitFor()
    expect(await focusedRow(page)).toContain('Red lorikeet')
    await page.keyboard.press('e')
    await page.getByLabel('What to remember').fill('Scarlet lorikeet')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.memory-row', { hasText: 'Scarlet lorikeet' }).waitFor()
    expect(await focusedRow(page)).toContain('Scarlet lorikeet')
    await remember('Purple lorikeet', { tags: ['lorikeet'] })
    await page.getByText('Purple lorikeet').waitFor()
    expect(await focusedRow(page)).toContain('Scarlet lorikeet')
    await page.keyboard.press('x')
    await waitFor('it to be forgotten', () => row(red) === undefined)
    expect([gold, blue].map((id) => row(id ?? '')?.pinned)).toEqual([0, 0])
    await page.getByText('3 matching the filters').waitFor()
    expect(await focusedRow(page)).toContain('Gold lorikeet')
    expect(faults).toEqual([])
  })

  it('take back all that was done within ten seconds, not only what is still shown', async () => {
    const { page, ids } = await openBirds('heron', 'A', 'B', 'C', 'D', 'E')
    await page.keyboard.press('j')
    for (const id of ids.toReversed()) {
      await page.keyboard.press('x')
      await waitFor('it to be forgotten', () => row(id) === undefined)
      const rows = page.locator('.memory-row')
      await waitFor('its row to go', async () => (await rows.count()) === ids.indexOf(id))
    }
    expect(await page.locator('.toast:visible').count()).toBe(3)
    await page.getByText('Forgotten: “A heron”').waitFor()
    for (const _ of ids) await page.keyboard.press('z')
    await waitFor('all to be back', () => ids.every((id) => row(id) !== undefined))
  })

  it('act once while they are held, and not at all after a slip', async () => {
    const { page, ids } = await openBirds('egret', 'A', 'B', 'C')
    await page.keyboard.press('j')
    await page.keyboard.press('g')
    await page.keyboard.press('x')
    await page.keyboard.down('p')
    await page.keyboard.down('p')
    await page.keyboard.up('p')
    await waitFor('one to be pinned', () => ids.some(isPinned))
    await page.keyboard.down('x')
    await waitFor('one to be forgotten', () => ids.some((id) => row(id) === undefined))
    await page.getByText('2 matching the filters').waitFor()
    for (const _ of ids) await page.keyboard.down('x')
    await page.keyboard.up('x')
    await page.keyboard.press('z')
    await waitFor('it to be back', () => ids.every((id) => row(id) !== undefined))
    expect(ids.filter(isPinned)).toHaveLength(1)
  })

  it('work when a row was ticked by the mouse', async () => {
    const { page } = await openBirds('stork', 'Black', 'White')
    await page.getByLabel('Select: White').check()
    await page.keyboard.press('j')
    expect(await focusedRow(page)).toContain('Black stork')
    await page.getByLabel('Select: Black').check()
    await page.getByText('2 memories selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 memories selected').waitFor({ state: 'detached' })
  })
})

describe('the editor', () => {
  const words = (page: Page) => page.getByLabel('What to remember')

  it('keeps what was typed when the pointer slips', async () => {
    const id = await remember('Emus run')
    const { page } = await open(`/memories/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const box = await words(page).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await words(page).fill('Emus run fast')
    await page.mouse.click(5, 5)
    expect(await words(page).inputValue()).toBe('Emus run fast')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await words(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit' }).click()
    await words(page).waitFor()
    await page.mouse.click(5, 5)
    await words(page).waitFor({ state: 'detached' })
  })

  it('keeps what was typed when the daemon goes away', async () => {
    const id = await remember('Rheas run')
    const { page } = await dashboard.visit(`/memories/${id}`, { tolerated: /ERR_|Failed to load/ })
    await page.getByRole('button', { name: 'Edit' }).click()
    await words(page).fill('Rheas run fast')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    let isAskedInVain = false
    page.on('requestfailed', () => {
      isAskedInVain = true
    })
    await waitFor('the page to ask for it again', async () => {
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
      return isAskedInVain
    })
    expect(await words(page).inputValue()).toBe('Rheas run fast')
    await page.context().setOffline(false)
  })

  it('begins with what it says now', async () => {
    const id = await remember('Kiwis sleep')
    const { page } = await open(`/memories/${id}`)
    await page.getByRole('article', { name: 'Content' }).waitFor()
    await dashboard.daemon.post('/api/memories/update', { id, content: 'Kiwis dig' })
    await page.getByRole('button', { name: 'Edit' }).click()
    expect(await words(page).inputValue()).toBe('Kiwis dig')
  })
})

describe('one memory', () => {
  it('shows what it said before, what it was learned from and what it relates to', async () => {
    const [memory] = dashboard.world.rows(
      `SELECT id FROM memories WHERE content LIKE 'Never use floats for money%'`,
    )
    const { page, faults } = await open(`/memories/${memory?.id}`)
    const revisions = page.getByRole('list', { name: /^Revisions/ })
    await revisions.locator('ins').first().waitFor()
    await revisions.locator('del').first().waitFor()
    const source = page.getByRole('region', { name: 'Where it comes from' })
    await source
      .locator('mark')
      .getByText(/floats/i)
      .first()
      .waitFor()
    await source.getByRole('link').first().click()
    await page.waitForURL(/\/sessions\/[^#]+#turn-/)
    expect(faults).toEqual([])
  })

  it('lists what must be so for it to be given, takes a check more and drops it again', async () => {
    const project = projectId('widgets')
    const id = await remember('Herons wait for `npm run fish`', { scope: 'project', project })
    const { page, faults } = await open(`/memories/${id}`)
    const checks = page.getByRole('region', { name: 'Checks' })
    await checks.getByText('Add a check').click()
    await checks.getByLabel('Also check that').selectOption('file')
    await checks.getByLabel('Path').fill('docs/herons.md')
    await checks.getByRole('button', { name: 'Add check' }).click()
    const added = checks.getByRole('listitem').filter({ hasText: 'docs/herons.md exists' })
    await added.getByText('added by you').waitFor()
    await added.getByRole('button', { name: /^Drop/ }).click()
    await added.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('leads from the superseded one to what took its place', async () => {
    const [old] = dashboard.world.rows(
      'SELECT id, superseded_by FROM memories WHERE valid_to IS NOT NULL',
    )
    const { page } = await open(`/memories/${old?.id}`)
    await page.getByText('This is no longer true.').waitFor()
    await page.getByRole('link', { name: 'See what superseded it' }).click()
    await page.waitForURL(`**/memories/${old?.superseded_by}`)
  })

  it('is edited, pinned and moved', async () => {
    const id = await remember('Otters hold hands')
    const { page, faults } = await open(`/memories/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('What to remember').fill('Otters hold hands asleep')
    await page.getByLabel('Kind').selectOption('rule')
    await page.getByLabel(/^Tags/).fill('Zoo, otters')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitFor('it to be changed', () => row(id)?.kind === 'rule')
    expect(row(id)).toMatchObject({
      content: 'Otters hold hands asleep',
      tags: '["otters","zoo"]',
      version: 2,
    })
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await waitFor('it to be pinned', () => row(id)?.pinned === 1)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    await page.getByLabel('New scope').selectOption('widgets')
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await waitFor('it to be moved', () => row(id)?.scope_id === projectId('widgets'))
    await page.getByText('moved: everywhere → widgets').waitFor()
    expect(faults).toEqual([])
  })

  it('refuses to overwrite a change made meanwhile', async () => {
    const id = await remember('Seals bark')
    const { page } = await dashboard.visit(`/memories/${id}`, { tolerated: /409/ })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('What to remember').fill('Seals bark loudly')
    await dashboard.daemon.post('/api/memories/update', { id, content: 'Seals sing' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('It changed in the meantime').waitFor()
    expect(row(id)?.content).toBe('Seals sing')
    await page.getByRole('button', { name: 'Use the newer text' }).click()
    expect(await page.getByLabel('What to remember').inputValue()).toBe('Seals sing')
    await page.getByLabel('What to remember').fill('Seals sing loudly')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitFor('it to be saved', () => row(id)?.content === 'Seals sing loudly')
  })

  it('is merged into another, and both are back when that is undone', async () => {
    const from = await remember('Ibexes climb dams')
    const into = await remember('Goats called ibexes climb steep dams for salt')
    const { page, faults } = await open(`/memories/${from}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge' }).click()
    await page.getByLabel(/Goats called ibexes/).check()
    await page.getByLabel('Text of the kept memory').fill('Ibexes climb dams for salt')
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await page.waitForURL(`**/memories/${into}`)
    expect(row(into)).toMatchObject({ content: 'Ibexes climb dams for salt' })
    await page.getByRole('article', { name: 'Content' }).getByText('for salt').waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
    expect(row(from)).toMatchObject({ superseded_by: into })
    await page.getByText('Merged.').waitFor()
    await page.keyboard.press('z')
    await waitFor('both to be as before', () => row(from)?.valid_to === null)
    expect(row(into)?.content).toBe('Goats called ibexes climb steep dams for salt')
    expect(faults).toEqual([])
  })

  it('is forgotten, and brought back from its own address', async () => {
    const id = await remember('Dodos are gone')
    const { page } = await dashboard.visit('/', { tolerated: /404/ })
    const address = `http://127.0.0.1:${dashboard.daemon.port}/memories/${id}`
    await page.goto(address)
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor()
    expect(row(id)).toBeUndefined()
    await page.goBack()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.goto(address)
    await page.getByText('This memory was forgotten').waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain(id)
    await page.getByRole('button', { name: 'Restore' }).click()
    await waitFor('it to be back', () => row(id)?.content)
    await page.getByText('Dodos are gone').first().waitFor()
    await waitFor('the tab to name it', async () => (await page.title()).startsWith('Dodos'))
  })

  it('is forgotten twice without harm', async () => {
    const id = await remember('Moas are gone')
    const { page } = await dashboard.visit(`/memories/${id}`, { tolerated: /404|ERR_FAILED/ })
    await page.getByRole('article', { name: 'Content' }).waitFor()
    await page.route(new RegExp(id), (route) => route.abort())
    await dashboard.daemon.post('/api/memory-batches/forget', { ids: [id] })
    await page.getByRole('button', { name: 'Forget' }).click()
    const toast = page.locator('.toast')
    await toast.waitFor()
    expect(await toast.getByRole('button').count()).toBe(1)
  })

  it('that never was is no error', async () => {
    const { page } = await dashboard.visit('/memories/nope', { tolerated: /404/ })
    await page.getByText('Memory not found').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
