import { expect, onTestFinished, test } from 'vitest'
import {
  describeSearchIndex,
  type OpenSearchIndex,
} from '../../../../test/conformance/search-index.ts'
import { Database } from '../connection/database.ts'
import { migrate } from '../connection/migrate.ts'
import { createSearchIndex } from './search-index.ts'

async function openDatabase() {
  const database = new Database(':memory:')
  await migrate(database, { backupFolder: '', keepBackups: 1, now: new Date(0) })
  return database
}

const open: OpenSearchIndex = async () => {
  const database = await openDatabase()
  return {
    search: createSearchIndex(database),
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
  }
}

describeSearchIndex('SQLite', open)

test('the check tells which parts of the index disagree', async () => {
  const database = await openDatabase()
  onTestFinished(() => database.close())
  const search = createSearchIndex(database)
  await search.put(
    ['a', 'b', 'c'].map((id) => ({
      type: 'memory' as const,
      id,
      scope: { scope: 'global' as const, scopeId: '' },
      at: '2026-01-01T00:00:00.000Z',
      fields: { body: id },
    })),
  )
  database.run('DELETE FROM search_index WHERE rowid = 1')
  database.run('DELETE FROM search_documents WHERE row = 2')
  database.run('DELETE FROM search_texts WHERE row = 3')
  expect(await search.check()).toEqual([
    '1 documents have no text',
    '1 documents are missing from the full-text index',
    'the full-text index has 1 documents too many',
  ])
})
