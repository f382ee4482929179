/** Sessions, turns and events as rows. */
import { type HostEvent, importedName, importedTurnPrefix } from '../../../core/model/host-event.ts'
import type {
  CaptureStore,
  NewEvent,
  NewSession,
  NewToolEvent,
  NewTurn,
  RecentContent,
  SessionChange,
  SessionRow,
  TurnRow,
  TwinTool,
  WrittenFile,
} from '../../../core/ports/capture-store.ts'
import type { Database } from '../connection/database.ts'
import type { ChangeRecorder } from './change-feed.ts'
import { hashPayload, keepPayload, packJson } from './payloads.ts'
import { presentProject } from './project-store.ts'

const selectSession = `SELECT id, host, host_session_id, project_id, status, end_reason, cwd,
  started_at, last_event_at, event_count, deleted_through, recent_content,
  written_files FROM sessions`
const selectTurn =
  'SELECT id, session_id, number, host_turn_id, prompt, outcome, started_at FROM turns'

const importedTurns = `host_turn_id GLOB '${importedTurnPrefix}*'`
const capturedTurns = `(host_turn_id IS NULL OR NOT ${importedTurns})`

export function createCaptureStore(database: Database, changes: ChangeRecorder): CaptureStore {
  return {
    async addReceipt(name) {
      return database.insert('spool_receipts', { name }, 'ON CONFLICT DO NOTHING') > 0
    },
    async keepReceipts(spoolNames) {
      database.run(
        'DELETE FROM spool_receipts WHERE name NOT IN (SELECT value FROM json_each(?))',
        JSON.stringify(spoolNames),
      )
    },
    async findSession(host, hostSessionId) {
      const byHost = `${selectSession} WHERE host = ? AND host_session_id = ?`
      const found = database.find<StoredSession>(byHost, host, hostSessionId)
      return found && toSession(found)
    },
    async insertSession(session) {
      changes.record('session', session.id, 'created')
      return insertSession(database, session)
    },
    async updateSession(id, change) {
      const { projectId, recentContent, writtenFiles } = change
      database.update('sessions', id, {
        ...change,
        projectId: projectId && presentProject(database, projectId),
        recentContent: recentContent && formatContent(recentContent),
        writtenFiles: writtenFiles && JSON.stringify(writtenFiles),
      })
      if (isVisible(change)) changes.record('session', id, 'updated')
      if (projectId !== undefined) changes.recordMovedSessions([id])
    },
    async silentSessions(before) {
      const silent = `${selectSession} WHERE status = 'active' AND last_event_at < ?`
      return database.list<StoredSession>(silent, before).map(toSession)
    },
    async hasEvent(key) {
      const known = 'SELECT 1 FROM events WHERE key = ?'
      return database.get(known, Buffer.from(key, 'hex')) !== undefined
    },
    async insertEvent(event) {
      if (!insertEvent(database, event)) return false
      const { id, occurredAt: at } = event
      const { detail, name } = event.event
      const isNews = detail.kind !== 'tool' && name !== importedName
      if (isNews) changes.record('event', id, 'created', { at })
      return true
    },
    async insertToolEvent(event) {
      insertToolEvent(database, event)
      const kind = event.event.name === importedName ? 'imported' : 'created'
      changes.record('tool-event', event.id, kind, { at: event.occurredAt })
    },
    async hasToolUse(sessionId, toolUseId) {
      const known = 'SELECT 1 FROM tool_events WHERE session_id = ? AND tool_use_id = ?'
      return database.get(known, sessionId, toolUseId) !== undefined
    },
    claimTwinTool: async (sessionId, call) => claimTwinTool(database, sessionId, call),
    async subagentReading(turnId) {
      const own = "SELECT is_foreign FROM tool_events WHERE turn_id = ? AND agent_id <> ''"
      const found = database.list<{ isForeign: number }>(own, turnId ?? null)
      if (found.length === 0) return 'none'
      return found.some(({ isForeign }) => isForeign === 1) ? 'foreign' : 'own'
    },
    async hasForeignTool(sessionId) {
      const any = 'SELECT 1 FROM tool_events WHERE session_id = ? AND is_foreign = 1 LIMIT 1'
      return database.get(any, sessionId) !== undefined
    },
    findTurn: async (sessionId, hostTurnId) =>
      database.find(
        `${selectTurn} WHERE session_id = ? AND host_turn_id = ?`,
        sessionId,
        hostTurnId,
      ),
    findTwinTurn: async (sessionId, { text, from, to, isImported }) =>
      database.find(
        `${selectTurn} WHERE session_id = ? AND prompt = ? AND started_at BETWEEN ? AND ?
           AND ${isImported ? importedTurns : capturedTurns} ORDER BY number LIMIT 1`,
        ...[sessionId, text, from, to],
      ),
    findNumberedTurn: async (sessionId, number) =>
      database.find(`${selectTurn} WHERE session_id = ? AND number = ?`, sessionId, number),
    latestTurn: async (sessionId) =>
      database.find(`${selectTurn} WHERE session_id = ? ORDER BY number DESC LIMIT 1`, sessionId),
    async insertTurn(turn) {
      changes.record('turn', turn.id, 'created')
      changes.record('session', turn.sessionId, 'updated')
      return insertTurn(database, turn)
    },
    async updateTurn(id, { isPast, ...change }) {
      database.update('turns', id, change)
      const { outcome, endedAt: at } = change
      const hasEnded = !isPast && outcome !== undefined && outcome !== 'open' && at !== undefined
      if (hasEnded) changes.record('turn', id, `ended-${outcome}`, { at })
      else changes.record('turn', id, 'updated')
      // A session's document lists its files, so it follows with each turn, not with each tool.
      const row = database.get('SELECT session_id FROM turns WHERE id = ?', id)
      if (row) changes.record('session', String(row.session_id), 'updated')
    },
    adoptEvents: async (turn, eventId) => adoptEvents(database, turn, eventId),
  }
}

