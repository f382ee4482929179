/** Finds ids by a part of them, as `isPartOfId` does. */
import type { IdType } from '../../../contract/vocabulary.ts'
import { shortIdDigits } from '../../../core/model/memory.ts'
import type { IdReader } from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'

const tables: Readonly<Record<IdType, string>> = {
  memory: 'memories',
  forgotten: 'memory_archive',
  session: 'sessions',
  turn: 'turns',
  'tool-event': 'tool_events',
  job: 'jobs',
  consolidation: 'consolidations',
}

export function createIdReader(database: Database): IdReader {
  return {
    async idsLike(part, types, limit) {
      const found = types.flatMap((type) =>
        database
          .texts(
            // No id has a letter beyond f.
            `SELECT id FROM ${tables[type]} WHERE (id >= ?1 AND id < ?1 || 'g')
             OR substr(id, -?2) = ?1 OR substr(id, ?4, ?2) = ?1 LIMIT ?3`,
            part,
            part.length,
            limit,
            -shortIdDigits,
          )
          .map((id) => ({ type, id })),
      )
      return found.slice(0, limit)
    },
  }
}
