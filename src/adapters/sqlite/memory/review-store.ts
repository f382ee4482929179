/** Stores review decisions, checks, near pairs and proposals. */
import type { MemoryStanding } from '../../../contract/vocabulary.ts'
import {
  type ChosenCheck,
  checkName,
  isCheck,
  type MemoryCheck,
  withChosen,
} from '../../../core/model/check.ts'
import type { Proposal } from '../../../core/model/proposal.ts'
import type {
  MemoryFacts,
  ProposalStore,
  ReviewDecision,
  ReviewStore,
} from '../../../core/ports/review-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'
import { presentProject } from '../history/project-store.ts'
import { selectMemories } from './memory-rows.ts'

export function createReviewStore(database: Database): ReviewStore {
  return {
    async findDecision(key) {
      const found = database.find<object>('SELECT * FROM review_decisions WHERE key = ?', key)
      return found && decisions.read(found)
    },
    async lastDecision() {
      const last = database.find<object>('SELECT * FROM review_decisions ORDER BY id DESC LIMIT 1')
      return last && decisions.read(last)
    },
    decidedKeys: async () => new Set(database.texts('SELECT key FROM review_decisions')),
    async reasonsAbout(memoryId) {
      return database
        .list<object>(
          `SELECT * FROM review_decisions WHERE because IS NOT NULL
           AND EXISTS (SELECT 1 FROM json_each(memory_ids) WHERE value = ?) ORDER BY id`,
          memoryId,
        )
        .map(decisions.read)
    },
    async mergesSince(time) {
      return database
        .list<object>(
          `SELECT * FROM review_decisions WHERE applied IS NOT NULL AND at >= ? ORDER BY id DESC`,
          time,
        )
        .map(decisions.read)
        .flatMap(({ key, applied }) => (applied ? [{ key, action: applied.action }] : []))
    },
    newest: async (projectId, limit) => factsOf(database, 'memory', projectId, limit),
    candidates: async (projectId, limit) => factsOf(database, 'candidate', projectId, limit),
    async nearPairs(projectId = '') {
      const found = database.find<{ basis: string; pairs: string }>(
        'SELECT basis, pairs FROM near_pairs WHERE project_id = ?',
        projectId,
      )
      return found && { basis: found.basis, pairs: JSON.parse(found.pairs) }
    },
    async checks(memoryIds) {
      const chosen = chosenChecks(database, memoryIds)
      const found = database.list<{ memoryId: string; checks: string }>(
        `SELECT memory_id, checks FROM memory_checks
         JOIN memories ON memories.id = memory_id AND memories.version = memory_checks.version
         WHERE checks <> '[]' AND (?1 IS NULL OR memory_id IN (SELECT value FROM json_each(?1)))`,
        memoryIds && JSON.stringify(memoryIds),
      )
      const held = new Map(
        found.map(({ memoryId, checks }) => [memoryId, JSON.parse(checks).filter(isCheck)]),
      )
      for (const [id, ofMemory] of chosen) {
        const counting = ofMemory.filter(({ isDropped, hasHeld }) => isDropped || hasHeld)
        held.set(id, withChosen(held.get(id) ?? [], counting))
      }
      return held
    },
    async chosenChecks(memoryIds) {
      return chosenChecks(database, memoryIds)
    },
    async chooseCheck(memoryId, chosen) {
      const name = checkName(chosen.check)
      const before = chosenChecks(database, [memoryId]).get(memoryId) ?? []
      const others = before.filter(({ check }) => checkName(check) !== name)
      putChosen(database, memoryId, [...others, chosen])
    },
    async toCheck(limit) {
      return selectMemories(
        database,
        `LEFT JOIN memory_checks ON memory_id = id AND memory_checks.version = memories.version
         WHERE scope = 'project' AND valid_to IS NULL
         ORDER BY checked_at NULLS FIRST, id LIMIT ?`,
        limit,
      )
    },
    async insertDecision(decision) {
      database.insert('review_decisions', decisions.write(decision))
    },
    async removeDecision(key) {
      database.run('DELETE FROM review_decisions WHERE key = ?', key)
    },
    async noteChecks(checked, at) {
      for (const { memory, checks } of checked) {
        database.run(
          `INSERT INTO memory_checks (memory_id, version, checks, checked_at)
           SELECT id, ?2, ?3, ?4 FROM memories WHERE id = ?1
           ON CONFLICT DO UPDATE SET version = ?2, checks = ?3, checked_at = ?4`,
          memory.id,
          memory.version,
          JSON.stringify(checks),
          at,
        )
        noteHeld(database, memory.id, checks)
      }
    },
    async storeNearPairs(projectId = '', { basis, pairs }) {
      database.put('near_pairs', { projectId, basis, pairs: JSON.stringify(pairs) })
    },
  }
}

function chosenChecks(database: Database, memoryIds?: readonly string[]) {
  const found = database.list<{ memoryId: string; checks: string }>(
    `SELECT memory_id, checks FROM chosen_checks
     WHERE ?1 IS NULL OR memory_id IN (SELECT value FROM json_each(?1))`,
    memoryIds && JSON.stringify(memoryIds),
  )
  return new Map(
    found.map(({ memoryId, checks }) => [
      memoryId,
      (JSON.parse(checks) as ChosenCheck[]).filter(({ check }) => isCheck(check)),
    ]),
  )
}

