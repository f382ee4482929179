/** Sessions, turns and events as rows. */
import type { HostEvent } from '../../../core/model/host-event.ts'
import type {
  CaptureTransaction,
  NewEvent,
  NewSession,
  NewToolEvent,
  NewTurn,
  RecentContent,
  SessionChange,
  SessionRow,
  TurnChange,
  TurnRow,
} from '../../../core/ports/capture-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, orNull, orUndefined, updateRow } from '../connection/rows.ts'
import type { ChangeRecorder } from './change-feed.ts'
import { keepPayload, packJson } from './payloads.ts'
import { presentProject } from './project-store.ts'

export function createCaptureStore(
  database: Database,
  changes: ChangeRecorder,
): CaptureTransaction {
  return {
    async addReceipt(spoolName) {
      return (
        database.run(
          'INSERT INTO spool_receipts (name) VALUES (?) ON CONFLICT DO NOTHING',
          spoolName,
        ) > 0
      )
    },
    async keepReceipts(spoolNames) {
      database.run(
        'DELETE FROM spool_receipts WHERE name NOT IN (SELECT value FROM json_each(?))',
        JSON.stringify(spoolNames),
      )
    },
    async findSession(host, hostSessionId) {
      const row = database.get(
        'SELECT * FROM sessions WHERE host = ? AND host_session_id = ?',
        host,
        hostSessionId,
      )
      return row && toSession(row)
    },
    async insertSession(session) {
      changes.record('session', session.id, 'created')
      return insertSession(database, session)
    },
    async updateSession(id, change) {
      updateRow(database, 'sessions', id, sessionColumns(database, change))
      if (tellsMore(change)) changes.record('session', id, 'updated')
      if (change.projectId !== undefined) changes.recordMovedSessions([id])
    },
    async silentSessions(before) {
      return database
        .all("SELECT * FROM sessions WHERE status = 'active' AND last_event_at < ?", before)
        .map(toSession)
    },
    async insertEvent(event) {
      if (!insertEvent(database, event)) return false
      const { id, occurredAt: at } = event
      if (event.event.detail.kind !== 'tool') changes.record('event', id, 'created', { at })
      return true
    },
    async insertToolEvent(event) {
      insertToolEvent(database, event)
      changes.record('tool-event', event.id, 'created', { at: event.occurredAt })
    },
    async findTurn(sessionId, hostTurnId) {
      const row = database.get(
        'SELECT * FROM turns WHERE session_id = ? AND host_turn_id = ?',
        sessionId,
        hostTurnId,
      )
      return row && toTurn(row)
    },
    async findNumberedTurn(sessionId, number) {
      const row = database.get(
        'SELECT * FROM turns WHERE session_id = ? AND number = ?',
        sessionId,
        number,
      )
      return row && toTurn(row)
    },
    async latestTurn(sessionId) {
      const row = database.get(
        'SELECT * FROM turns WHERE session_id = ? ORDER BY number DESC LIMIT 1',
        sessionId,
      )
      return row && toTurn(row)
    },
    async insertTurn(turn) {
      changes.record('turn', turn.id, 'created')
      changes.record('session', turn.sessionId, 'updated')
      return insertTurn(database, turn)
    },
    async updateTurn(id, change) {
      updateRow(database, 'turns', id, turnColumns(change))
      const { outcome, endedAt: at } = change
      const hasEnded = outcome !== undefined && outcome !== 'open' && at !== undefined
      if (hasEnded) changes.record('turn', id, `ended-${outcome}`, { at })
      else changes.record('turn', id, 'updated')
      // A session's document lists its files, so it follows with each turn, not with each tool.
      const row = database.get('SELECT session_id FROM turns WHERE id = ?', id)
      if (row) changes.record('session', String(row.session_id), 'updated')
    },
    adoptEvents: async (turn, eventId) => adoptEvents(database, turn, eventId),
  }
}

/** More than that it is alive. */
function tellsMore({ status, startedAt, cwd, model }: SessionChange): boolean {
  return [status, startedAt, cwd, model].some((value) => value !== undefined)
}

function insertSession(database: Database, session: NewSession): SessionRow {
  const projectId = session.projectId && presentProject(database, session.projectId)
  insertRow(database, 'sessions', {
    id: session.id,
    host: session.host,
    host_session_id: session.hostSessionId,
    project_id: orNull(projectId),
    status: 'active',
    started_at: session.startedAt,
    last_event_at: session.startedAt,
    cwd: orNull(session.cwd),
    branch: orNull(session.branch),
    transcript_path: orNull(session.transcriptPath),
    model: orNull(session.model),
  })
  return {
    ...session,
    projectId,
    status: 'active',
    endReason: undefined,
    lastEventAt: session.startedAt,
    eventCount: 0,
    recentContent: [],
  }
}

function insertEvent(database: Database, { event, ...row }: NewEvent): boolean {
  const values = {
    id: row.id,
    key: Buffer.from(row.key, 'hex'),
    session_id: row.sessionId,
    turn_id: orNull(row.turnId),
    host_turn_id: orNull(event.hostTurnId),
    kind: event.detail.kind,
    name: event.name,
    agent_id: event.agent?.id ?? '',
    cwd: orNull(row.cwd),
    occurred_at: row.occurredAt,
    fields: packJson(keptFields(event)),
  }
  return insertRow(database, 'events', values, 'ON CONFLICT (key) DO NOTHING') > 0
}

