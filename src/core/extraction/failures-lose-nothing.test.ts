import { beforeEach, expect, test } from 'vitest'
import { type Extraction, openExtraction } from '../../../test/support/core/extraction.ts'

let session: Extraction
beforeEach(async () => {
  session = await openExtraction()
})

const everything = () => [...session.tables(), session.rows('SELECT * FROM extracted_items')]

test.each(['memories', 'memory_sources', 'extracted_items', 'extraction_states'])(
  'a store that fails at %s keeps nothing of a turn, and the next run stores it',
  async (table) => {
    await session.exchange('learned: The staging database is Postgres 16.')
    const before = everything()
    session.store.exec(
      `CREATE TRIGGER failing BEFORE INSERT ON ${table}
       BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
    )
    await expect(session.runJobs()).rejects.toThrow('the disk is full')
    expect(everything()).toEqual(before)
    session.store.exec('DROP TRIGGER failing')
    session.clock.advance(60_001)
    await session.runJobs()
    expect(await session.contents()).toEqual(['The staging database is Postgres 16.'])
  },
)
