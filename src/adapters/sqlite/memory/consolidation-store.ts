/** What consolidation did as rows, written together with the memories. */
import type {
  Consolidation,
  ConsolidationReader,
  ConsolidationTransaction,
  Place,
  RecordedAction,
  Saying,
} from '../../../core/ports/consolidation-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, orNull, orUndefined } from '../connection/rows.ts'
import { toLink } from './memory-rows.ts'

export function createConsolidationStore(database: Database): ConsolidationTransaction {
  return {
    ...createConsolidationReader(database),
    async insert({ id, projectId = '', at, actions, undoneAt }) {
      insertRow(database, 'consolidations', {
        id,
        project_id: projectId,
        at,
        actions: JSON.stringify(actions),
        undone_at: orNull(undoneAt),
      })
    },
    async markUndone(id, at) {
      database.run('UPDATE consolidations SET undone_at = ? WHERE id = ?', at, id)
    },
  }
}

function createConsolidationReader(database: Database): ConsolidationReader {
  return {
    async find(id) {
      const row = database.get('SELECT * FROM consolidations WHERE id = ?', id)
      return row && toConsolidation(row)
    },
    async list({ projectId, isUndone, since }, limit) {
      const rows = database.all(
        `SELECT * FROM consolidations WHERE (?1 IS NULL OR project_id IN (?1, ''))
         AND (?2 IS NULL OR (undone_at IS NOT NULL) = ?2) AND (?3 IS NULL OR at >= ?3)
         ORDER BY at DESC, id DESC LIMIT ?4`,
        orNull(projectId),
        isUndone === undefined ? null : Number(isUndone),
        orNull(since),
        limit,
      )
      return rows.map(toConsolidation)
    },
    async places() {
      const rows = database.all(
        `SELECT places.scope, scope_id, iif(places.scope = 'project', scope_id, project_id) AS project_id
         FROM (SELECT DISTINCT scope, scope_id FROM memories WHERE valid_to IS NULL) AS places
         LEFT JOIN sessions ON places.scope = 'session' AND sessions.id = scope_id
         ORDER BY places.scope, scope_id`,
      )
      return rows.map(toPlace)
    },
    async sayings(after, limit) {
      const rows = database.all(
        `SELECT memories.id, memories.scope, scope_id, kind, content,
           iif(memories.scope = 'project', scope_id, project_id) AS project_id
         FROM memories LEFT JOIN sessions ON memories.scope = 'session' AND sessions.id = scope_id
         WHERE memories.id > ? AND valid_to IS NULL ORDER BY memories.id LIMIT ?`,
        after,
        limit,
      )
      return rows.map((row) => ({
        ...toPlace(row),
        id: String(row.id),
        kind: row.kind as Saying['kind'],
        content: String(row.content),
      }))
    },
    async contradictions() {
      // CROSS JOIN, or SQLite starts from pairs of memories: 10,000 of them take a minute.
      return database
        .all(
          `SELECT memory_links.* FROM memory_links
           CROSS JOIN memories AS one ON one.id = from_id
           CROSS JOIN memories AS other ON other.id = to_id
           WHERE relation = 'contradicts' AND one.valid_to IS NULL AND other.valid_to IS NULL
           AND one.scope = other.scope AND one.scope_id = other.scope_id
           ORDER BY from_id, to_id`,
        )
        .map(toLink)
    },
    async keptInReview() {
      const rows = database.all(
        `SELECT DISTINCT value AS id FROM review_decisions, json_each(memory_ids)
         WHERE decision = 'keep' ORDER BY id`,
      )
      return rows.map((row) => String(row.id))
    },
    async learnedInSessionFrom(memoryId) {
      const row = database.get(
        `SELECT max(started_at) AS at FROM sessions WHERE id IN (
           SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'session'
           UNION ALL SELECT session_id FROM turns WHERE id IN
             (SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'turn')
           UNION ALL SELECT session_id FROM tool_events WHERE id IN
             (SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'tool-event'))`,
        memoryId,
      )
      return orUndefined(row?.at)
    },
  }
}

function toPlace(row: Row): Place {
  return {
    scope: row.scope as Place['scope'],
    scopeId: String(row.scope_id),
    projectId: orUndefined(row.project_id),
  }
}

function toConsolidation(row: Row): Consolidation {
  return {
    id: String(row.id),
    projectId: row.project_id === '' ? undefined : String(row.project_id),
    at: String(row.at),
    actions: JSON.parse(String(row.actions)) as RecordedAction[],
    undoneAt: orUndefined(row.undone_at),
  }
}
