/** A filter as SQL over documents `d`. Nobody shares candidates, so none are left out. */
import type { SearchFilter } from '../../../core/ports/search-index.ts'
import type { Parameters } from '../connection/parameters.ts'

/** @returns nothing, or conditions that each begin with ` AND` */
export function filterSql(filter: SearchFilter, parameters: Parameters): string {
  const conditions: string[] = []
  const compare = (column: string, value: string | undefined, operator = '=') => {
    if (value !== undefined) conditions.push(`d.${column} ${operator} ${parameters.add(value)}`)
  }
  const oneOf = (column: string, values: readonly string[] | undefined) => {
    if (values) conditions.push(`d.${column} = ANY(${parameters.add(values)})`)
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
    conditions.push(`d.scope || ':' || d.scope_id = ANY(${parameters.add(pairs)})`)
  }
  compare('at', filter.from, '>=')
  compare('at', filter.to, '<')
  if (filter.validAt !== undefined) {
    conditions.push(isValidAt(`${parameters.add(filter.validAt)}::timestamptz`))
  }
  if (filter.validNow !== undefined) {
    const now = `${parameters.add(filter.validNow)}::timestamptz`
    conditions.push(isValidAt(`greatest(${now}, d.at)`))
  }
  if (filter.file !== undefined) {
    conditions.push(`d.number IN (SELECT f.number FROM search_files AS f WHERE f.organisation_id = $1
      AND (f.path = ${parameters.add(filter.file)}
        OR f.path LIKE ${parameters.add(`%/${escapeLike(filter.file)}`)}))`)
  }
  return conditions.map((condition) => ` AND ${condition}`).join('')
}

const isValidAt = (time: string) =>
  `(d.valid_from IS NULL OR d.valid_from <= ${time})
   AND (d.valid_to IS NULL OR d.valid_to > ${time})`

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
