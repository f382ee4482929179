/** A folder that is removed after the test. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export function makeTemporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
