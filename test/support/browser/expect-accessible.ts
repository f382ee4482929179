import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations } from '../source/find-violations.ts'

/** For people who cannot see or point, and on narrow screens. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
}
