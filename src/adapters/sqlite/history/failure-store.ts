/** Stores failed commands, and which later command resolved them. */
import { commandOf } from '../../../core/activity/to-action.ts'
import { editedFiles, editingWords } from '../../../core/activity/touched-files.ts'
import type {
  FailureSight,
  FailureStore,
  RepairSteps,
  ResolvedFailure,
} from '../../../core/ports/failure-store.ts'
import type { ToolUse } from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import { unpackJson } from './payloads.ts'

const given = '(SELECT value FROM json_each(?1))'
const mostResolved = 20
const mostChanges = 400
const mostCommands = 20

const resolved = rowForm<ResolvedFailure>({ json: ['failed', 'passed'] })

const runAs = (run: 'failed' | 'passed') =>
  `json_object('eventId', ${run}.id, 'sessionId', ${run}.session_id, 'at', ${run}.occurred_at,
     'turn', ${run}_turn.number) AS ${run}`

export function createFailureStore(database: Database): FailureStore {
  return {
    async put({ eventId, sessionId, signatures, checks }) {
      database.insert('failures', { eventId, sessionId }, 'ON CONFLICT (event_id) DO NOTHING')
      database.run('DELETE FROM failure_signatures WHERE event_id = ?', eventId)
      for (const [position, signature] of signatures.entries()) {
        const row = { signature, eventId, position }
        database.insert('failure_signatures', row, 'ON CONFLICT DO NOTHING')
      }
      for (const [position, commands] of checks.entries()) {
        for (const command of commands) {
          const row = { command, eventId, position }
          database.insert('failure_checks', row, 'ON CONFLICT DO NOTHING')
        }
      }
    },
    async pass({ eventId, sessionId, keys }, readSignatures) {
      const commands = JSON.stringify(keys)
      /** Finds earlier failures in the run's session or project that lack one of its commands. */
      const waiting = database.texts(
        `SELECT DISTINCT failures.event_id FROM failure_checks
           JOIN failures USING (event_id) JOIN sessions ON sessions.id = failures.session_id
         WHERE command IN ${given} AND failures.passed_by IS NULL AND failures.event_id < ?2
           AND (failures.session_id = ?3
             OR project_id = (SELECT project_id FROM sessions WHERE id = ?3))`,
        commands,
        eventId,
        sessionId,
      )
      if (waiting.length === 0) return
      const ids = JSON.stringify(waiting)
      database.run(
        `DELETE FROM failure_signatures WHERE event_id IN ${given}
         AND signature IN (SELECT value FROM json_each(?2))`,
        ids,
        JSON.stringify(readSignatures()),
      )
      database.run(
        `UPDATE failure_checks SET passed_by = ?2 WHERE event_id IN ${given}
         AND command IN (SELECT value FROM json_each(?3)) AND passed_by IS NULL`,
        ids,
        eventId,
        commands,
      )
      database.run(
        `UPDATE failures SET passed_by = ?2 WHERE event_id IN ${given} AND NOT EXISTS (
           SELECT 1 FROM failure_checks AS one WHERE one.event_id = failures.event_id
           GROUP BY position HAVING max(one.passed_by) IS NULL)`,
        ids,
        eventId,
      )
    },
    async resolved(signatures, { projectId, exceptSession }) {
      const runs = database.list<object>(
        `SELECT signature, ${runAs('failed')}, ${runAs('passed')},
           (SELECT command FROM failure_checks WHERE event_id = failures.event_id
             AND failure_checks.passed_by = failures.passed_by LIMIT 1) AS passed_key
         FROM failure_signatures JOIN failures USING (event_id)
           JOIN sessions ON sessions.id = failures.session_id
           JOIN tool_events AS failed ON failed.id = failures.event_id
           JOIN tool_events AS passed ON passed.id = failures.passed_by
           LEFT JOIN turns AS failed_turn ON failed_turn.id = failed.turn_id
           LEFT JOIN turns AS passed_turn ON passed_turn.id = passed.turn_id
         WHERE signature IN ${given} AND project_id = ?2
           AND failures.session_id <> ?3 AND passed.session_id <> ?3
         ORDER BY failures.event_id DESC LIMIT ?4`,
        JSON.stringify(signatures),
        projectId,
        exceptSession ?? '',
        mostResolved,
      )
      return runs.map(resolved.read).map(({ failed, passed, ...failure }) => ({
        ...failure,
        failed: { ...failed, turn: failed.turn ?? undefined },
        passed: { ...passed, turn: passed.turn ?? undefined },
      }))
    },
    async unresolved(sessionId, since) {
      return database.list<FailureSight>(
        `SELECT signature, occurred_at AS at FROM failures
           JOIN failure_signatures USING (event_id) JOIN tool_events ON id = event_id
         WHERE failures.session_id = ? AND failures.passed_by IS NULL AND occurred_at >= ?
         ORDER BY event_id DESC, position LIMIT ?`,
        sessionId,
        since,
        mostResolved,
      )
    },
    async stepsAfter(failure, until) {
      const end = until === 'gone' ? nextWithout(database, failure) : failure.passed.eventId
      return stepsUntil(database, failure, end)
    },
    async clear() {
      database.run('DELETE FROM failures')
    },
  }
}

