/** The Review view on a real daemon: each key has its effect in the database, and is undone. */
import { beforeEach, describe, expect, onTestFinished } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import type { PageOptions } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { makeCandidates } from '../support/homes/candidates.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createGitSandbox } from '../support/homes/git-sandbox.ts'
import { waitFor } from '../support/homes/world.ts'

// What a test says is learned only when the test learns it.
const dashboard = allInDashboardWorld({
  prepare: (world) => world.writeConfig({ learning: { rules: false } }),
})

let earlier = 0
beforeEach(async () => {
  await dashboard.daemon.post('/api/memories/clear', { scope: 'global', confirm: true })
  earlier = dashboard.world.rows('SELECT id FROM review_decisions').length
})

const remember = (content: string) =>
  dashboard.daemon.post('/api/memories', { content, scope: 'global', trust: 'user' })

const ports = ['The staging server listens on port 8080', 'The staging server listens on port 9090']
const tabs = ['Use tabs in Go files', 'Never use tabs in Go files']

const animals = [
  'otter',
  'heron',
  'lynx',
  'gecko',
  'moose',
  'tapir',
  'ibex',
  'newt',
  'stoat',
  'wren',
]

async function rememberAll(): Promise<void> {
  for (const content of [...ports, ...tabs]) await remember(content)
}

const valid = () =>
  dashboard.world
    .rows('SELECT content FROM memories WHERE valid_to IS NULL ORDER BY content')
    .map(({ content }) => String(content))
/** In this test. */
const decisions = () =>
  dashboard.world
    .rows('SELECT decision FROM review_decisions ORDER BY id')
    .slice(earlier)
    .map(({ decision }) => decision)

type SignedInPage = Awaited<ReturnType<typeof dashboard.visit>>['page']

const openReview = (options: PageOptions = {}) => dashboard.visit('/review', options)

async function keepBoth(page: SignedInPage): Promise<void> {
  await page.keyboard.press('b')
  await page.getByRole('dialog').getByLabel('Because').fill('Go files need tabs')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep both' }).click()
}

describe('the queue', () => {
  it('shows what is said, what differs and how much is left, by kind', async () => {
    await rememberAll()
    const { page, faults } = await openReview()
    const item = page.getByRole('region', { name: /Contradiction/ })
    await item.getByText('Use tabs in Go files').first().waitFor()
    await page.getByRole('button', { name: /^Near-duplicates 1/ }).click()
    const near = page.getByRole('region', { name: /They differ only in a name/ })
    await near.locator('del', { hasText: '9090' }).waitFor()
    await near.locator('ins', { hasText: '8080' }).waitFor()
    expect(faults).toEqual([])
  })

  it('is as it was when one comes back from a memory', async () => {
    await rememberAll()
    await dashboard.daemon.post('/api/memories', {
      content: 'Use tabs in Perl files',
      scope: 'global',
    })
    const { page } = await openReview()
    await page.getByRole('region', { name: /Contradiction/ }).waitFor()
    await keepBoth(page)
    await page.getByText('1 of 2').waitFor()
    await page.getByRole('button', { name: /^Near-duplicates 1/ }).click()
    await page.waitForURL(/kind=near-duplicate/)
    await page.getByRole('link', { name: 'Open' }).first().click()
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor()
    await page.goBack()
    await page.getByText('1 of 2').waitFor()
    await page.getByRole('button', { name: /^Near-duplicates 1/, pressed: true }).waitFor()
  })

  it('scrolls with the current item', async () => {
    for (const animal of animals) {
      await remember(`The ${animal} service listens on port 8080`)
      await remember(`The ${animal} service listens on port 9090`)
    }
    const { page } = await openReview({ height: 500 })
    const current = page.locator('.review-pick[aria-current="true"]')
    await current.waitFor()
    for (const _ of animals.slice(1)) await page.keyboard.press('ArrowDown')
    await waitFor('it to scroll', () =>
      page.evaluate<boolean>(`document.querySelector('.review-queue').scrollTop > 0`),
    )
    const place = await current.boundingBox()
    const frame = await page.locator('.review-queue').boundingBox()
    expect(place && frame && place.y + place.height <= frame.y + frame.height + 1).toBe(true)
  })
})

