/** Review decisions, file checks and near pairs as rows. */
import type { MemoryStanding } from '../../../contract/vocabulary.ts'
import type {
  ComparedMemories,
  FileCheck,
  MemoryFacts,
  ReviewDecision,
  ReviewReader,
  ReviewTransaction,
} from '../../../core/ports/review-store.ts'
import { toJson } from '../../../core/text/storable.ts'
import { toAuthor } from '../../memory-values.ts'
import type { Queries } from '../connection/queries.ts'
import { toMemory } from '../memory/memory-rows.ts'

export function createReviewStore(queries: Queries): ReviewTransaction {
  return {
    ...createReviewReader(queries),
    async insertDecision({ memoryIds, applied, ...decision }) {
      await queries.insert('review_decisions', {
        ...decision,
        memoryIds: toJson(memoryIds),
        applied: applied && toJson(applied),
      })
    },
    async acceptFiles(memoryId) {
      const sql = `UPDATE file_checks SET stale = false
        WHERE organisation_id = $1 AND memory_id = $2`
      await queries.run(sql, memoryId)
    },
    async removeDecision(key) {
      await queries.run('DELETE FROM review_decisions WHERE organisation_id = $1 AND key = $2', key)
    },
    async noteChecks(checks, at) {
      for (const { memory, changes, stale } of checks) {
        await queries.run(
          `INSERT INTO file_checks (organisation_id, memory_id, version, changes, checked_at, stale)
           SELECT $1, id, $3, $4, $5, $6 FROM memories WHERE organisation_id = $1 AND id = $2
           ON CONFLICT (organisation_id, memory_id) DO UPDATE
           SET version = $3, changes = $4, checked_at = $5, stale = $6`,
          memory.id,
          memory.version,
          toJson(changes),
          at,
          stale,
        )
      }
    },
    async storeNearPairs(projectId = '', { basis, pairs }) {
      const replacing = `ON CONFLICT (organisation_id, project_id)
        DO UPDATE SET basis = excluded.basis, pairs = excluded.pairs`
      await queries.insert('near_pairs', { projectId, basis, pairs: toJson(pairs) }, replacing)
    },
  }
}

function createReviewReader(queries: Queries): ReviewReader {
  /** @param selection what follows the condition that they are of the organisation */
  const decisions = (selection: string, ...values: string[]) =>
    queries.list<ReviewDecision>(
      `SELECT * FROM review_decisions WHERE organisation_id = $1 ${selection}`,
      ...values,
    )
  return {
    findDecision: async (key) => (await decisions('AND key = $2', key))[0],
    lastDecision: async () => (await decisions('ORDER BY id DESC LIMIT 1'))[0],
    async decidedKeys() {
      const keys = 'SELECT key FROM review_decisions WHERE organisation_id = $1'
      return new Set(await queries.texts(keys))
    },
    reasonsAbout: (memoryId) =>
      decisions('AND because IS NOT NULL AND jsonb_exists(memory_ids, $2) ORDER BY id', memoryId),
    async mergesSince(time) {
      const found = await decisions('AND applied IS NOT NULL AND at >= $2 ORDER BY id DESC', time)
      return found.flatMap(({ key, applied }) => (applied ? [{ key, action: applied.action }] : []))
    },
    newest: (projectId, limit) => factsOf(queries, 'memory', projectId, limit),
    candidates: (projectId, limit) => factsOf(queries, 'candidate', projectId, limit),
    nearPairs: (projectId = '') =>
      queries.find<ComparedMemories>(
        'SELECT basis, pairs FROM near_pairs WHERE organisation_id = $1 AND project_id = $2',
        projectId,
      ),
    async changedFiles() {
      const checks = await queries.list<Pick<FileCheck, 'changes'> & { memoryId: string }>(
        `SELECT c.memory_id, c.changes FROM file_checks AS c JOIN memories AS m
           ON m.organisation_id = $1 AND m.id = c.memory_id AND m.version = c.version
         WHERE c.organisation_id = $1 AND c.changes <> '[]'`,
      )
      return new Map(checks.map(({ memoryId, changes }) => [memoryId, changes]))
    },
    async anchored(limit) {
      const rows = await queries.all(
        `SELECT m.* FROM memories AS m LEFT JOIN file_checks AS c
           ON c.organisation_id = $1 AND c.memory_id = m.id AND c.version = m.version
         WHERE m.organisation_id = $1 AND m.git_commit IS NOT NULL AND m.files <> '[]'
         AND m.scope = 'project' AND m.valid_to IS NULL
         ORDER BY c.checked_at NULLS FIRST, m.id LIMIT $2`,
        limit,
      )
      return rows.map(toMemory)
    },
  }
}

async function factsOf(
  queries: Queries,
  standing: MemoryStanding,
  projectId: string | undefined,
  limit: number,
): Promise<MemoryFacts[]> {
  const found = await queries.list<StoredFacts>(
    `SELECT id, scope, scope_id, kind, importance, source, trust, author_id, author_name, pinned,
       valid_from, use_count, last_used_at, files, version, created_at, updated_at
     FROM memories WHERE organisation_id = $1 AND valid_to IS NULL AND standing = $2
     AND ($3::text IS NULL OR (scope = 'project' AND scope_id = $3)
       OR (scope = 'session' AND scope_id IN (SELECT id FROM sessions
         WHERE organisation_id = $1 AND project_id = $3)))
     ORDER BY updated_at DESC, id DESC LIMIT $4`,
    standing,
    projectId,
    limit,
  )
  return found.map(({ authorId, authorName, ...facts }) => ({
    ...facts,
    author: toAuthor(authorId, authorName),
  }))
}

type StoredFacts = Omit<MemoryFacts, 'author'> & {
  readonly authorId: string | undefined
  readonly authorName: string | undefined
}
