/** Which agent a source of a memory is of. */
import type { MemorySource } from '../../../core/model/memory.ts'
import type { Database } from '../connection/database.ts'
import { orUndefined } from '../connection/rows.ts'

const sessionOf = {
  session: '?',
  turn: '(SELECT session_id FROM turns WHERE id = ?)',
  'tool-event': '(SELECT session_id FROM tool_events WHERE id = ?)',
} as const

/** @returns undefined for what is of none, and for what is no longer kept */
export function hostOfSource(database: Database, { type, ref }: MemorySource): string | undefined {
  if (type === 'file') return undefined
  if (type === 'manual') return ref === '' ? undefined : ref
  return orUndefined(
    database.get(`SELECT host FROM sessions WHERE id = ${sessionOf[type]}`, ref)?.host,
  )
}
