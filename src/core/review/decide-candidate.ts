/** Keeps a candidate as the user's memory, in their words if they give any, or drops it. */
import { ThroughlineError } from '../../contract/errors.ts'
import { refuseTaken } from '../memory/change-memory.ts'
import { rememberDropped } from '../memory/dropped-candidates.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import { differing } from '../memory/merge.ts'
import { cleanContent } from '../memory/new-memory.ts'
import { approvedTrust, confirm } from '../memory/standing.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryTransaction } from '../ports/memory-store.ts'
import type { ReviewDecision } from '../ports/review-store.ts'
import { trackChanges } from './track-changes.ts'
import { type DecidePorts, refuseChanged, type WantedDecision } from './wanted-decision.ts'

export async function decideCandidate(
  { key, memories: [candidate] }: { readonly key: string; readonly memories: readonly Memory[] },
  { decision, content }: WantedDecision,
  ports: DecidePorts,
): Promise<ReviewDecision> {
  if (!candidate) throw new RangeError('an item without a memory')
  if (decision === 'merge') {
    const hint = 'keep it or drop it'
    throw new ThroughlineError('invalid-input', 'a candidate cannot be merged', { hint })
  }
  const at = ports.clock.now().toISOString()
  return ports.transaction(async ({ reviews, extractions, memories }) => {
    await refuseChanged(memories, [candidate])
    const { tx, applied } = trackChanges(memories)
    if (decision === 'drop') {
      await rememberDropped(extractions, candidate, ports.hash)
      await forgetMemory(memories, candidate.id, at, { now: false })
    } else {
      await keep(tx, candidate, content, ports, at)
    }
    const made = {
      ...({ id: ports.ids.next(), key, kind: 'candidate', decision, at } as const),
      memoryIds: [candidate.id],
      dropped: decision === 'drop' ? candidate.id : undefined,
      applied: decision === 'drop' ? undefined : await applied(candidate.id),
    }
    await reviews.insertDecision(made)
    return made
  })
}

/** What the user keeps, they vouch for. */
async function keep(
  tx: MemoryTransaction,
  candidate: Memory,
  content: string | undefined,
  ports: DecidePorts,
  at: string,
): Promise<void> {
  const change = differing(candidate, {
    ...(content === undefined
      ? {}
      : { ...cleanContent(content, candidate.key, ports), author: null }),
    ...confirm(candidate, 'reviewed'),
    trust: approvedTrust(candidate, content !== undefined),
  })
  await refuseTaken(tx, candidate, change)
  await tx.update(candidate.id, change, at)
}
