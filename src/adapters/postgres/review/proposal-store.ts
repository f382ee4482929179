/** Proposals as rows. */
import type { Proposal } from '../../../core/model/proposal.ts'
import type { ProposalTransaction } from '../../../core/ports/proposal-store.ts'
import { toJson } from '../../../core/text/storable.ts'
import type { Queries } from '../connection/queries.ts'
import type { Value } from '../connection/values.ts'
import type { ChangeRecorder } from '../feed/change-recorder.ts'
import { presentProject } from '../projects/project-store.ts'

export function createProposalStore(
  queries: Queries,
  changes: ChangeRecorder,
): ProposalTransaction {
  const toProposal = async ({ proposer, projectId, ...stored }: Proposal): Promise<Proposal> => ({
    ...stored,
    proposer: { ...proposer, host: proposer.host, reason: proposer.reason },
    // Its project may have been merged into another.
    projectId: projectId === undefined ? undefined : await presentProject(queries, projectId),
  })
  const find = (key: string) =>
    queries.find<Proposal>('SELECT * FROM proposals WHERE organisation_id = $1 AND key = $2', key)
  return {
    async find(key) {
      const found = await find(key)
      return found && toProposal(found)
    },
    async waiting() {
      const waiting = await queries.list<Proposal>(
        `SELECT * FROM proposals AS p WHERE organisation_id = $1 AND decided_at IS NULL
         AND (memory_id IS NULL OR EXISTS (SELECT FROM memories AS m
           WHERE m.organisation_id = $1 AND m.id = p.memory_id AND valid_to IS NULL))
         ORDER BY id DESC`,
      )
      return Promise.all(waiting.map(toProposal))
    },
    async insert({ evidence, wanted, proposer, ...proposal }) {
      await queries.insert('proposals', {
        ...proposal,
        evidence: toJson(evidence),
        wanted: toJson(wanted),
        proposer: toJson(proposer),
      })
      await changes.record('proposal', proposal.id, 'created')
    },
    async markDecided(key, at) {
      const [id] = await queries.texts(
        `UPDATE proposals SET decided_at = $3 WHERE organisation_id = $1 AND key = $2
         RETURNING id`,
        key,
        at,
      )
      if (id === undefined) return false
      await changes.record('proposal', id, 'updated')
      return true
    },
    dropDecidedBefore: (time) => remove(queries, changes, 'decided_at < $2', time),
  }
}

/** Of memories that are erased for good, whose text proposals may repeat. */
export async function eraseProposals(
  queries: Queries,
  changes: ChangeRecorder,
  memoryIds: readonly string[],
): Promise<void> {
  await remove(
    queries,
    changes,
    `(memory_id = ANY($2) OR key IN (
       SELECT d.key FROM review_decisions AS d WHERE d.organisation_id = $1
       AND d.kind = 'proposal' AND jsonb_exists_any(d.memory_ids, $2)))`,
    memoryIds,
  )
}

async function remove(
  queries: Queries,
  changes: ChangeRecorder,
  which: string,
  value: Value,
): Promise<number> {
  const ids = await queries.texts(
    `DELETE FROM proposals WHERE organisation_id = $1 AND ${which} RETURNING id`,
    value,
  )
  for (const id of ids) await changes.record('proposal', id, 'removed')
  return ids.length
}
