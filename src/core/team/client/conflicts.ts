/** Keeps a change that lost to another one in review, and reports the decision to the server. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SyncOperation } from '../../../contract/team/sync.ts'
import { proposalKey, propose } from '../../proposals/propose.ts'
import type { TeamClientPorts, TeamWork } from './client-ports.ts'

/** Proposes the user's version. Accepting it edits the current version. */
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
 * Runs after everything was sent, so that the server has the chosen version before it drops one.
 * Closes only what the user decided: an undecided version may exist nowhere else.
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
    // An admin decided it, a backup lost it, or it is no longer ours to decide.
    const isOver = error instanceof ThroughlineError && over.includes(error.code)
    if (!isOver) throw error
  }
}

const over: readonly string[] = ['not-found', 'not-allowed']
