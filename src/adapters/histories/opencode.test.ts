import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import {
  copiedHome,
  outline,
  readHistory,
  snapshot,
} from '../../../test/support/core/read-history.ts'
import { createOpenCodeSource } from './opencode.ts'

test('a database of an unknown version is named, and the older files are read', async () => {
  const userHome = copiedHome('by-schema/opencode-json')
  const database = new DatabaseSync(`${userHome}/.local/share/opencode/opencode.db`)
  database.exec('CREATE TABLE conversation (id TEXT)')
  database.close()
  const before = snapshot(userHome)
  const { failed, events } = await readHistory(createOpenCodeSource(), { userHome })
  expect(failed).toEqual([
    'written by a version of OpenCode that Throughline does not know (no such table: session)',
  ])
  expect(outline(events)).toContain('ok bash')
  expect(snapshot(userHome)).toEqual(before)
})
