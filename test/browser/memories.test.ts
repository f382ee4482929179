/** The list of memories and one memory on a real daemon: what they show, and what is done there. */
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { SignedIn } from '../support/browser.ts'
import { allInDashboardWorld } from '../support/dashboard-world.ts'
import { findViolations } from '../support/find-violations.ts'
import { makeSampleHome } from '../support/sample-home.ts'
import { waitFor } from '../support/world.ts'

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

async function open(path: string): Promise<SignedIn> {
  const signedIn = await dashboard.signIn()
  await signedIn.go(path)
  return signedIn
}

describe('the list', () => {
  it('is filtered by kind, scope, project and tag', async () => {
    const { page, faults, close } = await open('/memories')
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
    await page.getByText(`${total} fit the filters`).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Project').selectOption('atlas-api')
    await page.waitForURL(/project=/)
    await page.getByText(/fit the filters/).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('changes all that is selected, and takes it back', async () => {
    const ids = [await remember('Quokkas are fed at dawn'), await remember('Lemurs sleep at noon')]
    const { page, faults, close } = await open('/memories')
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
    await page.getByLabel('Tag to add').fill('Zoo')
    await page.getByRole('button', { name: 'Add tag' }).click()
    await waitFor(
      'both to be tagged',
      all((memory) => String(memory?.tags).includes('"zoo"')),
    )

    await bar.getByRole('button', { name: 'Move' }).click()
    await page.getByLabel('Where it holds from now on').selectOption('widgets')
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
    expect(faults).toEqual([])
    await close()
  })

  it('is used by keys alone', async () => {
    const id = await remember('Axolotls regrow their limbs')
    const { page, close } = await open('/memories')
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
    await close()
  })
})

describe('one memory', () => {
  it('shows what it said before, what it was learned from and what it relates to', async () => {
    const [memory] = dashboard.world.rows(
      `SELECT id FROM memories WHERE content LIKE 'Never use floats for money%'`,
    )
    const { page, faults, close } = await open(`/memories/${memory?.id}`)
    const revisions = page.getByRole('list', { name: /^Revisions/ })
    await revisions.locator('ins').first().waitFor()
    await revisions.locator('del').first().waitFor()
    const source = page.getByRole('list', { name: 'Sources' }).getByRole('link')
    await source.click()
    await page.waitForURL(/\/sessions\/[^#]+#turn-/)
    expect(faults).toEqual([])
    await close()
  })

  it('leads from the superseded one to what took its place', async () => {
    const [old] = dashboard.world.rows(
      'SELECT id, superseded_by FROM memories WHERE valid_to IS NOT NULL',
    )
    const { page, close } = await open(`/memories/${old?.id}`)
    await page.getByText('This no longer holds.').waitFor()
    await page.getByRole('link', { name: 'See what superseded it' }).click()
    await page.waitForURL(`**/memories/${old?.superseded_by}`)
    await close()
  })

  it('is edited, pinned and moved', async () => {
    const id = await remember('Otters hold hands')
    const { page, faults, close } = await open(`/memories/${id}`)
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
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByLabel('Where it holds from now on').selectOption('widgets')
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await waitFor('it to be moved', () => row(id)?.scope_id === projectId('widgets'))
    await page.getByText('moved: everywhere → widgets').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('refuses to overwrite what somebody changed meanwhile', async () => {
    const id = await remember('Seals bark')
    const { page, close } = await dashboard.signIn({ tolerated: /409/ })
    await page.goto(`http://127.0.0.1:${dashboard.daemon.port}/memories/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('What to remember').fill('Seals bark loudly')
    await dashboard.daemon.post('/api/memories/update', { id, content: 'Seals sing' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(row(id)?.content).toBe('Seals sing')
    await close()
  })

  it('is merged into another, and both are back when that is undone', async () => {
    const from = await remember('Ibexes climb dams')
    const into = await remember('Goats called ibexes climb steep dams for salt')
    const { page, faults, close } = await open(`/memories/${from}`)
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByLabel(/Goats called ibexes/).check()
    await page.getByLabel('What the one that is kept says').fill('Ibexes climb dams for salt')
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await page.waitForURL(`**/memories/${into}`)
    expect(row(into)).toMatchObject({ content: 'Ibexes climb dams for salt' })
    expect(row(from)).toMatchObject({ superseded_by: into })
    await page.getByText('Merged.').waitFor()
    await page.keyboard.press('z')
    await waitFor('both to be as before', () => row(from)?.valid_to === null)
    expect(row(into)?.content).toBe('Goats called ibexes climb steep dams for salt')
    expect(faults).toEqual([])
    await close()
  })

  it('is forgotten, and brought back from its own address', async () => {
    const id = await remember('Dodos are gone')
    const { page, close } = await dashboard.signIn({ tolerated: /404/ })
    await page.goto(`http://127.0.0.1:${dashboard.daemon.port}/memories/${id}`)
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor()
    expect(row(id)).toBeUndefined()
    await page.goBack()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await waitFor('it to be back', () => row(id)?.content)
    await page.getByText('Dodos are gone').first().waitFor()
    await close()
  })
})

it.each(['light', 'dark'] as const)('is usable by everybody in %s colours', async (colorScheme) => {
  const [memory] = dashboard.world.rows('SELECT id FROM memories ORDER BY version DESC LIMIT 1')
  const { page, go, faults, close } = await dashboard.signIn({ colorScheme })
  await go('/memories')
  await page.getByRole('checkbox').first().check()
  expect(await findViolations(page)).toEqual([])
  await go(`/memories/${memory?.id}`)
  await page.getByRole('article', { name: 'Content' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('What to remember').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})

it('100,000 memories are scrolled through to the end', async () => {
  fill(100_000)
  const { page, faults, close } = await open('/memories')
  await page.getByText(/^100,0\d\d remembered/).waitFor()
  expect(await page.locator('.memory-row').count()).toBeLessThan(60)
  await page.evaluate(`document.querySelector('.virtual-list').scrollTop = 1e9`)
  await page.getByText('Filler 1 of many').waitFor()
  const longestMs = Number(await page.evaluate(measureScrolling))
  process.stderr.write(`longest frame while scrolling: ${longestMs.toFixed(0)} ms\n`)
  expect(longestMs).toBeLessThan(200)
  expect(faults).toEqual([])
  await close()
})

/** The longest time between two frames while a second of wheel turns passes by. */
const measureScrolling = `(async () => {
  const list = document.querySelector('.virtual-list')
  const frame = () => new Promise(requestAnimationFrame)
  let longest = 0
  let last = await frame()
  for (let step = 0; step < 60; step++) {
    list.scrollTop -= 400
    const now = await frame()
    longest = Math.max(longest, now - last)
    last = now
  }
  return longest
})()`

function fill(count: number): void {
  const database = new DatabaseSync(dashboard.world.paths.database, { timeout: 10_000 })
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO memories (id, scope, scope_id, kind, content, content_hash, importance, source,
      trust, valid_from, version_from, created_at, updated_at)
    SELECT printf('filler-%06d', n), 'global', '', 'fact', printf('Filler %d of many', n),
      cast(n AS blob), 0.5, 'import', 'user', at, at, at, at
    FROM (SELECT n, strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', n || ' seconds') AS at
      FROM numbers)`)
  database.close()
}
