/** A decision to be made about an item, and what refuses it. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ReviewDecisionName, ReviewKind } from '../../contract/vocabulary.ts'
import type { DraftPorts } from '../memory/new-memory.ts'
import type { Memory } from '../model/memory.ts'
import type { IdSource } from '../ports/clock.ts'
import type { MemoryTransaction } from '../ports/memory-store.ts'
import type { Transact } from '../ports/store.ts'
import type { QueuePorts } from './read-queue.ts'

export interface DecidePorts extends QueuePorts, DraftPorts {
  readonly transaction: Transact
  readonly ids: IdSource
}

export interface WantedDecision {
  readonly key: string
  readonly decision: ReviewDecisionName
  /** Of two, which one stays; by default the first. */
  readonly stays?: string | undefined
  /** What an accepted proposal or a kept candidate says instead. */
  readonly content?: string | undefined
}

/** @throws ThroughlineError `invalid-input` for a decision that its kind does not offer */
export function refuseUnoffered({ decision, content }: WantedDecision, kind: ReviewKind): void {
  const isProposal = kind === 'proposal'
  const isOffered = decision === 'drop' || (decision === 'accept') === isProposal
  const message = !isOffered
    ? `${isProposal ? 'a proposal' : 'this item'} cannot be decided by "${decision}"`
    : content !== undefined && decision !== (kind === 'candidate' ? 'keep' : 'accept')
      ? 'only what is accepted, or a candidate that is kept, can be reworded'
      : undefined
  if (message === undefined) return
  const hint = isProposal ? 'accept it or drop it' : 'keep, merge or drop'
  throw new ThroughlineError('invalid-input', message, { hint })
}

export async function refuseChanged(
  tx: MemoryTransaction,
  memories: readonly Memory[],
): Promise<void> {
  for (const { id, version } of memories) {
    if ((await tx.find(id))?.version === version) continue
    throw new ThroughlineError('conflict', `memory "${id}" was changed meanwhile`, {
      hint: 'review the item again',
    })
  }
}
