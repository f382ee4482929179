/** How large the file was, as a row a day. */
import type { DatabaseSizes } from '../../../core/ports/database-sizes.ts'
import type { Database } from '../connection/database.ts'

export function createDatabaseSizes(database: Database): DatabaseSizes {
  return {
    async note({ day, bytes }) {
      database.run(
        `INSERT INTO database_sizes (day, bytes) VALUES (?1, ?2)
         ON CONFLICT DO UPDATE SET bytes = ?2 WHERE bytes <> ?2`,
        day,
        bytes,
      )
    },
    async since(day) {
      const rows = database.all(
        `SELECT * FROM database_sizes WHERE day >=
           coalesce((SELECT max(day) FROM database_sizes WHERE day <= ?1), ?1)
         ORDER BY day`,
        day,
      )
      return rows.map((row) => ({ day: String(row.day), bytes: Number(row.bytes) }))
    },
  }
}
