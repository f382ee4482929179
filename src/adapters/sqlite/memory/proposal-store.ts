/** Proposals as rows. */
import type { Proposal } from '../../../core/model/proposal.ts'
import type { ProposalTransaction } from '../../../core/ports/review-store.ts'
import type { Database } from '../connection/database.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'
import { presentProject } from '../history/project-store.ts'

export function createProposalStore(
  database: Database,
  changes: ChangeRecorder,
): ProposalTransaction {
  const toProposal = ({ evidence, wanted, proposer, projectId, ...stored }: Stored): Proposal => ({
    ...stored,
    evidence: JSON.parse(evidence),
    wanted: JSON.parse(wanted),
    proposer: { host: undefined, reason: undefined, ...JSON.parse(proposer) },
    // Its project may have been merged into another.
    projectId: projectId && presentProject(database, projectId),
  })
  const find = (key: string) => database.find<Stored>('SELECT * FROM proposals WHERE key = ?', key)
  return {
    async find(key) {
      const found = find(key)
      return found && toProposal(found)
    },
    async waiting() {
      return database
        .list<Stored>(
          `SELECT * FROM proposals WHERE decided_at IS NULL AND (memory_id IS NULL OR EXISTS
             (SELECT 1 FROM memories WHERE memories.id = memory_id AND valid_to IS NULL)) ORDER BY id DESC`,
        )
        .map(toProposal)
    },
    async insert({ evidence, wanted, proposer, ...proposal }) {
      database.insert('proposals', {
        ...proposal,
        evidence: JSON.stringify(evidence),
        wanted: JSON.stringify(wanted),
        proposer: JSON.stringify(proposer),
      })
      changes.record('proposal', proposal.id, 'created')
    },
    async markDecided(key, at) {
      const found = find(key)
      if (!found) return false
      database.run('UPDATE proposals SET decided_at = ? WHERE key = ?', at, key)
      changes.record('proposal', found.id, 'updated')
      return true
    },
    async dropDecidedBefore(time) {
      database.overwriteDeleted()
      return remove(database, changes, 'decided_at < ?', time)
    },
  }
}

/** Of memories that are erased for good, whose text proposals may repeat. */
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

interface Stored extends Omit<Proposal, 'evidence' | 'wanted' | 'proposer'> {
  readonly evidence: string
  readonly wanted: string
  readonly proposer: string
}
