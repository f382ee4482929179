/** Vitest's `it` for tests that need a browser: skipped on a machine that has none. */
import { it as anyTest } from 'vitest'
import { recordSkipReason } from '../../hermetic/skip-reasons.ts'
import { findBrowser } from './find-browser.ts'

const browser = findBrowser()
if (browser.kind === 'none') recordSkipReason(`browser tests: ${browser.reason}`)

export const it = anyTest.skipIf(browser.kind === 'none')
