/** A list far longer than anybody reads: all of it can be reached, and smoothly. */
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { allInDashboardWorld } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'

const dashboard = allInDashboardWorld()

it('100,000 memories are scrolled through to the end', async () => {
  fill(100_000)
  const { page, faults, close } = await dashboard.signIn({ at: '/memories' })
  await page.getByText('100,000 remembered').waitFor()
  expect(await page.locator('.memory-row').count()).toBeLessThan(60)
  await page.evaluate(`document.querySelector('.virtual-list').scrollTop = 1e9`)
  await page.getByText('Filler 1 of many').waitFor()
  const longestMs = Number(await page.evaluate(measureScrolling))
  process.stderr.write(`longest frame while scrolling: ${longestMs.toFixed(0)} ms\n`)
  expect(longestMs).toBeLessThan(200)
  expect(faults).toEqual([])
  await close()
})

/** The longest time between two frames while a second of wheel turns passes by. */
const measureScrolling = `(async () => {
  const list = document.querySelector('.virtual-list')
  const frame = () => new Promise(requestAnimationFrame)
  let longest = 0
  let last = await frame()
  for (let step = 0; step < 60; step++) {
    list.scrollTop -= 400
    const now = await frame()
    longest = Math.max(longest, now - last)
    last = now
  }
  return longest
})()`

function fill(count: number): void {
  const database = new DatabaseSync(dashboard.world.paths.database, { timeout: 10_000 })
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT OR IGNORE INTO memories (id, scope, scope_id, kind, content, content_hash, importance, source,
      trust, valid_from, version_from, created_at, updated_at)
    SELECT printf('filler-%06d', n), 'global', '', 'fact', printf('Filler %d of many', n),
      cast(n AS blob), 0.5, 'import', 'user', at, at, at, at
    FROM (SELECT n, strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', n || ' seconds') AS at
      FROM numbers)`)
  database.close()
}
