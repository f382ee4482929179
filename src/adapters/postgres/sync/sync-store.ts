import type {
  TeamSyncStore,
  TeamSyncTransaction,
} from '../../../core/ports/team/team-sync-store.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { indexShared } from '../shared-recall/index-shared.ts'
import { readSync } from './sync-reader.ts'
import { writeSync } from './sync-writer.ts'

export function openTeamSyncStore(database: TeamDatabase): TeamSyncStore {
  return {
    reading: (organisation) => readSync(database.reading(organisation)),
    async writing(organisation, work) {
      let last: number | undefined
      const result = await database.writing(organisation, (queries) =>
        writeAndIndex(queries, work, (sequence) => {
          last = sequence
        }),
      )
      if (last !== undefined) await database.notify(organisation, last)
      return result
    },
  }
}

/**
 * In a transaction that holds the organisation's lock. Recall finds what was written when it commits.
 * @param onChange called with the number of each change
 */
export async function writeAndIndex<T>(
  queries: Queries,
  work: (tx: TeamSyncTransaction) => Promise<T>,
  onChange: (sequence: number) => void = () => undefined,
): Promise<T> {
  const written = new Set<string>()
  const tx = writeSync(queries, (sequence, memoryId) => {
    written.add(memoryId)
    onChange(sequence)
  })
  const result = await work(tx)
  await indexShared(queries, [...written])
  return result
}
