import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations } from '../source/find-violations.ts'

/** Neither who cannot see or point, nor who has a narrow screen. */
export async function expectNobodyKeptOut(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
}
