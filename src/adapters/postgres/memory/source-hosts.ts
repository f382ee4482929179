/** The agents that sources of memories come from. */
import type { KnownSource, MemorySource } from '../../../core/model/memory.ts'
import type { Queries } from '../connection/queries.ts'

/** In the same order; undefined if a source has no host or its session is unknown. */
export async function withHosts(
  queries: Queries,
  sources: readonly MemorySource[],
): Promise<KnownSource[]> {
  const hosts = await hostsOfSessions(
    queries,
    sources.filter(({ type }) => ofSessions.has(type)),
  )
  return sources.map((source) => ({ ...source, host: hostOf(source, hosts) }))
}

const ofSessions = new Set<MemorySource['type']>(['session', 'turn', 'tool-event'])
const keyOf = ({ type, ref }: MemorySource) => `${type} ${ref}`

function hostOf(source: MemorySource, hosts: ReadonlyMap<string, string>): string | undefined {
  return source.type === 'manual' ? source.ref || undefined : hosts.get(keyOf(source))
}

async function hostsOfSessions(
  queries: Queries,
  sources: readonly MemorySource[],
): Promise<ReadonlyMap<string, string>> {
  if (sources.length === 0) return new Map()
  const rows = await queries.list<MemorySource & { host: string }>(
    `SELECT given.type, given.ref, s.host FROM unnest($2::text[], $3::text[]) AS given (type, ref)
     LEFT JOIN session_parts AS p
       ON p.organisation_id = $1 AND p.type = given.type AND p.id = given.ref
     JOIN sessions AS s ON s.organisation_id = $1
       AND s.id = CASE WHEN given.type = 'session' THEN given.ref ELSE p.session_id END`,
    sources.map(({ type }) => type),
    sources.map(({ ref }) => ref),
  )
  return new Map(rows.map((row) => [keyOf(row), row.host]))
}
