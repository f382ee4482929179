/** Sessions on a real daemon: the list, and one of them turn by turn. */
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect } from 'vitest'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { createWorld, makeClone, type World, waitFor } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'

const dashboard = allInDashboardWorld({ prepare: makeSampleHome })

let tab: SignedIn
beforeAll(async () => {
  tab = await dashboard.visit('/')
})

const idOf = (hostSessionId: string) =>
  String(
    dashboard.world.rows('SELECT id FROM sessions WHERE host_session_id = ?', hostSessionId)[0]?.id,
  )
const cartTotals = () => idOf('b1f0c6de-cart-totals')
const turnOf = (sessionId: string, number: number) =>
  String(
    dashboard.world.rows(
      'SELECT id FROM turns WHERE session_id = ? AND number = ?',
      sessionId,
      number,
    )[0]?.id,
  )

describe('the list', () => {
  const rows = () => tab.page.getByRole('link').and(tab.page.locator('.list-row-link'))

  it('has every session, the latest first, under the day it was', async () => {
    await tab.show('/sessions')
    const [{ n } = {}] = dashboard.world.rows('SELECT count(*) AS n FROM sessions')
    await tab.page.getByRole('heading', { name: `${n} sessions` }).waitFor()
    await tab.page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await rows().first().textContent()).toBe(
      'Sync should not stop at the first note that fails',
    )
    expect(tab.faults).toEqual([])
  })

  it('is narrowed down by project and status, and found so again on the way back', async () => {
    const { page } = tab
    await tab.show('/sessions')
    await page.getByLabel('Project', { exact: true }).selectOption('widgets')
    await page.getByRole('heading', { name: '3 sessions' }).waitFor()
    await page.getByLabel('Status').selectOption('Active')
    await page.getByText('No session matches').waitFor()
    await page.getByLabel('Status').selectOption('Ended')
    await page.getByText('Invoices need the VAT id').click()
    await page.getByRole('heading', { name: 'Turn 1' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: '3 sessions' }).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('completed')
  })

  it('opens from an address that says more than it knows', async () => {
    await tab.go('/sessions?project=widgets&colour=green')
    await tab.page.getByRole('heading', { name: '3 sessions' }).waitFor()
    expect(new URL(tab.page.url()).search).toBe('?project=widgets')
    expect(tab.faults).toEqual([])
  })

  it('is as long as its sessions, and scrolls only where the window is too low', async () => {
    const { page } = tab
    const overflow = (selector: string) =>
      page.locator(selector).evaluate((element) => element.scrollHeight - element.clientHeight)
    await tab.go('/sessions')
    await rows().first().waitFor()
    expect(await overflow('html')).toBe(0)
    await page.setViewportSize({ width: 1280, height: 1_600 })
    await waitFor('all to be seen', async () => (await overflow('.virtual-list')) === 0)
    const [{ n } = {}] = dashboard.world.rows('SELECT count(*) AS n FROM sessions')
    expect(await rows().count()).toBe(n)
    const card = await page.getByRole('region', { name: /sessions$/ }).boundingBox()
    const last = await rows().last().boundingBox()
    expect((card?.y ?? 0) + (card?.height ?? 0) - (last?.y ?? 0)).toBeLessThan(80)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('is gone through by key', async () => {
    const { page } = tab
    await tab.go('/sessions')
    await rows().first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.locator('[data-row="0"] a:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sessions\/.+/)
  })

  it('distinguishes projects of the same name', async () => {
    const twin = makeClone(dashboard.world.path('twin'), 'https://github.com/other/widgets.git')
    const { prompt } = sessionPayloads('twin', twin)
    await dashboard.daemon.post('/hooks/UserPromptSubmit', prompt(1, 'Hello from the twin'))
    await tab.go('/sessions')
    const chosen = tab.page.getByLabel('Project', { exact: true })
    await chosen.selectOption({ label: 'widgets (github.com/other/widgets)' })
    await tab.page.getByRole('heading', { name: '1 session', exact: true }).waitFor()
    await tab.page.getByRole('button', { name: 'Clear' }).click()
    expect(await chosen.inputValue()).toBe('')
  })

  it('shows a session as soon as it begins', async () => {
    await tab.show('/sessions')
    await rows().first().waitFor()
    const { prompt } = sessionPayloads('just-now', dashboard.world.project)
    await dashboard.daemon.post(
      '/hooks/UserPromptSubmit',
      prompt(1, 'Paint the shed <green & blue>'),
    )
    await rows().getByText('Paint the shed <green & blue>').waitFor()
    expect(tab.faults).toEqual([])
  })

  it('of thousands keeps only what is seen in the page, down to the first', async () => {
    const crowded = createWorld()
    const other = await startDaemon(crowded)
    try {
      addSessions(crowded, 3_000)
      const visitor = await dashboard.browser.visit(other, '/sessions')
      await visitor.page.getByRole('heading', { name: '3,000 sessions' }).waitFor()
      const list = visitor.page.locator('.virtual-list')
      await list.focus()
      await waitFor('the first session', async () => {
        await visitor.page.keyboard.press('End')
        return visitor.page.getByText('branch-0', { exact: true }).isVisible()
      })
      expect(await list.getByRole('listitem').count()).toBeLessThan(60)
      expect(visitor.faults).toEqual([])
    } finally {
      await tab.go('/sessions')
      await crowded.close()
    }
  })
})

function addSessions({ paths }: World, count: number): void {
  const database = new DatabaseSync(paths.database, { timeout: 10_000 })
  const add = database.prepare(
    `INSERT INTO sessions (id, host, host_session_id, status, started_at, last_event_at, branch)
     VALUES (?1, 'claude-code', ?1, 'completed', ?2, ?2, ?3)`,
  )
  database.exec('BEGIN')
  for (let number = 0; number < count; number++) {
    // Recent enough for retention to leave them alone.
    const at = new Date(Date.now() - (count - number) * 3_600_000).toISOString()
    add.run(`s${number}`, at, `branch-${number}`)
  }
  database.exec('COMMIT')
  database.close()
}

describe('a session', () => {
  it('shows the summary on top, and the turns below', async () => {
    const { page } = tab
    await tab.show(`/sessions/${cartTotals()}`)
    await page.getByRole('heading', { level: 1, name: /checkout total is off by a cent/ }).waitFor()
    const summary = page.getByRole('region', { name: 'Summary' })
    await summary.getByText('total.ts').waitFor()
    await summary.getByText('passes after one failure').waitFor()
    const turn = page.getByRole('article', { name: 'Turn 1' })
    await turn.getByText('The checkout total is off by a cent').waitFor()
    await turn.getByText('Prices were multiplied as floats. Totals').waitFor()
    await turn.getByRole('link', { name: /npm test.*passed after 1 failure/ }).waitFor()
  })

  it('leaves room for more than its summary on a phone, which unfolds', async () => {
    const { page } = tab
    await tab.show(`/sessions/${cartTotals()}`)
    await page.setViewportSize({ width: 390, height: 844 })
    const learned = await page.getByRole('region', { name: 'Learned here' }).boundingBox()
    expect(learned?.y).toBeLessThan(600)
    const asked = page.locator('.session-summary-text').first()
    const hidden = () => asked.evaluate((text) => text.scrollHeight - text.clientHeight)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Less', exact: true }).waitFor()
    expect(await hidden()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(tab.faults).toEqual([])
  })

  it('is gone through by key, from failure to failure too', async () => {
    const { page } = tab
    await tab.go(`/sessions/${cartTotals()}`)
    await page.getByRole('article', { name: 'Turn 2' }).waitFor()
    const shown = (number: number) =>
      page.locator('article:focus').and(page.getByRole('article', { name: `Turn ${number}` }))
    for (const [key, turn] of [
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      await page.keyboard.press(key)
      await shown(turn).waitFor()
    }
    await page.keyboard.press('j')
    await page.keyboard.press('[')
    await shown(1).waitFor()
    await page.keyboard.press('[')
    await page.getByText('No failure above.').waitFor()
    const rail = page.getByRole('navigation', { name: 'Turns' })
    await rail.getByRole('link', { name: /off by a cent.*tests passed, 1 failed call/ }).waitFor()
    expect(tab.faults).toEqual([])
  })

  it('folds what is much, and shows what the agent wrote as Markdown', async () => {
    const { page } = tab
    const { prompt, toolUse, stop } = sessionPayloads('many-files', dashboard.world.project)
    await dashboard.daemon.post('/hooks/UserPromptSubmit', prompt(1, 'Touch a few files'))
    for (let number = 1; number <= 8; number++) {
      const file = `${dashboard.world.project}/src/part-${number}.ts`
      const edit = { tool_name: 'Write', tool_input: { file_path: file, content: 'x' } }
      await dashboard.daemon.post('/hooks/PostToolUse', { ...toolUse(1, `w${number}`), ...edit })
    }
    const answer = '## Done\n\n```ts\nconst part = 8\n```\n\n- **All** of them'
    await dashboard.daemon.post('/hooks/Stop', stop(1, answer))
    const id = await waitFor('the session', () => {
      const found = idOf('many-files')
      return found !== 'undefined' && found
    })
    await tab.show(`/sessions/${id}`)
    const summary = page.getByRole('region', { name: 'Summary' })
    await summary.getByText('and 4 more').waitFor()
    const turn = page.getByRole('article', { name: 'Turn 1' })
    await turn.getByText('and 4 more').waitFor()
    expect(await turn.locator('pre').textContent()).toBe('const part = 8')
    expect(await turn.getByRole('strong').textContent()).toBe('All')
  })

  it('shows what went into a tool and came out of it, once asked', async () => {
    const { page } = tab
    await tab.show(`/sessions/${cartTotals()}`)
    const turn = page.getByRole('article', { name: 'Turn 1' })
    await turn.getByText(/tool calls/).click()
    const group = turn.locator('.tool-group', { hasText: 'Bash ×2, 1 failed' })
    await group.locator('> summary').click()
    await group.locator('.tool-event summary', { hasText: 'npm test failed' }).click()
    await group.getByText('command: npm test').waitFor()
    await group.getByText('expected 11.90 to be 11.89').waitFor()
    expect(tab.faults).toEqual([])
  })

  it('shows the context it got, and what of it was used', async () => {
    const id = cartTotals()
    await tab.show(`/sessions/${id}`)
    const [given] = dashboard.world.rows(
      `SELECT count(*) AS shown, count(use) AS used, sum(use = 'echoed') AS echoed
       FROM injected_lines JOIN injections ON injections.id = injection_id WHERE event = 'session-start' AND host_session_id = 'b1f0c6de-cart-totals'`,
    )
    const box = tab.page.locator('.given')
    await box.getByText(`Gave ${given?.shown} lines at the start`).click()
    await box.getByText(`${given?.used} used`, { exact: true }).waitFor()
    expect(await box.getByText('echoed', { exact: true }).count()).toBe(given?.echoed)
  })

  it('leads to the memories it taught', async () => {
    const id = cartTotals()
    await tab.show(`/sessions/${id}`)
    const learned = tab.page.getByRole('region', { name: 'Learned here' })
    const [{ n } = {}] = dashboard.world.rows(
      `SELECT count(DISTINCT memory_id) AS n FROM memory_sources
       WHERE type = 'turn' AND ref IN (SELECT id FROM turns WHERE session_id = ?)`,
      id,
    )
    await learned.getByRole('link', { name: /Never use floats for money/ }).waitFor()
    expect(await learned.getByRole('listitem').count()).toBe(n)
    await learned.getByRole('link', { name: /Never use floats for money/ }).click()
    await tab.page.waitForURL(/\/memories\//)
  })

  it('is opened at the turn that an address names', async () => {
    const id = cartTotals()
    const anchor = `turn-${turnOf(id, 2)}`
    await tab.go(`/sessions/${id}#${anchor}`)
    const turn = tab.page.getByRole('article', { name: 'Turn 2' })
    await turn.and(tab.page.locator('.is-target')).waitFor()
    expect(await turn.evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  it('is opened at the tool event that an address names', async () => {
    const id = cartTotals()
    const [event] = dashboard.world.rows(
      "SELECT id FROM tool_events WHERE session_id = ? AND tool_name = 'Grep'",
      id,
    )
    await tab.go(`/sessions/${id}#${event?.id}`)
    await tab.page.locator('.tool-event.is-target').getByText('toFixed').waitFor()
    await tab.page
      .getByRole('article', { name: 'Turn 1' })
      .and(tab.page.locator('.is-target'))
      .waitFor()
  })

  it('is read for memories on request', async () => {
    const id = idOf('17c4d0ff-invoices')
    await tab.show(`/sessions/${id}`)
    await tab.page.getByRole('button', { name: 'Session actions' }).click()
    await tab.page.getByRole('menuitem', { name: 'Extract memories' }).click()
    // Local rules read it when its turns ended.
    await tab.page.getByText('Nothing new was found.').waitFor()
    const through = 'SELECT turns_through FROM extraction_states WHERE session_id = ?'
    expect(dashboard.world.rows(through, id)).toMatchObject([{ turns_through: 1 }])
    expect(tab.faults).toEqual([])
  })

  it('is updated while it is being viewed', async () => {
    await tab.show(`/sessions/${idOf('d1e2f3a4-offline-sync')}`)
    const { prompt } = sessionPayloads('d1e2f3a4-offline-sync', dashboard.world.path('field-notes'))
    await dashboard.daemon.post('/hooks/UserPromptSubmit', prompt(9, 'And tell how many failed.'))
    await tab.page.getByRole('article', { name: 'Turn 3' }).getByText('running').waitFor()
  })

  it('that is unknown says so', async () => {
    const visitor = await dashboard.visit('/sessions/nobody', { tolerated: /404/ })
    await visitor.page.getByText('Session not found').waitFor()
    expect(visitor.faults).toEqual([])
  })
})
