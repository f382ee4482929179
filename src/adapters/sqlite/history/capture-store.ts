/** Stores sessions, turns and events. */
import { type HostEvent, importedName, importedTurnPrefix } from '../../../core/model/host-event.ts'
import type {
  CaptureStore,
  RecentContent,
  SessionChange,
  SessionRow,
} from '../../../core/ports/capture-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import type { ChangeRecorder } from './change-feed.ts'
import { hashPayload, keepPayload, packJson } from './payloads.ts'
import { presentProject } from './project-store.ts'

const selectSession = `SELECT id, host, host_session_id, project_id, status, end_reason, cwd,
  started_at, last_event_at, event_count, deleted_through, recent_content,
  written_files FROM sessions`
const selectTurn = `SELECT id, session_id, number, host_turn_id, prompt, outcome, started_at,
  git_branch AS branch, git_commit AS "commit" FROM turns`

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
      const found = database.find<object>(byHost, host, hostSessionId)
      return found && toSession(found)
    },
    async insertSession(session) {
      const row = {
        ...session,
        projectId: session.projectId && presentProject(database, session.projectId),
        status: 'active',
        lastEventAt: session.startedAt,
      } as const
      database.insert('sessions', row)
      changes.record('session', session.id, 'created')
      const nothing = { eventCount: 0, deletedThrough: 0, recentContent: [], writtenFiles: [] }
      return { ...row, endReason: undefined, ...nothing }
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
      return database.list<object>(silent, before).map(toSession)
    },
    hasEvent: async (key) =>
      database.has('SELECT 1 FROM events WHERE key = ?', Buffer.from(key, 'hex')),
    async insertEvent({ event, key, ...row }) {
      const values = {
        ...row,
        key: Buffer.from(key, 'hex'),
        hostTurnId: event.hostTurnId,
        kind: event.detail.kind,
        name: event.name,
        agentId: event.agent?.id ?? '',
        fields: packJson(keptFields(event)),
      }
      if (database.insert('events', values, 'ON CONFLICT (key) DO NOTHING') === 0) return false
      const isNews = event.detail.kind !== 'tool' && event.name !== importedName
      if (isNews) changes.record('event', row.id, 'created', { at: row.occurredAt })
      return true
    },
    async insertToolEvent({ id, sessionId, turnId, occurredAt, event, detail, isForeign }) {
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
      const kind = event.name === importedName ? 'imported' : 'created'
      changes.record('tool-event', id, kind, { at: occurredAt })
    },
    hasToolUse: async (sessionId, toolUseId) =>
      database.has(
        'SELECT 1 FROM tool_events WHERE session_id = ? AND tool_use_id = ?',
        sessionId,
        toolUseId,
      ),
    async claimTwinTool(sessionId, { toolName, toolUseId, input, at, from, to }) {
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
    },
    async subagentReading(turnId) {
      const own = "SELECT is_foreign FROM tool_events WHERE turn_id = ? AND agent_id <> ''"
      const found = database.list<{ isForeign: number }>(own, turnId ?? null)
      if (found.length === 0) return 'none'
      return found.some(({ isForeign }) => isForeign === 1) ? 'foreign' : 'own'
    },
    hasForeignTool: async (sessionId) =>
      database.has(
        'SELECT 1 FROM tool_events WHERE session_id = ? AND is_foreign = 1 LIMIT 1',
        sessionId,
      ),
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
      const highest = `SELECT max(deleted_through, (SELECT coalesce(max(number), 0) FROM turns
        WHERE session_id = ?1)) FROM sessions WHERE id = ?1`
      const number = turn.number ?? database.number(highest, turn.sessionId) + 1
      const row = { ...turn, number, outcome: 'open' } as const
      const { branch, commit, ...columns } = row
      database.insert('turns', { ...columns, gitBranch: branch, gitCommit: commit })
      changes.record('turn', turn.id, 'created')
      changes.record('session', turn.sessionId, 'updated')
      return { ...row, branch, commit }
    },
    async updateTurn(id, { isPast, branch, commit, ...change }) {
      database.update('turns', id, { ...change, gitBranch: branch, gitCommit: commit })
      const { outcome, endedAt: at } = change
      const hasEnded = !isPast && outcome !== undefined && outcome !== 'open' && at !== undefined
      if (hasEnded) changes.record('turn', id, `ended-${outcome}`, { at })
      else changes.record('turn', id, 'updated')
      // A session's document lists its files, so it changes with each turn, but not with each tool.
      const [sessionId] = database.texts('SELECT session_id FROM turns WHERE id = ?', id)
      if (sessionId !== undefined) changes.record('session', sessionId, 'updated')
    },
    async adoptEvents({ id, sessionId, hostTurnId }, eventId) {
      database.run('UPDATE events SET turn_id = ? WHERE id = ?', id, eventId)
      if (hostTurnId === undefined) return
      const orphans = 'session_id = ?2 AND host_turn_id = ?3 AND turn_id IS NULL'
      const values = [id, sessionId, hostTurnId]
      database.run(
        `UPDATE tool_events SET turn_id = ?1 WHERE id IN (SELECT id FROM events WHERE ${orphans})`,
        ...values,
      )
      database.run(`UPDATE events SET turn_id = ?1 WHERE ${orphans}`, ...values)
    },
  }
}

/** Whether anything but the time of the last event changed. */
function isVisible({ status, startedAt, cwd, model }: SessionChange): boolean {
  return [status, startedAt, cwd, model].some((value) => value !== undefined)
}

/** What only this event has: text that no turn or tool row stores stays in the event. */
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

const form = rowForm<SessionRow>({ json: ['writtenFiles'] })

interface TextColumns {
  readonly recentContent?: string
  readonly writtenFiles?: string
}

function toSession({ recentContent, writtenFiles = '[]', ...stored }: TextColumns): SessionRow {
  const session = form.read({ ...stored, writtenFiles })
  return { ...session, recentContent: parseContent(recentContent) }
}

const formatContent = (recent: readonly RecentContent[]) =>
  recent.map(({ key, kind, at }) => `${key}@${kind}@${at}`).join(' ')

function parseContent(text = ''): RecentContent[] {
  return text.split(' ').flatMap((entry) => {
    const [key, kind, at] = entry.split('@')
    return key && at ? [{ key, kind: kind as RecentContent['kind'], at }] : []
  })
}
