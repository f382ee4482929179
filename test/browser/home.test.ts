/** The Home view on a real daemon: what it shows, what it does, and how it takes a restart. */
import { rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished } from 'vitest'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { expectAccessibleState } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { makeClone, waitFor } from '../support/homes/world.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

// Without jobs of its own, the daemon has nothing to do.
const dashboard = allInDashboardWorld({
  prepare: (world) => world.writeConfig({ extraction: { mode: 'off' } }),
})

beforeEach(async () => {
  await dashboard.daemon.post('/api/memories/clear', { scope: 'global', confirm: true })
})

const payloadsOf = (session: string) => sessionPayloads(session, dashboard.world.project)

async function capture(event: string, payload: object): Promise<void> {
  await dashboard.daemon.post(`/hooks/${event}`, payload)
}

describe('the feed', () => {
  it('shows what a hook delivers within a second', async () => {
    installShim(dashboard.world)
    const { prompt, toolUse } = payloadsOf('hooked')
    const { page, faults } = await dashboard.visit('/?live=true')
    await page.locator('.pulse:not(.is-still)').waitFor()
    await runShim(dashboard.world, 'UserPromptSubmit', prompt(1, 'Paint the shed green'))
    const feed = page.getByRole('list', { name: 'Events, newest first' })
    await feed.getByText('Paint the shed green').waitFor({ timeout: 1_000 })
    await runShim(dashboard.world, 'PostToolUse', toolUse(1, 'toolu_1'))
    await feed.getByText('make toolu_1').waitFor({ timeout: 1_000 })
    await page.getByText('1 turn', { exact: true }).first().waitFor()
    expect(faults).toEqual([])
  })

  it('is the same in two tabs, each event once', async () => {
    const { page, openTab, faults } = await dashboard.visit('/?live=true')
    const tab = await openTab('/?live=true')
    const { prompt, stop } = payloadsOf('stepwise')
    for (const turn of [1, 2, 3]) {
      await capture('UserPromptSubmit', prompt(turn, `Do step ${turn}`))
      await capture('Stop', stop(turn, `Step ${turn} is done`))
    }
    for (const each of [page, tab]) {
      await each.getByText('Step 3 is done').waitFor()
      expect(await each.locator('.feed-row', { hasText: /step \d/i }).count()).toBe(6)
    }
    expect(faults).toEqual([])
  })

  it('leaves room for the text next to a long name', async () => {
    const folder = makeClone(
      dashboard.world.path('long'),
      `https://github.com/acme/${'a-very-long-name-'.repeat(8)}.git`,
    )
    const { prompt } = sessionPayloads('long', folder)
    await capture('UserPromptSubmit', prompt(1, 'Sweep the yard'))
    const { page } = await dashboard.visit('/?live=true')
    const said = page.locator('.feed-row', { hasText: 'Sweep the yard' })
    await said.waitFor()
    const row = await said.boundingBox()
    const text = await said.locator('.feed-text').boundingBox()
    expect(text?.width).toBeGreaterThan((row?.width ?? 0) / 3)
  })

  it('pauses on request, and shows how much is new', async () => {
    const { prompt } = payloadsOf('paused')
    await capture('UserPromptSubmit', prompt(1, 'The first'))
    const { page } = await dashboard.visit('/?live=true')
    await page.locator('.feed-row').getByText('The first').waitFor()
    await page.getByRole('button', { name: 'Pause the feed' }).click()
    await capture('UserPromptSubmit', prompt(2, 'The second'))
    await page.getByText('1 new').waitFor()
    expect(await page.locator('.feed-row').getByText('The second').count()).toBe(0)
    await page.getByRole('button', { name: 'Resume the feed' }).click()
    await page.locator('.feed-row').getByText('The second').waitFor()
  })
})

