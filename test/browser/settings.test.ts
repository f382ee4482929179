/** The Settings view on a real daemon: what is changed there is changed in the file and the database. */
import { mkdirSync, readFileSync } from 'node:fs'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { listSettings } from '../../src/contract/list-settings.ts'
import type { SignedIn } from '../support/browser/browser.ts'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { makeSampleHome } from '../support/homes/sample-home.ts'
import { makeClone, waitFor } from '../support/homes/world.ts'

const dashboard = allInDashboardWorld({
  async prepare(world) {
    mkdirSync(`${world.userHome}/.claude`)
    await makeSampleHome(world)
  },
})

let signedIn: SignedIn
beforeAll(async () => {
  // What is refused is answered with 400, which browsers log.
  signedIn = await dashboard.visit('/', { tolerated: /status of 400/ })
})
afterAll(() => expect(signedIn.faults).toEqual([]))

const stored = () => JSON.parse(readFileSync(dashboard.world.paths.config, 'utf8'))
const row = (key: string) =>
  signedIn.page.locator('.setting', { has: signedIn.page.getByText(key, { exact: true }) })
const count = (sql: string, ...values: string[]) =>
  Number(dashboard.world.rows(sql, ...values)[0]?.count)

describe('a setting', () => {
  const unfold = () => signedIn.page.getByText(/advanced settings/).click()
  beforeAll(async () => {
    await signedIn.show('/settings')
    await unfold()
  })

  it('is there for every one of the schema, with what it does', async () => {
    await row('enabled').waitFor()
    const shown = await signedIn.page.locator('.setting').allTextContents()
    for (const { key, description } of listSettings()) {
      expect(shown.filter((text) => text.includes(key) && text.includes(description))).not.toEqual(
        [],
      )
    }
  })

  it('that is on or off is switched', async () => {
    const { page } = signedIn
    await page.getByRole('switch', { name: 'Project marker' }).click()
    await row('projectMarker').getByText('Saved').waitFor()
    expect(stored().projectMarker).toBe(false)
    await row('projectMarker').getByRole('button', { name: 'Use the default: on' }).click()
    await waitFor('the default', () => stored().projectMarker === undefined)
    expect(await page.locator(':focus').getAttribute('role')).toBe('switch')
    await row('projectMarker').getByRole('switch', { checked: true }).waitFor()
  })

  it('that is switched twice is as it was', async () => {
    const { page, go } = signedIn
    await go('/settings')
    await unfold()
    const sent: unknown[] = []
    const listen = (request: Request) => {
      if (request.method() === 'POST') sent.push(request.postDataJSON().value)
    }
    page.on('request', listen)
    await page.getByRole('switch', { name: 'Project marker' }).dblclick()
    await row('projectMarker').getByText('Saved').waitFor()
    await waitFor('both', () => sent.length === 2)
    page.off('request', listen)
    expect(sent).toEqual([false, true])
    await row('projectMarker').getByRole('switch', { checked: true }).waitFor()
    await waitFor('what was meant last', () => stored().projectMarker === true)
  })

  it('that is a number is saved by Enter, and refused when it is too large', async () => {
    const { page } = signedIn
    const deadline = page.getByLabel('Hook deadline ms')
    await deadline.fill('800')
    await deadline.press('Enter')
    await row('hook.deadlineMs').getByText('Saved').waitFor()
    expect(stored().hook).toEqual({ deadlineMs: 800 })
    await deadline.fill('99999')
    await deadline.press('Enter')
    const problem = row('hook.deadlineMs').getByRole('alert')
    await problem.getByText('Write a whole number from 50 to 10,000.').waitFor()
    expect(stored().hook).toEqual({ deadlineMs: 800 })
    await deadline.press('Escape')
    expect(await deadline.inputValue()).toBe('800')
    expect(await problem.count()).toBe(0)
  })

  it('that is one of several is chosen', async () => {
    const { page } = signedIn
    await page.getByLabel('Guidance variant').selectOption('eager')
    await row('guidance.variant').getByText('Saved').waitFor()
    expect(stored().guidance).toEqual({ variant: 'eager' })
  })

  it('that is a list grows and shrinks', async () => {
    const { page } = signedIn
    const list = row('disabledProjects')
    await page.getByLabel('Disabled projects').fill('~/private/**')
    await list.getByRole('button', { name: 'Add' }).click()
    await list.getByText('Saved').waitFor()
    expect(stored().disabledProjects).toEqual(['~/private/**'])
    await list.getByRole('textbox').fill('~/private/**')
    await list.getByRole('button', { name: 'Add' }).click()
    await list.getByRole('alert').getByText('already in the list').waitFor()
    expect(stored().disabledProjects).toEqual(['~/private/**'])
    await list.getByRole('button', { name: 'Remove ~/private/**' }).click()
    await waitFor('the list to be empty', () => stored().disabledProjects.length === 0)
  })

  it('that has a shape is written as JSON, and nonsense is not saved', async () => {
    const { page } = signedIn
    const prices = row('models.prices')
    await page.getByLabel('Prices').fill('{"small":')
    await prices.getByRole('button', { name: 'Save' }).click()
    await prices.getByText('This is not JSON').waitFor()
    await prices.getByRole('button', { name: 'Discard' }).click()
    await prices.getByText('This is not JSON').waitFor({ state: 'detached' })
    expect(await page.locator(':focus').inputValue()).toBe('{}')
    await page.getByLabel('Prices').fill('{"small": {"input": 0.4, "output": 1.6}}')
    await prices.getByRole('button', { name: 'Save' }).click()
    await prices.getByText('Saved', { exact: true }).waitFor()
    expect(stored().models.prices).toEqual({ small: { input: 0.4, output: 1.6 } })
  })

  it.each(['models.anthropic.url', 'models.anthropic.apiKeyVariable', 'subscribers'])(
    'that could send data away (%s) shows the command that changes it',
    async (key) => {
      await row(key).getByText('in the terminal only').waitFor()
      await row(key)
        .locator('code', { hasText: `throughline config set ${key}` })
        .waitFor()
      expect(await row(key).getByRole('textbox').isDisabled()).toBe(true)
    },
  )

  it('that needs a restart says how', async () => {
    await signedIn.page.getByLabel('Log level').selectOption('debug')
    await row('log.level').locator('.command').waitFor()
    expect(stored().log).toEqual({ level: 'debug' })
  })

  it('is found by a word', async () => {
    const { page } = signedIn
    await page.getByLabel('Find a setting').fill('half of its weight')
    await waitFor('one', async () => (await page.locator('.setting').count()) === 1)
    await row('halfLives').waitFor()
  })
})

