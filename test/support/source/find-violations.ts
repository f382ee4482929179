/** Accessibility problems of a page, found by axe-core. */
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

/**
 * @param rules only these; all by default
 * @returns a line for each, so that a failing test names the problem and its place
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated by the driver, to which the page's policy does not apply.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(script)
  const runOnly = rules ?? { type: 'tag', values: standards }
  // What it would preload, the sheets and media of the page, these rules do not look at.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], preload: false })
  const result = await page.evaluate(`axe.run(document, ${options})`)
  const { violations } = result as { violations: Violation[] }
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
}
