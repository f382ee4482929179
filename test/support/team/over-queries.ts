import type { QueryResult } from 'pg'
import { Queries } from '../../../src/adapters/postgres/connection/queries.ts'
import type { Row, Value } from '../../../src/adapters/postgres/connection/values.ts'

/** The same statements, each of which a test may replace, or fail by throwing. */
export function overQueries(queries: Queries, change: (sql: string) => string): Queries {
  return new Queries(queries.organisation, async (sql, [, ...values]) => {
    const rows = await queries.all(change(sql), ...(values as Value[]))
    return { rows, rowCount: rows.length } as QueryResult<Row>
  })
}