it('agents that are found and not connected show how to connect them', async () => {
  await signedIn.show('/settings?tab=agents')
  await signedIn.page.getByText('not connected').waitFor()
  await signedIn.page.getByText('throughline setup --host claude-code', { exact: true }).waitFor()
  await signedIn.page.getByText(/Not found on this machine: .*Cursor/).waitFor()
})

it('health checks are shown with what to do, the urgent ones first', async () => {
  const { page, show } = signedIn
  await show('/settings?tab=health')
  const checks = page.getByRole('list', { name: 'Health checks' }).getByRole('listitem')
  const agent = checks.filter({ hasText: 'Claude Code' })
  await agent.getByText('throughline setup --host claude-code', { exact: true }).waitFor()
  expect(await agent.locator('.badge').innerText()).toBe('warning')
  const states = await checks.locator('.badge').allInnerTexts()
  expect(states.indexOf('ok')).toBe(states.lastIndexOf('warning') + 1)
  await checks.filter({ hasText: 'database' }).getByText('Sound', { exact: true }).waitFor()
})

describe('projects', () => {
  const named = (name: string) =>
    count('SELECT count(*) AS count FROM projects WHERE name = ?', name)

  it('are renamed, and back again', async () => {
    const { page, show } = signedIn
    await show('/settings?tab=projects')
    await page.getByRole('button', { name: 'Rename field-notes' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Field notes')
    await page.getByRole('button', { name: 'Rename', exact: true }).last().click()
    await page.getByText('“field-notes” is now “Field notes”.').waitFor()
    expect(named('Field notes')).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitFor('the former name', () => named('field-notes') === 1)
  })

  it('that are only claimed are marked, and trusted with one button', async () => {
    const { page, go } = signedIn
    const folder = makeClone(
      dashboard.world.path('unpacked'),
      'https://github.com/acme/atlas-api.git',
      'another history',
    )
    const { start } = sessionPayloads('stranger', folder)
    await dashboard.daemon.post('/hooks/SessionStart', start())
    await waitFor('the folder’s own project', () => named('atlas-api (unverified)') === 1)
    await go('/settings?tab=projects')
    const project = page.locator('.project-row', { hasText: 'atlas-api (unverified)' })
    await project.getByText('only claims to be this').waitFor()
    await page.getByRole('button', { name: 'Trust atlas-api (unverified)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trust atlas-api (unverified)?' })
    await dialog.getByText('github.com/acme/atlas-api', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Trust', exact: true }).click()
    await page.getByText('The folder belongs to “atlas-api” now.').waitFor()
    expect(named('atlas-api (unverified)')).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await project.waitFor()
    expect(named('atlas-api (unverified)')).toBe(1)
  })

  it('are merged once their name was typed, and taken out again with what was theirs', async () => {
    const { page, go } = signedIn
    const sessions = () =>
      count(
        `SELECT count(*) AS count FROM sessions
         WHERE project_id = (SELECT id FROM projects WHERE name = 'widgets')`,
      )
    const memories = () =>
      count(
        `SELECT count(*) AS count FROM memories
         WHERE scope_id = (SELECT id FROM projects WHERE name = 'widgets')`,
      )
    const before = [sessions(), memories()]
    await go('/settings?tab=projects')
    await page.getByRole('button', { name: 'Merge widgets into another' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge widgets' })
    await dialog.getByLabel('Into').selectOption({ label: 'atlas-api (github.com/acme/atlas-api)' })
    expect(await dialog.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true)
    await dialog.getByLabel(/^Type/).fill('widgets')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('“widgets” is part of “atlas-api” now.').waitFor()
    expect(named('widgets')).toBe(0)
    await page.locator('.projects:focus').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“widgets” is a project of its own again.').waitFor()
    await page.getByRole('button', { name: 'Rename widgets' }).waitFor()
    expect([sessions(), memories()]).toEqual(before)
  })
})

describe('data', () => {
  it('is downloaded whole', async () => {
    const { page, show } = signedIn
    await show('/settings?tab=data')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^throughline-\d{4}-\d\d-\d\d\.jsonl$/)
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      type: 'end',
      memories: count('SELECT count(*) AS count FROM memories'),
      sessions: count('SELECT count(*) AS count FROM sessions'),
    })
  })

  it('is indexed again', async () => {
    const { page, show } = signedIn
    await show('/settings?tab=data')
    await page.getByRole('button', { name: 'Rebuild' }).click()
    await page.getByText(/^Index rebuilt: \d+ memories, \d+ sessions\.$/).waitFor()
    const documents = "SELECT count(*) AS count FROM search_documents WHERE type = 'memory'"
    expect(count(documents)).toBe(count('SELECT count(*) AS count FROM memories'))
  })

  it('of a project is forgotten once its name was typed, and comes back', async () => {
    const { page, show } = signedIn
    const own = () =>
      count(
        `SELECT count(*) AS count FROM memories
         WHERE scope_id = (SELECT id FROM projects WHERE name = 'atlas-api')`,
      )
    const before = own()
    expect(before).toBeGreaterThan(0)
    await show('/settings?tab=data')
    await page.getByLabel('Project', { exact: true }).selectOption('atlas-api')
    await page.getByRole('button', { name: 'Forget all' }).click()
    await page.getByLabel(/^Type/).fill('atlas-api')
    await page.getByRole('button', { name: 'Forget them all' }).click()
    await page.getByText(`${before} memories of “atlas-api” forgotten.`).waitFor()
    expect(own()).toBe(0)
    const links = count('SELECT count(*) AS count FROM memory_links')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${before} memories restored.`).waitFor()
    expect(own()).toBe(before)
    expect(count('SELECT count(*) AS count FROM memory_links')).toBeGreaterThanOrEqual(links)
  })
})
