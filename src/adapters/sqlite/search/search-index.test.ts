import { expect, onTestFinished, test } from 'vitest'
import { describeSearchIndex } from '../../../../test/conformance/search-index.ts'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { openMemoryStore } from '../../../../test/support/core/memory-store.ts'

describeSearchIndex('SQLite', () => openMemoryStore(createTestClock()))

test('the check tells which parts of the index disagree', async () => {
  const { search, exec, close } = await openMemoryStore(createTestClock())
  onTestFinished(close)
  await search.put(
    ['a', 'b', 'c'].map((id) => ({
      type: 'memory' as const,
      id,
      scope: { scope: 'global' as const, scopeId: '' },
      at: '2026-01-01T00:00:00.000Z',
      fields: { body: id },
    })),
  )
  exec('DELETE FROM search_index WHERE rowid = 1')
  exec('DELETE FROM search_documents WHERE row = 2')
  exec('DELETE FROM search_texts WHERE row = 3')
  expect(await search.check()).toEqual([
    '1 documents have no text',
    '1 documents are missing from the full-text index',
    'the full-text index has 1 documents too many',
  ])
})
