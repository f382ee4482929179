import type { TeamSyncStore } from '../../../core/ports/team-sync-store.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { readSync } from './sync-reader.ts'
import { writeSync } from './sync-writer.ts'

export function openTeamSyncStore(database: TeamDatabase): TeamSyncStore {
  return {
    reading: (organisation) => readSync(database.reading(organisation)),
    async writing(organisation, work) {
      let last: number | undefined
      const result = await database.writing(organisation, (queries) =>
        work(
          writeSync(queries, (sequence) => {
            last = sequence
          }),
        ),
      )
      if (last !== undefined) await database.notify('throughline_sync', organisation, last)
      return result
    },
  }
}
