import type { TeamSyncStore } from '../../../core/ports/team-sync-store.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { readSync } from './sync-reader.ts'
import { writeSync } from './sync-writer.ts'

export function openTeamSyncStore(database: TeamDatabase): TeamSyncStore {
  return {
    reading: (organisation) => readSync(database.reading(organisation)),
    writing: (organisation, work) =>
      database.writing(organisation, (queries) => work(writeSync(queries))),
  }
}
