/** A change that lost to another one: it waits in review, and the server hears of the decision. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SyncOperation } from '../../../contract/team/sync.ts'
import { proposalKey, propose } from '../../proposals/propose.ts'
import type { TeamClientPorts, TeamWork } from './client-ports.ts'

/** Proposes the user's version. Choosing it edits the current version. */
export async function keepConflict(
  { tx, clock, ids, hash, projects }: TeamWork,
  { id: memoryId, key: id, project, text }: Extract<SyncOperation, { type: 'put' }>,
): Promise<void> {
  const memory = await tx.memories.find(memoryId)
  if (!memory) return
  const { content, kind, tags, keywords, files, importance, key = null, updatedAt } = text
  const proposal = proposalKey('update', ['conflict', memoryId, id], hash)
  await propose(
    tx,
    {
      ...{ action: 'update', key: proposal, memoryId, memoryVersion: undefined, evidence: [] },
      wanted: { content, kind, tags, keywords, files, importance, key, trust: 'user' },
      proposer: { kind: 'program', host: undefined, reason: undefined, writtenAt: updatedAt },
      projectId: projects.find((each) => each.id === project)?.localId || undefined,
    },
    { clock, ids },
  )
  await tx.team.putConflict({ id, project, memoryId, proposalKey: proposal })
}

/**
 * After everything was sent, so that the server loses no version before it has the one chosen. Only what
 * the user decided is closed there: a version that nobody looked at may be nowhere else.
 */
export async function closeConflicts(ports: TeamClientPorts): Promise<void> {
  const { store } = ports
  for (const { id, memoryId, proposalKey: key } of await store.team.conflicts()) {
    if ((await store.team.operationsOf(memoryId)).length > 0) continue
    const proposal = await store.proposals.find(key)
    if (proposal && proposal.decidedAt === undefined) continue
    if (proposal) await resolve(id, ports)
    await store.transaction(({ team }) => team.removeConflict(id))
  }
}

async function resolve(id: string, { server }: TeamClientPorts): Promise<void> {
  try {
    await server.resolve({ id, keep: 'current' })
  } catch (error) {
    // Decided by an admin, lost with a backup, or not ours to decide any more.
    const isOver = error instanceof ThroughlineError && over.includes(error.code)
    if (!isOver) throw error
  }
}

const over: readonly string[] = ['not-found', 'not-allowed']