/** What only this event says: texts that no turn or tool row keeps stay with the event. */
function keptFields({ detail, fields, agent }: HostEvent): HostEvent['fields'] {
  const own = { ...fields, ...(agent && { agent_name: agent.name }) }
  switch (detail.kind) {
    case 'session-start':
      return { ...own, source: detail.source }
    case 'pre-compact':
      return {
        ...own,
        trigger: detail.trigger,
        ...(detail.contextTokens !== undefined && { contextTokens: detail.contextTokens }),
      }
    case 'post-compact':
      return {
        ...own,
        trigger: detail.trigger,
        ...(detail.summary !== undefined && { summary: detail.summary }),
      }
    case 'instructions-loaded':
      return { ...own, file: { ...detail.file } }
    case 'subagent-end':
      return { ...own, ...(detail.answer !== undefined && { answer: detail.answer }) }
    case 'session-end':
      return { ...own, reason: detail.reason }
    default:
      return own
  }
}

function insertToolEvent(database: Database, { event, detail, ...row }: NewToolEvent): void {
  insertRow(database, 'tool_events', {
    id: row.id,
    session_id: row.sessionId,
    turn_id: orNull(row.turnId),
    tool_name: detail.toolName,
    tool_use_id: orNull(detail.toolUseId),
    outcome: detail.outcome,
    duration_ms: orNull(detail.durationMs),
    agent_id: event.agent?.id ?? '',
    agent_name: event.agent?.name ?? '',
    occurred_at: row.occurredAt,
    input_hash: keepPayload(database, detail.input),
    output_hash: keepPayload(database, detail.output),
  })
}

function insertTurn(database: Database, turn: NewTurn): TurnRow {
  const newest = database.get(
    'SELECT max(number) AS number FROM turns WHERE session_id = ?',
    turn.sessionId,
  )
  const number = turn.number ?? Number(newest?.number ?? 0) + 1
  insertRow(database, 'turns', {
    id: turn.id,
    session_id: turn.sessionId,
    number,
    host_turn_id: orNull(turn.hostTurnId),
    prompt: orNull(turn.prompt),
    origin: turn.origin,
    outcome: 'open',
    started_at: turn.startedAt,
  })
  return { ...turn, number, outcome: 'open' }
}

function adoptEvents(database: Database, turn: TurnRow, eventId: string): void {
  database.run('UPDATE events SET turn_id = ? WHERE id = ?', turn.id, eventId)
  if (turn.hostTurnId === undefined) return
  const orphans = 'session_id = ?2 AND host_turn_id = ?3 AND turn_id IS NULL'
  const values = [turn.id, turn.sessionId, turn.hostTurnId]
  database.run(
    `UPDATE tool_events SET turn_id = ?1 WHERE id IN (SELECT id FROM events WHERE ${orphans})`,
    ...values,
  )
  database.run(`UPDATE events SET turn_id = ?1 WHERE ${orphans}`, ...values)
}

function sessionColumns(database: Database, change: SessionChange): Row {
  return {
    ...(change.startedAt !== undefined && { started_at: change.startedAt }),
    ...(change.projectId !== undefined && {
      project_id: presentProject(database, change.projectId),
    }),
    ...(change.status !== undefined && { status: change.status }),
    ...(change.endedAt !== undefined && { ended_at: change.endedAt }),
    ...(change.endReason !== undefined && { end_reason: change.endReason }),
    ...(change.lastEventAt !== undefined && { last_event_at: change.lastEventAt }),
    ...(change.recentContent !== undefined && {
      recent_content: formatContent(change.recentContent),
    }),
    ...(change.eventCount !== undefined && { event_count: change.eventCount }),
    ...(change.cwd !== undefined && { cwd: change.cwd }),
    ...(change.branch !== undefined && { branch: change.branch }),
    ...(change.transcriptPath !== undefined && { transcript_path: change.transcriptPath }),
    ...(change.model !== undefined && { model: change.model }),
  }
}

const formatContent = (recent: readonly RecentContent[]) =>
  recent.map(({ key, kind, at }) => `${key}@${kind}@${at}`).join(' ')

function parseContent(text = ''): RecentContent[] {
  return text.split(' ').flatMap((entry) => {
    const [key, kind, at] = entry.split('@')
    return key && at ? [{ key, kind: kind as RecentContent['kind'], at }] : []
  })
}

function turnColumns(change: TurnChange): Row {
  return {
    ...(change.prompt !== undefined && { prompt: change.prompt }),
    ...(change.origin !== undefined && { origin: change.origin }),
    ...(change.answer !== undefined && { answer: change.answer }),
    ...(change.outcome !== undefined && { outcome: change.outcome }),
    ...(change.endedAt !== undefined && { ended_at: change.endedAt }),
  }
}

function toSession(row: Row): SessionRow {
  return {
    id: String(row.id),
    host: String(row.host),
    hostSessionId: String(row.host_session_id),
    projectId: orUndefined(row.project_id),
    status: row.status as SessionRow['status'],
    endReason: orUndefined(row.end_reason),
    cwd: orUndefined(row.cwd),
    startedAt: String(row.started_at),
    lastEventAt: String(row.last_event_at),
    eventCount: Number(row.event_count),
    recentContent: parseContent(orUndefined(row.recent_content)),
  }
}

function toTurn(row: Row): TurnRow {
  return {
    id: String(row.id),
    sessionId: String(row.session_id),
    number: Number(row.number),
    hostTurnId: orUndefined(row.host_turn_id),
    prompt: orUndefined(row.prompt),
    outcome: row.outcome as TurnRow['outcome'],
    startedAt: String(row.started_at),
  }
}
