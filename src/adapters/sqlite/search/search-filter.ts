/** A filter as SQL over `search_documents AS d`. */
import type { SQLInputValue } from 'node:sqlite'
import type { SearchFilter } from '../../../core/ports/search-index.ts'

export interface FilterSql {
  /** Begins with ` AND` where anything is filtered, else empty. */
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

export function filterSql(filter: SearchFilter): FilterSql {
  const conditions: [string, ...SQLInputValue[]][] = []
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push([`d.${column} = ?`, value])
  }
  const oneOf = (column: string, values: readonly string[] | undefined) => {
    if (values) conditions.push([`d.${column} IN (SELECT value FROM json_each(?))`, json(values)])
  }
  equal('scope', filter.scope)
  equal('project_id', filter.projectId)
  equal('host', filter.host)
  equal('session_id', filter.sessionId)
  equal('branch', filter.branch)
  oneOf('type', filter.types)
  oneOf('kind', filter.kinds)
  if (filter.scopes) {
    const pairs = filter.scopes.map(({ scope, scopeId }) => `${scope}:${scopeId}`)
    conditions.push([
      "d.scope || ':' || d.scope_id IN (SELECT value FROM json_each(?))",
      json(pairs),
    ])
  }
  if (filter.from !== undefined) conditions.push(['d.at >= ?', filter.from])
  if (filter.to !== undefined) conditions.push(['d.at < ?', filter.to])
  if (filter.validAt !== undefined) {
    conditions.push([
      '(d.valid_from IS NULL OR d.valid_from <= ?) AND (d.valid_to IS NULL OR d.valid_to > ?)',
      filter.validAt,
      filter.validAt,
    ])
  }
  if (filter.file !== undefined) {
    conditions.push([
      `d.row IN (SELECT row FROM search_files WHERE path = ? OR path LIKE ? ESCAPE '\\')`,
      filter.file,
      `%/${escapeLike(filter.file)}`,
    ])
  }
  return {
    sql: conditions.map(([sql]) => ` AND ${sql}`).join(''),
    values: conditions.flatMap(([, ...values]) => values),
  }
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const json = (values: readonly string[]) => JSON.stringify(values)
