import type { QueryResult } from 'pg'
import { Queries, type Row, type Value } from '../../../src/adapters/postgres/connection/queries.ts'

/** The same statements, each of which a test may replace, or do something before. */
export function overQueries(
  queries: Queries,
  change: (sql: string) => string | Promise<string>,
): Queries {
  return new Queries(queries.organisation, async (sql, [, ...values]) => {
    const rows = await queries.all(await change(sql), ...(values as Value[]))
    return { rows, rowCount: rows.length } as QueryResult<Row>
  })
}
