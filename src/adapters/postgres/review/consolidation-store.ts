/** Consolidations as rows, written in one transaction with the memories. */
import type {
  Consolidation,
  ConsolidationReader,
  ConsolidationTransaction,
} from '../../../core/ports/consolidation-store.ts'
import { toJson } from '../../../core/text/storable.ts'
import type { Queries } from '../connection/queries.ts'

export function createConsolidationStore(queries: Queries): ConsolidationTransaction {
  return {
    ...createConsolidationReader(queries),
    async insert({ projectId = '', actions, ...consolidation }) {
      const row = { ...consolidation, projectId, actions: toJson(actions) }
      await queries.insert('consolidations', row)
    },
    markUndone: (id, undoneAt) => queries.update('consolidations', id, { undoneAt }),
  }
}

function createConsolidationReader(queries: Queries): ConsolidationReader {
  return {
    async find(id) {
      const found = await queries.find<Consolidation>(
        'SELECT * FROM consolidations WHERE organisation_id = $1 AND id = $2',
        id,
      )
      return found && toConsolidation(found)
    },
    async list({ projectId, isUndone, since }, limit) {
      const found = await queries.list<Consolidation>(
        `SELECT * FROM consolidations WHERE organisation_id = $1
         AND ($2::text IS NULL OR project_id IN ($2, ''))
         AND ($3::boolean IS NULL OR (undone_at IS NOT NULL) = $3)
         AND ($4::timestamptz IS NULL OR at >= $4)
         ORDER BY at DESC, id DESC LIMIT $5`,
        projectId,
        isUndone,
        since,
        limit,
      )
      return found.map(toConsolidation)
    },
    places: () =>
      queries.list(
        `SELECT m.scope, m.scope_id, ${projectOf} AS project_id
         FROM (SELECT DISTINCT scope, scope_id FROM memories
           WHERE organisation_id = $1 AND valid_to IS NULL) AS m ${ofSession}
         ORDER BY m.scope, m.scope_id`,
      ),
    sayings: (after, limit) =>
      queries.list(
        `SELECT m.id, m.scope, m.scope_id, m.kind, m.content, ${projectOf} AS project_id
         FROM memories AS m ${ofSession}
         WHERE m.organisation_id = $1 AND m.id > $2 AND m.valid_to IS NULL
         ORDER BY m.id LIMIT $3`,
        after,
        limit,
      ),
    contradictions: () =>
      queries.list(
        `SELECT l.from_id AS "from", l.relation, l.to_id AS "to", l.created_at
         FROM memory_links AS l
         JOIN memories AS one ON one.organisation_id = $1 AND one.id = l.from_id
         JOIN memories AS other ON other.organisation_id = $1 AND other.id = l.to_id
         WHERE l.organisation_id = $1 AND l.relation = 'contradicts'
         AND one.valid_to IS NULL AND other.valid_to IS NULL
         AND one.standing = 'memory' AND other.standing = 'memory'
         AND one.scope = other.scope AND one.scope_id = other.scope_id
         ORDER BY l.from_id, l.to_id`,
      ),
    keptInReview: () =>
      queries.texts(
        `SELECT DISTINCT kept.id COLLATE "C" AS id FROM review_decisions AS d,
           jsonb_array_elements_text(d.memory_ids) AS kept (id)
         WHERE d.organisation_id = $1 AND d.decision = 'keep' ORDER BY id`,
      ),
    async learnedInSessionFrom(memoryId) {
      const latest = await queries.find<{ at: string | undefined }>(
        `SELECT max(s.started_at) AS at FROM memory_sources AS m
         LEFT JOIN session_parts AS p
           ON p.organisation_id = $1 AND p.type = m.type AND p.id = m.ref
         JOIN sessions AS s ON s.organisation_id = $1
           AND s.id = CASE WHEN m.type = 'session' THEN m.ref ELSE p.session_id END
         WHERE m.organisation_id = $1 AND m.memory_id = $2`,
        memoryId,
      )
      return latest?.at
    },
  }
}

const projectOf = "CASE WHEN m.scope = 'project' THEN m.scope_id ELSE s.project_id END"
const ofSession = `LEFT JOIN sessions AS s
  ON s.organisation_id = $1 AND m.scope = 'session' AND s.id = m.scope_id`

function toConsolidation({ projectId, ...stored }: Consolidation): Consolidation {
  return { ...stored, projectId: projectId || undefined }
}
