/** The first screen of an empty home offers what agents kept, and follows its import. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { expectAccessibleState } from '../support/browser/expect-accessible.ts'
import { it } from '../support/browser/it.ts'

const fixtures = fileURLToPath(new URL('../fixtures/import', import.meta.url))

const dashboard = allInDashboardWorld({
  prepare({ userHome }) {
    for (const agent of ['claude-code', 'codex', 'gemini']) {
      cpSync(`${fixtures}/${agent}/home`, userHome, { recursive: true })
    }
    writeFileSync(join(userHome, '.claude', 'CLAUDE.md'), '- Use tabs, never spaces\n')
  },
})

it('offers earlier sessions, follows their import and shows the result', async () => {
  const { page, faults } = await dashboard.visit('/')
  const offer = page.getByRole('region', { name: 'Earlier sessions on this machine' })
  await offer.getByText('Claude Code', { exact: true }).waitFor()
  await offer.getByText(/^10 sessions in 2 projects since/).waitFor()
  await expectAccessibleState(page)
  await offer.getByRole('button', { name: 'Import them' }).click()
  await page.getByRole('region', { name: 'Importing earlier sessions' }).waitFor()
  const done = page.getByRole('region', { name: '20 sessions imported' })
  const other = /^34 turns and 31 tool calls.* From other tools: \d+ memor(y|ies)/
  await done.getByText(other).waitFor({ timeout: 30_000 })
  await done.getByText(/Local rules learned \d+ memor/).waitFor()
  const next = page.getByRole('region', { name: 'What to do next' })
  await next.getByText('throughline setup', { exact: true }).waitFor()
  await next.getByText('throughline learn --all', { exact: true }).waitFor()
  await next.getByRole('link', { name: /^\d+ items? waits?$/ }).waitFor()
  await expectAccessibleState(page)
  expect(dashboard.world.rows("SELECT 1 FROM sessions WHERE status = 'active'")).toEqual([])
  expect(faults).toEqual([])
})

it('has nothing more to import in the settings', async () => {
  const { page, faults } = await dashboard.visit('/settings?tab=data')
  const card = page.getByRole('region', { name: 'Earlier sessions on this machine' })
  await card.getByText(/^Nothing new to import/).waitFor()
  await expectAccessibleState(page)
  expect(faults).toEqual([])
})
