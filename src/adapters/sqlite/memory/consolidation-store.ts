/** Stores consolidations, in one transaction with the memories. */
import type { Consolidation, ConsolidationStore } from '../../../core/ports/review-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import { sessionsOfMemory } from '../history/sessions.ts'
import { selectLinks } from './memory-reader.ts'

export function createConsolidationStore(database: Database): ConsolidationStore {
  return {
    async find(id) {
      const found = database.find<object>('SELECT * FROM consolidations WHERE id = ?', id)
      return found && toConsolidation(found)
    },
    async list({ projectId, isUndone, since }, limit) {
      const found = database.list<object>(
        `SELECT * FROM consolidations WHERE (?1 IS NULL OR project_id IN (?1, ''))
         AND (?2 IS NULL OR (undone_at IS NOT NULL) = ?2) AND (?3 IS NULL OR at >= ?3)
         ORDER BY at DESC, id DESC LIMIT ?4`,
        projectId,
        isUndone === undefined ? undefined : Number(isUndone),
        since,
        limit,
      )
      return found.map(toConsolidation)
    },
    async places() {
      return database.list(
        `SELECT places.scope, scope_id, iif(places.scope = 'project', scope_id, project_id) AS project_id
         FROM (SELECT DISTINCT scope, scope_id FROM memories WHERE valid_to IS NULL) AS places
         LEFT JOIN sessions ON places.scope = 'session' AND sessions.id = scope_id
         ORDER BY places.scope, scope_id`,
      )
    },
    async sayings(after, limit) {
      return database.list(
        `SELECT memories.id, memories.scope, scope_id, kind, content,
           iif(memories.scope = 'project', scope_id, project_id) AS project_id
         FROM memories LEFT JOIN sessions ON memories.scope = 'session' AND sessions.id = scope_id
         WHERE memories.id > ? AND valid_to IS NULL ORDER BY memories.id LIMIT ?`,
        after,
        limit,
      )
    },
    async contradictions() {
      // CROSS JOIN, or SQLite starts with pairs of memories: for 10,000 that takes a minute.
      return database.list(
        `${selectLinks} CROSS JOIN memories AS one ON one.id = from_id
         CROSS JOIN memories AS other ON other.id = to_id
         WHERE relation = 'contradicts' AND one.valid_to IS NULL AND other.valid_to IS NULL
         AND one.standing = 'memory' AND other.standing = 'memory'
         AND one.scope = other.scope AND one.scope_id = other.scope_id
         ORDER BY from_id, to_id`,
      )
    },
    async keptInReview() {
      return database.texts(
        `SELECT DISTINCT value AS id FROM review_decisions, json_each(memory_ids)
         WHERE decision = 'keep' ORDER BY id`,
      )
    },
    async learnedInSessionFrom(memoryId) {
      const latest = database.find<{ at: string | undefined }>(
        `SELECT max(started_at) AS at FROM sessions WHERE id IN (${sessionsOfMemory})`,
        memoryId,
      )
      return latest?.at
    },
    async insert({ projectId = '', ...consolidation }) {
      database.insert('consolidations', form.write({ ...consolidation, projectId }))
    },
    async markUndone(id, at) {
      database.run('UPDATE consolidations SET undone_at = ? WHERE id = ?', at, id)
    },
  }
}

const form = rowForm<Consolidation>({ json: ['actions'] })

function toConsolidation(row: object): Consolidation {
  const consolidation = form.read(row)
  return { ...consolidation, projectId: consolidation.projectId || undefined }
}
