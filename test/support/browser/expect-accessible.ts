import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLongRun } from '../../hermetic/long-run.ts'
import { findViolations } from '../source/find-violations.ts'

/** For people who cannot see or point, and on narrow screens. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAccessFaults(page)).toEqual([])
}

/** For a state of a view that is checked elsewhere: in a long run only. */
export async function expectAccessibleState(page: Page): Promise<void> {
  if (isLongRun) await expectAccessible(page)
}

/** A line for each. */
async function findAccessFaults(page: Page): Promise<readonly string[]> {
  return [...(await findViolations(page)), ...(await findOverflow(page))]
}

async function findOverflow(page: Page): Promise<readonly string[]> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return overflow > 0 ? [`${overflow} px wider than the window`] : []
}

/**
 * Every rule where it may differ: structure does not depend on the colours, and a check takes a second.
 * In a long run only, those that mostly find the same.
 * @returns the faults by how the page was looked at
 */
export async function findFaultsInEveryLook(
  page: Page,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const look = async (width: number, colorScheme: 'light' | 'dark') => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
  }
  const found: Record<string, readonly string[]> = {}
  await look(390, 'light')
  found['light at 390 px'] = await findOverflow(page)
  if (isLongRun) {
    await look(390, 'dark')
    found['dark at 390 px'] = await findAccessFaults(page)
  }
  await look(1440, 'dark')
  found['dark at 1440 px'] = await findViolations(page, ['color-contrast'])
  await look(1440, 'light')
  found['light at 1440 px'] = await findAccessFaults(page)
  return Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))
}
