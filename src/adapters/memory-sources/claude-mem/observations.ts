/** Observations of claude-mem, of its database and its exports alike. */

import { timeOf } from '../../../core/model/json-values.ts'
import type { ImportedMemory } from '../../../core/ports/memory-source.ts'
import type { ForeignRecord } from '../../foreign-files/foreign-database.ts'
import { kindOf } from '../shared/kinds.ts'
import { firstText, joinStatement, textsOf } from '../shared/statement.ts'

/** Undefined if it says nothing. */
export function readObservation(
  row: ForeignRecord,
  hostSessions: HostSessions,
): ImportedMemory | undefined {
  const text = firstText(row, 'narrative', 'text')
  const content = joinStatement(firstText(row, 'title'), text, textsOf(row.facts))
  if (content === '') return undefined
  const session = memorySession(row)
  const createdAt = timeOf(row.created_at_epoch) ?? timeOf(row.created_at)
  const project = firstText(row, 'merged_into_project', 'project')
  return {
    id: `observation ${row.id} ${createdAt}`,
    origin: `observation ${row.id}`,
    content,
    kind: kindOf(firstText(row, 'type')),
    author: isSavedByHand(row, session) ? 'user' : 'other',
    place: project === undefined ? { kind: 'unknown' } : { kind: 'project', name: project },
    tags: textsOf(row.concepts),
    files: [...textsOf(row.files_modified), ...textsOf(row.files_read)],
    createdAt,
    session: session === undefined ? undefined : hostSessions.get(session),
  }
}

/** The host's id of a session by claude-mem's own. */
export type HostSessions = ReadonlyMap<string, string>

/** Version 17 renamed both columns. */
export function readSessions(rows: Iterable<ForeignRecord>): HostSessions {
  const sessions = new Map<string, string>()
  for (const row of rows) {
    const own = memorySession(row)
    const host = firstText(row, 'content_session_id', 'claude_session_id')
    if (own !== undefined && host !== undefined) sessions.set(own, host)
  }
  return sessions
}

const memorySession = (row: ForeignRecord) => firstText(row, 'memory_session_id', 'sdk_session_id')

function isSavedByHand(row: ForeignRecord, session: string | undefined): boolean {
  return (
    row.type === 'discovery' &&
    row.subtitle === 'Manual memory' &&
    session?.startsWith('manual-') === true
  )
}