function putChosen(database: Database, memoryId: string, chosen: readonly ChosenCheck[]): void {
  database.run(
    `INSERT INTO chosen_checks (memory_id, checks) SELECT id, ?2 FROM memories WHERE id = ?1
     ON CONFLICT DO UPDATE SET checks = ?2`,
    memoryId,
    JSON.stringify(chosen),
  )
}

/** A check that a person added stays known as having held, even if the text changes. */
function noteHeld(database: Database, memoryId: string, held: readonly MemoryCheck[]): void {
  const chosen = chosenChecks(database, [memoryId]).get(memoryId) ?? []
  const names = new Set(held.map(checkName))
  const isNew = ({ check, isDropped, hasHeld }: ChosenCheck) =>
    !isDropped && !hasHeld && names.has(checkName(check))
  if (!chosen.some(isNew)) return
  const noted = chosen.map((each) => (isNew(each) ? { ...each, hasHeld: true } : each))
  putChosen(database, memoryId, noted)
}

function factsOf(
  database: Database,
  standing: MemoryStanding,
  projectId: string | undefined,
  limit: number,
): MemoryFacts[] {
  const found = database.all(
    `SELECT id, scope, scope_id AS scopeId, kind, importance, source, trust, pinned, files,
       iif(author_id IS NULL, NULL, json_object('id', author_id, 'name', author_name)) AS author,
       valid_from AS validFrom, use_count AS useCount, last_used_at AS lastUsedAt, version,
       created_at AS createdAt, updated_at AS updatedAt
     FROM memories WHERE valid_to IS NULL AND standing = ?1 AND (?2 IS NULL
       OR (scope = 'project' AND scope_id = ?2)
       OR (scope = 'session' AND scope_id IN (SELECT id FROM sessions WHERE project_id = ?2)))
     ORDER BY updated_at DESC, id DESC LIMIT ?3`,
    standing,
    projectId,
    limit,
  )
  // Changes rows in place: copying 1,000 of them takes a command 4 ms.
  return found.map((row) =>
    Object.assign(row, {
      author: row.author ? JSON.parse(String(row.author)) : undefined,
      pinned: row.pinned === 1,
      files: row.files === '[]' ? [] : JSON.parse(String(row.files)),
      lastUsedAt: row.lastUsedAt ?? undefined,
    }),
  ) as unknown[] as MemoryFacts[]
}

const decisions = rowForm<ReviewDecision>({ json: ['memoryIds', 'applied'] })
const proposals = rowForm<Proposal>({ json: ['evidence', 'wanted', 'proposer'] })

export function createProposalStore(database: Database, changes: ChangeRecorder): ProposalStore {
  const toProposal = (row: object): Proposal => {
    const proposal = proposals.read(row)
    return {
      ...proposal,
      proposer: { ...{ host: undefined, reason: undefined }, ...proposal.proposer },
      // The project may have been merged into another.
      projectId: proposal.projectId && presentProject(database, proposal.projectId),
    }
  }
  const find = (key: string) =>
    database.find<Pick<Proposal, 'id'>>('SELECT * FROM proposals WHERE key = ?', key)
  return {
    async find(key) {
      const found = find(key)
      return found && toProposal(found)
    },
    async waiting() {
      return database
        .list<object>(
          `SELECT * FROM proposals WHERE decided_at IS NULL AND (memory_id IS NULL OR EXISTS
             (SELECT 1 FROM memories WHERE memories.id = memory_id AND valid_to IS NULL)) ORDER BY id DESC`,
        )
        .map(toProposal)
    },
    async insert(proposal) {
      database.insert('proposals', proposals.write(proposal))
      changes.record('proposal', proposal.id, 'created')
    },
    async markDecided(key, at) {
      const found = find(key)
      if (!found) return false
      database.run('UPDATE proposals SET decided_at = ? WHERE key = ?', at, key)
      changes.record('proposal', found.id, 'updated')
      return true
    },
    async remove(key) {
      database.overwriteDeleted()
      remove(database, changes, 'key = ?', key)
    },
    async dropDecidedBefore(time) {
      database.overwriteDeleted()
      return remove(database, changes, 'decided_at < ?', time)
    },
  }
}

/** Erases proposals of erased memories, because they may repeat the text. */
export function eraseProposals(
  database: Database,
  changes: ChangeRecorder,
  memoryIds: readonly string[],
): void {
  const gone = JSON.stringify(memoryIds)
  remove(
    database,
    changes,
    `memory_id IN (SELECT value FROM json_each(?1)) OR key IN (
       SELECT decisions.key FROM review_decisions AS decisions, json_each(memory_ids) AS about
       WHERE kind = 'proposal' AND about.value IN (SELECT value FROM json_each(?1)))`,
    gone,
  )
}

function remove(database: Database, changes: ChangeRecorder, which: string, value: string): number {
  const ids = database.texts(`SELECT id FROM proposals WHERE ${which}`, value)
  database.run(
    'DELETE FROM proposals WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  for (const id of ids) changes.record('proposal', id, 'removed')
  return ids.length
}
