import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findViolations } from '../source/find-violations.ts'

/** For people who cannot see or point, and on narrow screens. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAccessFaults(page)).toEqual([])
}

/** A line for each. */
export async function findAccessFaults(page: Page): Promise<readonly string[]> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  const tooWide = overflow > 0 ? [`${overflow} px wider than the window`] : []
  return [...(await findViolations(page)), ...tooWide]
}
