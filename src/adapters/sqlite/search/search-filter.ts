/** A filter as SQL over `search_documents AS d`. */
import type { SearchFilter } from '../../../core/ports/search-index.ts'
import { toJson } from '../../../core/text/visible-text.ts'
import type { BoundValues } from '../connection/statement.ts'

export interface FilterSql {
  /** Empty, or conditions that each begin with ` AND`. */
  readonly sql: string
  readonly values: BoundValues
}

export function filterSql(filter: SearchFilter): FilterSql {
  const conditions: [string, ...BoundValues][] = []
  const compare = (column: string, value: string | undefined, operator = '=') => {
    if (value !== undefined) conditions.push([`d.${column} ${operator} ?`, value])
  }
  const oneOf = (column: string, values: readonly string[] | undefined) => {
    if (values) conditions.push([`d.${column} IN (SELECT value FROM json_each(?))`, toJson(values)])
  }
  compare('scope', filter.scope)
  compare('project_id', filter.projectId)
  compare('host', filter.host)
  compare('session_id', filter.sessionId)
  compare('branch', filter.branch)
  oneOf('type', filter.types)
  oneOf('kind', filter.kinds)
  if (filter.scopes) {
    const pairs = filter.scopes.map(({ scope, scopeId }) => `${scope}:${scopeId}`)
    conditions.push([
      "d.scope || ':' || d.scope_id IN (SELECT value FROM json_each(?))",
      toJson(pairs),
    ])
  }
  if (filter.withoutCandidates) {
    conditions.push([
      "NOT EXISTS (SELECT 1 FROM memories WHERE id = d.id AND standing = 'candidate')",
    ])
  }
  compare('at', filter.from, '>=')
  compare('at', filter.to, '<')
  if (filter.validAt !== undefined) {
    conditions.push([
      '(d.valid_from IS NULL OR d.valid_from <= ?) AND (d.valid_to IS NULL OR d.valid_to > ?)',
      filter.validAt,
      filter.validAt,
    ])
  }
  if (filter.validNow !== undefined) {
    conditions.push([
      `(d.valid_from IS NULL OR d.valid_from <= max(?, d.at))
       AND (d.valid_to IS NULL OR d.valid_to > max(?, d.at))`,
      filter.validNow,
      filter.validNow,
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
