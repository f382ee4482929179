/** Review decisions, file checks and near pairs as rows. */
import type { ReviewDecisionName, ReviewKind } from '../../../contract/vocabulary.ts'
import type { FileChange } from '../../../core/ports/file-changes.ts'
import type {
  MergeRecord,
  NearPair,
  ReviewDecision,
  ReviewReader,
  ReviewTransaction,
} from '../../../core/ports/review-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, orNull, orUndefined } from '../connection/rows.ts'
import { toMemory, toMemoryFacts } from './memory-rows.ts'

export function createReviewStore(database: Database): ReviewTransaction {
  return {
    ...createReviewReader(database),
    async insertDecision({ memoryIds, dropped, merged, ...decision }) {
      insertRow(database, 'review_decisions', {
        ...decision,
        memory_ids: JSON.stringify(memoryIds),
        dropped: orNull(dropped),
        merged: merged ? JSON.stringify(merged) : null,
      })
    },
    async acceptFiles(memoryId) {
      database.run('UPDATE file_checks SET stale = 0 WHERE memory_id = ?', memoryId)
    },
    async removeDecision(key) {
      database.run('DELETE FROM review_decisions WHERE key = ?', key)
    },
    async noteChecks(checks, at) {
      for (const { memory, changes, stale } of checks) {
        database.run(
          `INSERT INTO file_checks (memory_id, version, changes, checked_at, stale)
           SELECT id, ?2, ?3, ?4, ?5 FROM memories WHERE id = ?1
           ON CONFLICT DO UPDATE SET version = ?2, changes = ?3, checked_at = ?4, stale = ?5`,
          memory.id,
          memory.version,
          JSON.stringify(changes),
          at,
          Number(stale),
        )
      }
    },
    async storeNearPairs(projectId = '', { basis, pairs }) {
      database.run(
        'INSERT OR REPLACE INTO near_pairs (project_id, basis, pairs) VALUES (?, ?, ?)',
        projectId,
        basis,
        JSON.stringify(pairs),
      )
    },
  }
}

function createReviewReader(database: Database): ReviewReader {
  return {
    async findDecision(key) {
      const row = database.get('SELECT * FROM review_decisions WHERE key = ?', key)
      return row && toDecision(row)
    },
    async lastDecision() {
      const row = database.get('SELECT * FROM review_decisions ORDER BY id DESC LIMIT 1')
      return row && toDecision(row)
    },
    async decidedKeys() {
      const rows = database.all('SELECT key FROM review_decisions')
      return new Set(rows.map((row) => String(row.key)))
    },
    async mergesSince(time) {
      return database
        .all(
          `SELECT * FROM review_decisions WHERE merged IS NOT NULL AND at >= ? ORDER BY id DESC`,
          time,
        )
        .map(toDecision)
        .flatMap(({ key, merged }) => (merged ? [{ key, action: merged.action }] : []))
    },
    async newest(projectId, limit) {
      const rows = database.all(
        `SELECT id, scope, scope_id, kind, importance, source, trust, pinned, valid_from, use_count,
           files, version, created_at, updated_at
         FROM memories WHERE valid_to IS NULL AND (?1 IS NULL
           OR (scope = 'project' AND scope_id = ?1)
           OR (scope = 'session' AND scope_id IN (SELECT id FROM sessions WHERE project_id = ?1)))
         ORDER BY updated_at DESC, id DESC LIMIT ?2`,
        orNull(projectId),
        limit,
      )
      return rows.map(toMemoryFacts)
    },
    async nearPairs(projectId = '') {
      const row = database.get('SELECT * FROM near_pairs WHERE project_id = ?', projectId)
      return row && { basis: String(row.basis), pairs: JSON.parse(String(row.pairs)) as NearPair[] }
    },
    async changedFiles() {
      const rows = database.all(
        `SELECT memory_id, changes FROM file_checks
         JOIN memories ON memories.id = memory_id AND memories.version = file_checks.version
         WHERE changes <> '[]'`,
      )
      return new Map(
        rows.map((row) => [
          String(row.memory_id),
          JSON.parse(String(row.changes)) as readonly FileChange[],
        ]),
      )
    },
    async anchored(limit) {
      return database
        .all(
          `SELECT memories.* FROM memories LEFT JOIN file_checks
             ON memory_id = id AND file_checks.version = memories.version
           WHERE git_commit IS NOT NULL AND files <> '[]' AND scope = 'project'
           AND valid_to IS NULL
           ORDER BY checked_at NULLS FIRST, id LIMIT ?`,
          limit,
        )
        .map(toMemory)
    },
  }
}

function toDecision(row: Row): ReviewDecision {
  return {
    id: String(row.id),
    key: String(row.key),
    kind: row.kind as ReviewKind,
    decision: row.decision as ReviewDecisionName,
    memoryIds: JSON.parse(String(row.memory_ids)) as string[],
    dropped: orUndefined(row.dropped),
    merged: row.merged === null ? undefined : (JSON.parse(String(row.merged)) as MergeRecord),
    at: String(row.at),
  }
}
