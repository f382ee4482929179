/** Sessions that memories were learned in: who and where. What was said in them stays with its owner. */
import type { Queries } from '../connection/queries.ts'

export interface LearningSession {
  readonly id: string
  readonly host: string
  readonly projectId: string | undefined
  readonly startedAt: string
}

/** A turn or tool event that a memory names as its source. */
export interface SessionPart {
  readonly type: 'turn' | 'tool-event'
  readonly id: string
  readonly sessionId: string
}

export async function putSession(queries: Queries, session: LearningSession): Promise<void> {
  const replacing = `ON CONFLICT (organisation_id, id) DO UPDATE SET
    host = excluded.host, project_id = excluded.project_id, started_at = excluded.started_at`
  const row = { ...session, lastEventAt: session.startedAt }
  await queries.insert('sessions', row, replacing)
}

export async function putSessionPart(queries: Queries, part: SessionPart): Promise<void> {
  await queries.insert('session_parts', { ...part }, 'ON CONFLICT DO NOTHING')
}