describe('a failed job', () => {
  it('is said on Home, and tried again in Settings', async () => {
    parkJob()
    const { page, faults } = await dashboard.visit('/')
    await page.getByRole('link', { name: '1 job failed' }).click()
    await page.getByText('the model answered with nonsense').waitFor()
    await page.getByText('gave up after 5 tries').waitFor()
    await expectAccessibleState(page)
    await page.getByRole('button', { name: /^Retry/ }).click()
    await page.getByText('1 job will be tried again.').waitFor()
    // The daemon may have done it by now.
    expect(jobStatus()).not.toBe('parked')
    await page.getByRole('button', { name: /^Retry/ }).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.className')).toBe('jobs')
    expect(faults).toEqual([])
  })
})

describe('what the next session gets', () => {
  const store = (content: string) =>
    dashboard.daemon.post('/api/memories', { content, scope: 'global', trust: 'user' })
  const textOf = (content: string) =>
    dashboard.world.rows(
      'SELECT content, pinned, valid_to FROM memories WHERE content = ?',
      content,
    )

  it('is kept, fixed and dropped in place', async () => {
    await store('Run npm test before every commit')
    await store('The API listens on port 4040')
    await store('Deploys happen on Fridays')
    const { page, faults } = await dashboard.visit('/')
    const line = (text: string) =>
      page.getByRole('list', { name: 'Lines of the next session' }).locator('li', { hasText: text })
    await line('npm test').getByRole('button', { name: 'Keep: always give it' }).click()
    await line('npm test').getByRole('button', { name: 'No longer always give it' }).waitFor()
    expect(textOf('Run npm test before every commit')).toMatchObject([{ pinned: 1 }])
    await line('4040').getByRole('button', { name: 'Fix its wording' }).click()
    await page
      .getByRole('textbox', { name: 'What to remember' })
      .fill('The API listens on port 5050')
    await page.getByRole('button', { name: 'Save' }).click()
    await line('5050').waitFor()
    await line('Fridays').getByRole('button', { name: 'Drop: forget it' }).click()
    await line('Fridays').waitFor({ state: 'detached' })
    expect(textOf('Deploys happen on Fridays')).toEqual([])
    await page.keyboard.press('z')
    await line('Fridays').waitFor()
    const budget = page.getByRole('img', { name: /^\d+ of \d+ tokens: / })
    expect(await budget.locator('.context-budget-line').count()).toBe(3)
    await expectAccessibleState(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const said = await line('Fridays').locator('.next-said').boundingBox()
    const action = await line('Fridays').getByRole('button').first().boundingBox()
    expect((said?.x ?? 390) + (said?.width ?? 0)).toBeLessThan(action?.x ?? 0)
    expect(faults).toEqual([])
  })

  it('stands beside the week, the days and the last sessions', async () => {
    await store('Run npm test before every commit')
    const { prompt, stop } = payloadsOf('shown-last')
    await capture('UserPromptSubmit', prompt(1, 'Paint the fence blue.'))
    await capture('Stop', stop(1, 'The fence is blue.'))
    const { page, faults } = await dashboard.visit('/')
    await page.getByRole('link', { name: 'Paint the fence blue' }).waitFor()
    const week = page.getByRole('region', { name: 'This week' })
    expect(await week.locator('.funnel-step').allInnerTexts()).toMatchObject([
      /^Learned\s+1\b/,
      /^Given\s+0\b/,
      /^Used\s+0\b/,
    ])
    await page.getByRole('img', { name: /^\d+ turns? on 1 day of the last 30$/ }).waitFor()
    expect(await page.locator('.feed').count()).toBe(0)
    await page.getByRole('button', { name: 'Live' }).click()
    await page.locator('.feed-row').getByText('The fence is blue.').waitFor()
    expect(faults).toEqual([])
  })
})

it('reports a damaged database until its file is removed', async () => {
  const damaged = dashboard.world.path('throughline', 'throughline.db.corrupt-2026-01-02')
  writeFileSync(damaged, 'not a database')
  const { page, faults } = await dashboard.visit('/')
  await page.getByText(`moved to ${damaged}`).waitFor()
  rmSync(damaged)
  await page.getByText(`moved to ${damaged}`).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

it('reports a database that was emptied', async () => {
  const { databaseWitness } = dashboard.world.paths
  onTestFinished(() => rmSync(databaseWitness))
  const had = { since: '2020-01-01', sessions: 12, memories: 1, at: '2026-01-02T00:00:00.000Z' }
  writeFileSync(databaseWitness, JSON.stringify(had))
  const { page, faults } = await dashboard.visit('/')
  await page.getByText('emptied or replaced; it had 12 sessions and 1 memory').waitFor()
  expect(faults).toEqual([])
})

function parkJob(): void {
  const change = (sql: string) => {
    const database = new DatabaseSync(dashboard.world.paths.database, { timeout: 5_000 })
    database.exec(sql)
    database.close()
  }
  onTestFinished(() => change("DELETE FROM jobs WHERE id = 'j1'"))
  const now = `'${new Date().toISOString()}'`
  change(
    `INSERT INTO jobs (id, kind, subject, status, attempts, run_after, error, created_at, updated_at)
     VALUES ('j1', 'compile-wiki', 's1', 'parked', 5, ${now}, 'the model answered with nonsense', ${now}, ${now})`,
  )
}

const jobStatus = () => dashboard.world.rows("SELECT status FROM jobs WHERE id = 'j1'")[0]?.status

const countViews = `performance.getEntriesByType('resource')
  .filter(({ name }) => /-view-.*\\.js$/.test(name)).length`

describe('the daemon', () => {
  it('may be killed and restarted under the open page, even a reloaded one', async () => {
    const { page, faults } = await dashboard.visit('/?live=true', {
      tolerated: /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/,
    })
    const { prompt } = payloadsOf('crashed')
    await page.reload()
    await capture('UserPromptSubmit', prompt(1, 'Before the crash'))
    await page.getByText('Before the crash').first().waitFor()
    await dashboard.daemon.kill('SIGKILL')
    await page.getByText('The daemon does not answer.').waitFor()
    await dashboard.restartDaemon()
    await capture('UserPromptSubmit', prompt(2, 'After the crash'))
    await page.locator('.feed-row').getByText('After the crash').waitFor()
    await page.getByText('The daemon does not answer.').waitFor({ state: 'detached' })
    expect(await page.locator('.feed-row').getByText('Before the crash').count()).toBe(1)
    expect(await page.getByText('This browser is signed out').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('leaves every unread view when it goes', async () => {
    const { page, faults } = await dashboard.visit('/', {
      tolerated: /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/,
    })
    await waitFor('all of them', async () => (await page.evaluate(countViews)) === 13)
    await dashboard.daemon.kill('SIGKILL')
    await page.getByText('The daemon does not answer.').waitFor()
    for (const name of [
      'Search',
      'Memories',
      'Wiki',
      'Sessions',
      'Review',
      'Context',
      'Activity',
      'Settings',
    ]) {
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    expect(await page.getByText('The daemon does not answer').locator('visible=true').count()).toBe(
      1,
    )
    await dashboard.restartDaemon()
    await page.getByLabel('Find a setting').waitFor()
    expect(faults).toEqual([])
  })

  it('that has another dashboard by now is asked for the page again', async () => {
    const { page } = await dashboard.visit('/', { tolerated: /ERR_FAILED|Failed to fetch/ })
    let outdated = true
    await page.route('**/assets/settings-view*', (route) =>
      outdated ? route.abort() : route.continue(),
    )
    await page.reload()
    page.on('request', (request) => {
      if (request.isNavigationRequest()) outdated = false
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Find a setting').waitFor()
    expect(outdated).toBe(false)
  })
})

describe('keys', () => {
  it('lead everywhere, and are listed', async () => {
    const { page, faults } = await dashboard.visit('/')
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Memories').waitFor()
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    const heading = page.getByRole('heading', { name: 'Memories', level: 1 })
    await heading.waitFor()
    expect(await heading.evaluate((element) => element.matches(':focus'))).toBe(true)
    expect(await page.title()).toBe('Memories · Throughline')
    expect(faults).toEqual([])
  })
})