describe('one key each', () => {
  it('keeps, merges and drops, and takes it all back', async () => {
    await rememberAll()
    const before = valid()
    const { page, faults } = await openReview()
    await page.getByRole('region', { name: /Contradiction/ }).waitFor()
    await page.keyboard.press('m')
    await page.keyboard.press('2')
    await page.getByText('Dropped. It can be restored for 30 days.').waitFor()
    expect(valid()).toEqual([tabs[0], ...ports].sort())
    await page.getByRole('region', { name: /Near-duplicate/ }).waitFor()
    await page.keyboard.press('m')
    await page.getByText('Merged into one.').waitFor()
    expect(valid()).toEqual([tabs[0], ports[1]].sort())
    expect(decisions()).toEqual(['drop', 'merge'])
    await page.getByText('Nothing to review', { exact: true }).waitFor()
    await page.keyboard.press('u')
    await waitFor('the merge to be undone', () => valid().length === 3)
    await page.getByText('Undone.').waitFor()
    await page.getByRole('region', { name: /Near-duplicate/ }).waitFor()
    await page.keyboard.press('u')
    await waitFor('the drop to be undone', () => valid().length === 4)
    expect(valid()).toEqual(before)
    expect(decisions()).toEqual([])
    expect(faults).toEqual([])
  })

  it('keeps two that contradict each other for a reason, which both show', async () => {
    for (const content of tabs) await remember(content)
    const { page, faults } = await openReview()
    const item = page.getByRole('region', { name: /Contradiction/ })
    await item.waitFor()
    expect(await item.getByRole('button', { name: /Merge/ }).count()).toBe(0)
    const memory = item.getByRole('link', { name: 'Open' }).first()
    const address = (await memory.getAttribute('href')) ?? ''
    await keepBoth(page)
    await page.getByText('Nothing to review', { exact: true }).waitFor()
    expect([valid().length, decisions()]).toEqual([2, ['keep']])
    await page.goto(new URL(address, page.url()).href)
    await page.getByText('Both are true, because Go files need tabs').waitFor()
    expect(faults).toEqual([])
  })

  it('keeps both and does not ask again; the toast undoes it and says so instead', async () => {
    for (const content of ports) await remember(content)
    const { page, go, faults } = await openReview()
    await page.getByRole('region', { name: /Near-duplicate/ }).waitFor()
    await page.keyboard.press('k')
    await page.getByText('Kept both.').waitFor()
    await page.getByText('Nothing to review', { exact: true }).waitFor()
    expect([valid().length, decisions()]).toEqual([2, ['keep']])
    await page.getByRole('status').getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('Undone.').waitFor()
    expect(await page.getByText('Kept both.').count()).toBe(0)
    expect(decisions()).toEqual([])
    await go('/review')
    await page.getByRole('region', { name: /Near-duplicate/ }).waitFor()
    expect(faults).toEqual([])
  })

  it('leaves the focus where the next decision is made', async () => {
    await rememberAll()
    const { page } = await openReview()
    const focused = () => page.evaluate('document.activeElement.className')
    await page.getByRole('region', { name: /Contradiction/ }).waitFor()
    await page.getByRole('button', { name: /^Keep the first/ }).click()
    await page.getByRole('region', { name: /Near-duplicate/ }).waitFor()
    await page.getByRole('button', { name: /^Keep both/ }).click()
    await page.getByText('Nothing to review', { exact: true }).waitFor()
    await waitFor('both decisions', () => decisions().length === 2)
    expect(decisions()).toEqual(['drop', 'keep'])
    expect(await focused()).toBe('review-desk')
  })

  it('decides once while it is held', async () => {
    await rememberAll()
    const { page } = await openReview()
    await page.getByRole('region', { name: /Contradiction/ }).waitFor()
    await page.keyboard.down('1')
    await page.getByRole('region', { name: /Near-duplicate/ }).waitFor()
    await page.keyboard.down('1')
    await page.keyboard.up('1')
    await page.keyboard.press('u')
    await page.getByText('Undone.').waitFor()
    expect(decisions()).toEqual([])
  })

  it('swaps which one goes', async () => {
    for (const content of ports) await remember(content)
    const { page, faults } = await openReview()
    await page.getByRole('region', { name: /Near-duplicate/ }).waitFor()
    await page.keyboard.press('w')
    await page.locator('.is-going', { hasText: '9090' }).waitFor()
    await page.getByRole('button', { name: /^Drop/ }).click()
    await waitFor('one to be dropped', () => valid().length === 1)
    expect(valid()).toEqual([ports[0]])
    expect(faults).toEqual([])
  })
})