/** Changes besides the time of the last event. */
function isVisible({ status, startedAt, cwd, model }: SessionChange): boolean {
  return [status, startedAt, cwd, model].some((value) => value !== undefined)
}

function insertSession(database: Database, session: NewSession): SessionRow {
  const row = {
    ...session,
    projectId: session.projectId && presentProject(database, session.projectId),
    status: 'active',
    lastEventAt: session.startedAt,
  } as const
  database.insert('sessions', row)
  const nothing = { eventCount: 0, deletedThrough: 0, recentContent: [], writtenFiles: [] }
  return { ...row, endReason: undefined, ...nothing }
}

function insertEvent(database: Database, { event, key, ...row }: NewEvent): boolean {
  const values = {
    ...row,
    key: Buffer.from(key, 'hex'),
    hostTurnId: event.hostTurnId,
    kind: event.detail.kind,
    name: event.name,
    agentId: event.agent?.id ?? '',
    fields: packJson(keptFields(event)),
  }
  return database.insert('events', values, 'ON CONFLICT (key) DO NOTHING') > 0
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
        ...(detail.contextWindow !== undefined && { contextWindow: detail.contextWindow }),
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

function insertToolEvent(database: Database, toolEvent: NewToolEvent): void {
  const { id, sessionId, turnId, occurredAt, event, detail, isForeign } = toolEvent
  const { toolName, toolUseId, outcome, durationMs } = detail
  database.insert('tool_events', {
    id,
    sessionId,
    turnId,
    occurredAt,
    toolName,
    toolUseId,
    outcome,
    durationMs,
    agentId: event.agent?.id ?? '',
    agentName: event.agent?.name ?? '',
    inputHash: keepPayload(database, detail.input),
    outputHash: keepPayload(database, detail.output),
    isForeign: Number(isForeign),
  })
}

function claimTwinTool(database: Database, sessionId: string, call: TwinTool): boolean {
  const { toolName, toolUseId, input, at, from, to } = call
  const other = toolUseId === undefined ? 'NOT NULL' : 'NULL'
  const calls = database.list<{ id: string; inputHash: Uint8Array }>(
    `SELECT id, input_hash FROM tool_events WHERE session_id = ? AND tool_name = ?
       AND occurred_at BETWEEN ? AND ? AND tool_use_id IS ${other}
       ORDER BY abs(julianday(occurred_at) - julianday(?))`,
    ...[sessionId, toolName, from, to, at],
  )
  if (calls.length === 0) return false
  const hash = hashPayload(input)
  const twin = calls.find(({ inputHash }) => hash.equals(inputHash))
  if (twin && toolUseId !== undefined) database.update('tool_events', twin.id, { toolUseId })
  return twin !== undefined
}

function insertTurn(database: Database, turn: NewTurn): TurnRow {
  const highest = `SELECT max(deleted_through, (SELECT coalesce(max(number), 0) FROM turns
    WHERE session_id = ?1)) FROM sessions WHERE id = ?1`
  const number = turn.number ?? database.number(highest, turn.sessionId) + 1
  const row = { ...turn, number, outcome: 'open' } as const
  database.insert('turns', row)
  return row
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

type StoredSession = Omit<SessionRow, 'recentContent' | 'writtenFiles'> & {
  readonly recentContent?: string
  readonly writtenFiles?: string
}

function toSession({ recentContent, writtenFiles, ...stored }: StoredSession): SessionRow {
  return {
    ...stored,
    recentContent: parseContent(recentContent),
    writtenFiles: writtenFiles === undefined ? [] : (JSON.parse(writtenFiles) as WrittenFile[]),
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
