import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMemoryStore } from '../../../../test/support/core/memory-store.ts'
import type { ElementOrigin } from '../../../core/ports/extraction-store.ts'

let store: Awaited<ReturnType<typeof openMemoryStore>>
beforeEach(async () => {
  store = await openMemoryStore({ now: () => new Date(0) })
})
afterEach(() => store.close())

const note = (keys: readonly string[], origin: ElementOrigin) =>
  store.transaction(({ origins }) => origins.note(keys, origin))

test.each<[readonly ElementOrigin[], ElementOrigin]>([
  [['project', 'foreign'], 'project'],
  [['foreign', 'project'], 'foreign'],
  [['foreign', 'ordered'], 'ordered'],
  [['ordered', 'foreign'], 'ordered'],
  [['project', 'ordered'], 'project'],
  [['ordered', 'user'], 'user'],
  [['user', 'ordered'], 'user'],
  [['user', 'project'], 'user'],
])('what appears as %j is of origin %s', async (seen, expected) => {
  for (const origin of seen) await note(['host evil.example'], origin)
  expect(await store.origins.originsOf(['host evil.example', 'host other.example'])).toEqual(
    new Map([['host evil.example', expected]]),
  )
})

test('says how many are new or changed, and keeps no name', async () => {
  expect(await note(['name frobnicate', 'name quux'], 'foreign')).toBe(2)
  expect(await note(['name frobnicate', 'name quux'], 'foreign')).toBe(0)
  expect(await note([], 'foreign')).toBe(0)
  const rows = store.rows('SELECT * FROM element_origins')
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/frob|quux/)
})