it('toasts leave the choices free on a phone', async () => {
  await rememberAll()
  const { page } = await openReview({ width: 380, height: 480 })
  await page.getByRole('region', { name: /Contradiction/ }).waitFor()
  await keepBoth(page)
  await page.getByText('Both are true.').waitFor()
  await page.getByRole('region', { name: /Near-duplicate/ }).waitFor()
  const toast = await page.locator('.toast:visible').boundingBox()
  const choices = await page.locator('.review-choices').boundingBox()
  expect(toast && choices && toast.y + toast.height <= choices.y).toBe(true)
})

describe('candidates', () => {
  const heard = 'Run the migrations before the checkout tests'

  /** @returns the id of a captured turn */
  async function hearTurn(session: string): Promise<string> {
    const { daemon, world } = dashboard
    const payloads = sessionPayloads(session, world.project)
    const said = 'no, run the migrations before the checkout tests. then try again'
    await daemon.post('/hooks/UserPromptSubmit', payloads.prompt(1, said))
    await daemon.post('/hooks/Stop', payloads.stop(1, 'The migrations run first now.'))
    const turn = await waitFor('the turn', () => {
      const sql = `SELECT turns.id FROM turns JOIN sessions ON sessions.id = session_id
        WHERE host_session_id = ?`
      return world.rows(sql, session)[0]
    })
    return String(turn.id)
  }
  /** Learned from a captured turn. */
  const hear = async (session: string) => {
    const sources = [{ type: 'turn', ref: await hearTurn(session) }]
    await dashboard.daemon.post('/api/memories', { content: heard, scope: 'global', sources })
    makeCandidates(dashboard.world)
  }
  const standings = () =>
    dashboard.world.rows('SELECT standing, content FROM memories WHERE valid_to IS NULL')

  /** Words that no two of them share. */
  const unlike = (number: number) =>
    ['ba', 'du', 'ki']
      .map(
        (start, place) =>
          start + 'lmnrstvz'.charAt((number + place) % 8) + 'aeiou'.charAt(number % 5) + number,
      )
      .join(' ')

  it('lose no key of forty, as fast as a page takes them', { timeout: 120_000 }, async () => {
    const ref = await hearTurn('forty')
    for (let number = 0; number < 40; number++) {
      const sources = [{ type: 'turn', ref }]
      await dashboard.daemon.post('/api/memories', {
        content: unlike(number),
        scope: 'global',
        sources,
      })
    }
    makeCandidates(dashboard.world)
    const { page, faults } = await openReview()
    await page.getByRole('heading', { name: '40 to review' }).waitFor()
    const keys = Array.from({ length: 40 }, (_, number) => (number % 3 === 0 ? 'd' : 'k'))
    for (const key of keys) await page.keyboard.press(key)
    await page.getByText('Nothing to review', { exact: true }).waitFor()
    await waitFor('every decision', () => decisions().length === 40)
    expect(decisions()).toEqual(keys.map((key) => (key === 'd' ? 'drop' : 'keep')))
    for (let undone = 0; undone < 3; undone++) await page.keyboard.press('u')
    await page.getByRole('heading', { name: '3 to review' }).waitFor()
    await waitFor('three to be undone', () => decisions().length === 37)
    await page.getByRole('button', { name: /^Drop all 3/ }).waitFor()
    await page.keyboard.press('D')
    await waitFor('all of the session', () => decisions().length === 40)
    expect(decisions().slice(37)).toEqual(['drop', 'drop', 'drop'])
    expect(faults).toEqual([])
  })

  it('are chosen together, made another kind, and taken as suggested', async () => {
    const ref = await hearTurn('several')
    for (let number = 0; number < 6; number++) {
      const sources = [{ type: 'turn', ref }]
      const content = unlike(number)
      await dashboard.daemon.post('/api/memories', { content, scope: 'global', sources })
    }
    makeCandidates(dashboard.world)
    const { page, faults } = await openReview()
    await page.getByRole('heading', { name: '6 to review' }).waitFor()
    for (const key of ['x', 'ArrowDown', 'ArrowDown', 'X']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: '3 selected' }).waitFor()
    await page.keyboard.press('d')
    await waitFor('the three', () => decisions().length === 3)
    expect(decisions()).toEqual(['drop', 'drop', 'drop'])
    await page.getByRole('heading', { name: '3 to review' }).waitFor()
    await page.keyboard.press('1')
    await page.locator('.review-memory .badge-kind', { hasText: 'preference' }).waitFor()
    await page.keyboard.press('Enter')
    await waitFor('the fourth', () => decisions().length === 4)
    const kept = dashboard.world.rows("SELECT kind FROM memories WHERE standing = 'memory'")
    expect(kept).toEqual([{ kind: 'preference' }])
    expect(faults).toEqual([])
  })

  it('that rules quoted are kept in clean words with Enter, or as said', async () => {
    const sources = [{ type: 'turn', ref: await hearTurn('quoted') }]
    const content = 'No, never push to main, thanks!'
    await dashboard.daemon.post('/api/memories', { content, scope: 'global', sources })
    makeCandidates(dashboard.world, undefined, 'heuristic')
    const { page, faults } = await dashboard.visit('/review?kind=candidate')
    const item = page.getByRole('region', { name: /^Candidate/ })
    await item.getByText('Never push to main.', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await waitFor('the memory', () => standings()[0]?.standing === 'memory')
    expect(valid()).toEqual(['Never push to main.'])
    await page.keyboard.press('u')
    await item.waitFor()
    await page.keyboard.press('k')
    await waitFor('the memory', () => standings()[0]?.standing === 'memory')
    expect(valid()).toEqual([content])
    expect(faults).toEqual([])
  })

  it('show who said what, and are kept, reworded, dropped and undone by key', async () => {
    await hear('decided')
    const { page, faults } = await openReview()
    const item = page.getByRole('region', { name: /^Candidate: Learned from what you said/ })
    const nothing = page.getByText('Nothing to review', { exact: true })
    /** A decision on its way takes no second key. */
    const shows = async (part: typeof item) => {
      await part.waitFor()
      await page.locator('button[aria-busy="true"]').first().waitFor({ state: 'hidden' })
    }
    await item.getByText('run the migrations before the checkout tests.').waitFor()
    await item.getByText('The migrations run first now.').waitFor()
    await page.keyboard.press('k')
    await page.getByText('Kept as a memory.').waitFor()
    expect(standings()).toEqual([{ standing: 'memory', content: heard }])
    await page.keyboard.press('u')
    await waitFor('the candidate', () => standings()[0]?.standing === 'candidate')
    await shows(item)
    await page.keyboard.press('e')
    await page.getByRole('dialog').getByLabel('Text').fill('Migrate first, then test checkout')
    await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
    await waitFor('the memory', () => standings()[0]?.standing === 'memory')
    expect(valid()).toEqual(['Migrate first, then test checkout'])
    await shows(nothing)
    await page.keyboard.press('u')
    await shows(item)
    await page.keyboard.press('d')
    await page.getByText('Dropped. It is not learned again.').waitFor()
    expect(standings()).toEqual([])
    expect(faults).toEqual([])
  })

  it('are marked in lists, and counted apart from what is remembered', async () => {
    await hear('listed')
    const { page, faults } = await dashboard.visit('/memories')
    await page.getByText(/^\d+ remembered, .*, then 1 candidate\.$/).waitFor()
    await page.getByText('candidate', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('proposals', () => {
  const words = 'Deploy on Mondays, because support is there'
  /** As an agent does over MCP. */
  const asAgent = async (
    work: (agent: Local['agentOperations']) => Promise<{ outcome: string }>,
  ) => {
    const { paths, userHome } = dashboard.world
    const local = await openLocal({ root: paths.root, userHome, env: {} })
    const { outcome } = await work(local.agentOperations)
    local.close()
    expect(outcome).toBe('proposed')
  }
  const agent = { host: undefined }

  it('come first, show what would change, and are accepted, dropped and undone by key', async () => {
    await rememberAll()
    const { memory } = (await (await remember(words)).json()) as { memory: { id: string } }
    const content = words.replace('Mondays', 'Fridays')
    await asAgent(({ updateMemory }) =>
      updateMemory({ id: memory.id, content, trust: 'agent' }, agent),
    )
    const { page, faults } = await openReview()
    const item = page.getByRole('region', { name: /An agent wants to change this memory/ })
    await item.getByRole('heading', { name: 'If you accept' }).waitFor()
    await item.locator('del', { hasText: 'Mondays' }).waitFor()
    await item.locator('ins', { hasText: 'Fridays' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Accepted.').waitFor()
    expect(valid()).toContain(words.replace('Mondays', 'Fridays'))
    await page.keyboard.press('u')
    await waitFor('it to be undone', () => valid().includes(words))
    await item.waitFor()
    await page.keyboard.press('d')
    await page.getByText('Dropped. It is not proposed again.').waitFor()
    expect(valid()).toContain(words)
    expect(faults).toEqual([])
  })

  it('are accepted in other words', async () => {
    const by = { source: 'manual', trust: 'agent' } as const
    await asAgent(({ storeMemory }) =>
      storeMemory({ content: 'Use tabs', scope: 'global', ...by }, agent),
    )
    const { page, faults } = await openReview()
    await page.getByRole('region', { name: /store this for all projects/ }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('dialog').getByLabel('Text').fill('Use tabs in Makefiles')
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Accepted.').waitFor()
    expect(valid()).toEqual(['Use tabs in Makefiles'])
    expect(faults).toEqual([])
  })
})

describe('a candidate of a commit', () => {
  it('shows its hash, author and age, on the card and on the memory’s page', async () => {
    const sandbox = createGitSandbox()
    onTestFinished(() => sandbox.remove())
    const root = sandbox.makeRepository('app', 'https://github.com/acme/app.git')
    const content = 'Keep pnpm rather than npm, because the lockfile is shared with the website.'
    const author = '--author=Grace Hopper <grace@example.com>'
    sandbox.git(root, 'commit', '--quiet', '--allow-empty', author, '-m', content)
    const hash = sandbox.git(root, 'rev-parse', 'HEAD').slice(0, 8)
    const { world } = dashboard
    await dashboard.daemon.post('/api/memories', { content: 'x is y', folder: root })
    const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    onTestFinished(() => local.close())
    await local.jobs.queueHousekeeping()
    const found = () => world.rows("SELECT id FROM memories WHERE source = 'commit'")
    await waitFor('the candidate', () => found().length > 0)

    const { page, faults } = await openReview()
    await page.getByRole('button', { name: '1 weak candidate' }).first().click()
    const item = page.getByRole('region', { name: /From a commit of the repository/ })
    await item.getByText(content).waitFor()
    await item.getByText(`Commit ${hash}`).waitFor()
    await item.getByText('by Grace Hopper').waitFor()
    await item.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('list', { name: 'Sources' }).getByText(`Commit ${hash}`).waitFor()
    await page.getByText('a commit of the repository').waitFor()
    expect(faults).toEqual([])
  })
})
