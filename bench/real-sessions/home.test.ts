import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { homePaths } from '../../src/home/paths.ts'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { makeHome } from './home.ts'

test('the last event is dated, whatever else is in the spool', async () => {
  const home = await makeHome('acme/widgets', makeTemporaryFolder())
  const { spool, rejected } = homePaths(home.root)
  mkdirSync(rejected, { recursive: true })
  const events = ['1.json', '2.json'].map((name) => join(spool, name))
  for (const event of events) writeFileSync(event, '{}')
  const time = new Date('2026-01-05T08:00:00Z')
  home.dateLastEvent(time)
  const [first, last] = events.map((event) => statSync(event).mtimeMs)
  expect(last).toBe(time.getTime())
  expect(first).toBeGreaterThan(time.getTime())
})
