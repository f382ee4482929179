/** What axe-core finds wrong with a page for people who cannot see or point. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** @returns a line for each, so that a failing test says what and where */
export async function findViolations(page: Page): Promise<string[]> {
  // Evaluated by the driver, which the page's own policy does not bind.
  await page.evaluate(script)
  const options = JSON.stringify({ runOnly: { type: 'tag', values: standards } })
  const result = await page.evaluate(`axe.run(document, ${options})`)
  const { violations } = result as { violations: Violation[] }
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
}