/** The next run of one of the failure's commands without the same complaint. */
function nextWithout(database: Database, { signature, failed, passed }: ResolvedFailure): string {
  const [id] = database.texts(
    `SELECT event_id FROM failures AS later
     WHERE event_id > ?1 AND event_id < ?2 AND session_id IN (?3, ?4)
       AND EXISTS (SELECT 1 FROM failure_checks WHERE event_id = later.event_id
         AND command IN (SELECT command FROM failure_checks WHERE event_id = ?1))
       AND NOT EXISTS (SELECT 1 FROM failure_signatures
         WHERE event_id = later.event_id AND signature = ?5)
     ORDER BY event_id LIMIT 1`,
    failed.eventId,
    passed.eventId,
    failed.sessionId,
    passed.sessionId,
    signature,
  )
  return id ?? passed.eventId
}

function stepsUntil(database: Database, failure: ResolvedFailure, end: string): RepairSteps {
  const edits = usesBetween(database, failure, end, { names: editingWords, most: mostChanges })
  const files = edits.flatMap(({ cwd, ...use }) => editedFiles([use], cwd))
  const names = ['bash', 'shell', 'command', 'exec']
  const runs = usesBetween(database, failure, end, {
    names,
    most: mostCommands,
    isLastIncluded: true,
  })
  const commands = runs.flatMap(({ input }) => commandOf(input) ?? [])
  return { files: [...new Set(files)], commands }
}

interface Wanted {
  readonly names: readonly string[]
  readonly most: number
  /** Whether to include the last run, whatever its outcome. */
  readonly isLastIncluded?: boolean
}

type Use = ToolUse & { readonly cwd: string | undefined }

/** Reads names only: unpacking everything takes too long while an agent waits. Newest first. */
function usesBetween(
  database: Database,
  { failed, passed }: ResolvedFailure,
  end: string,
  { names, most, isLastIncluded = false }: Wanted,
): Use[] {
  const named = names.map((name) => `tool_name LIKE '%${name}%'`).join(' OR ')
  const rows = database.list<Use>(
    `SELECT tool_name, body AS input, sessions.cwd FROM tool_events
       JOIN tool_event_payloads ON hash = input_hash JOIN sessions ON sessions.id = session_id
     WHERE session_id IN (?1, ?2) AND tool_events.id > ?3 AND (${named})
       AND (tool_events.id < ?4 AND outcome = 'ok' OR ?6 AND tool_events.id = ?4)
     ORDER BY tool_events.id DESC LIMIT ?5`,
    failed.sessionId,
    passed.sessionId,
    failed.eventId,
    end,
    most,
    isLastIncluded ? 1 : 0,
  )
  return rows.map(({ input, ...use }) => ({ ...use, input: unpackJson(input) }))
}
