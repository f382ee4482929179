/** Memories that satisfy a filter, as they are or as they were, as SQL. */
import type { ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryFilter } from '../../../core/ports/memory-store.ts'
import { memberName } from '../../column-names.ts'
import type { Parameters } from '../connection/parameters.ts'

/** How each column is read from a former version: its own column, or a member of the snapshot. */
const columns: Readonly<Record<string, string>> = {
  id: 'memory_id',
  scope: 'scope',
  scope_id: 'scope_id',
  author_id: 'author_id',
  author_name: 'author_name',
  key: "coalesce(snapshot ->> 'key', '')",
  kind: 'text',
  content: 'text',
  content_hash: "decode(snapshot ->> 'contentHash', 'hex')",
  tags: 'jsonb',
  keywords: 'jsonb',
  importance: 'double precision',
  source: 'text',
  trust: 'text',
  standing: 'text',
  confirmation: 'text',
  confirmed_at: 'timestamptz',
  host: 'text',
  pinned: 'boolean',
  valid_from: 'timestamptz',
  valid_to: 'timestamptz',
  superseded_by: 'text',
  use_count: 'integer',
  last_used_at: 'timestamptz',
  files: 'jsonb',
  git_commit: "snapshot ->> 'commit'",
  version: 'version',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}
const types = new Set(['text', 'jsonb', 'double precision', 'timestamptz', 'boolean', 'integer'])
const names = Object.keys(columns).join(', ')
const ofSnapshot = Object.entries(columns).map(([column, origin]) =>
  types.has(origin)
    ? `(snapshot ->> '${memberName(column)}')::${origin} AS ${column}`
    : `${origin} AS ${column}`,
)

/** The state of each memory at that time: the present one or a revision; none while superseded. */
export function statesAsOf(time: string): string {
  return `(SELECT ${names} FROM memories
    WHERE organisation_id = $1 AND version_from <= ${time} AND (valid_to IS NULL OR valid_to > ${time})
    UNION ALL
    SELECT ${ofSnapshot.join(', ')} FROM memory_revisions
    WHERE organisation_id = $1 AND valid_from <= ${time} AND valid_to > ${time}
    AND snapshot ->> 'validTo' IS NULL) AS states`
}

/** What follows FROM: the table and the conditions of a filter. */
export function selection(filter: MemoryFilter, parameters: Parameters): string {
  const { addresses, asOf } = filter
  const equals = (column: string, value: string | boolean | undefined) =>
    value === undefined ? [] : [`${column} = ${parameters.add(value)}`]
  const conditions = [
    asOf === undefined ? 'organisation_id = $1' : 'true',
    ...(addresses === 'all' ? [] : [isAtAny(addresses, parameters)]),
    ...equals('scope', filter.scope),
    ...equals('kind', filter.kind),
    ...equals('source', filter.source),
    ...equals('standing', filter.standing),
    ...equals('key', filter.key),
    ...equals('pinned', filter.pinned),
    ...(filter.text === undefined
      ? []
      : [`strpos(${lower('content')}, ${lower(`${parameters.add(filter.text)}::text`)}) > 0`]),
    ...(filter.tag === undefined ? [] : [`jsonb_exists(tags, ${parameters.add(filter.tag)})`]),
    ...(asOf === undefined && !filter.includeSuperseded ? ['valid_to IS NULL'] : []),
  ]
  const states =
    asOf === undefined ? 'memories' : statesAsOf(`${parameters.add(asOf)}::timestamptz`)
  return `${states} WHERE ${conditions.join(' AND ')}`
}

/** At any of the addresses. */
export function isAtAny(addresses: readonly ScopeAddress[], parameters: Parameters): string {
  if (addresses.length === 0) return 'false'
  const places = addresses.map(
    ({ scope, scopeId }) => `(${parameters.add(scope)}, ${parameters.add(scopeId)})`,
  )
  return `(scope, scope_id) IN (${places.join(', ')})`
}

/** Of ASCII letters only, as SQLite does it. */
const lower = (text: string) => `lower(${text} COLLATE "C")`
