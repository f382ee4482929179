/** The user's intended decision about an item, and the reasons to refuse it. */

import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf } from '../../contract/operations/index.ts'
import type { ReviewKind } from '../../contract/vocabulary.ts'
import type { DraftPorts } from '../memory/new-memory.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { IdSource } from '../ports/runtime.ts'
import type { Transact } from '../ports/store.ts'
import type { QueuePorts } from './read-queue.ts'

export interface DecidePorts extends QueuePorts, DraftPorts {
  readonly transaction: Transact
  readonly ids: IdSource
}

export type WantedDecision = InputOf<'decideReview'>

/** @throws ThroughlineError `invalid-input` if its kind does not offer the decision */
export function refuseUnoffered(wanted: WantedDecision, kind: ReviewKind): void {
  const isProposal = kind === 'proposal'
  const message = obstacleTo(wanted, kind, isProposal)
  if (message === undefined) return
  const hint = isProposal
    ? 'accept it or drop it'
    : kind === 'contradiction'
      ? 'drop the one that does not hold, or keep both and say why (because)'
      : 'keep, merge or drop'
  throw new ThroughlineError('invalid-input', message, { hint })
}

function obstacleTo(
  { decision, content, as, because }: WantedDecision,
  kind: ReviewKind,
  isProposal: boolean,
): string | undefined {
  if (decision !== 'drop' && (decision === 'accept') !== isProposal) {
    return `${isProposal ? 'a proposal' : 'this item'} cannot be decided by "${decision}"`
  }
  if (content !== undefined && decision !== (kind === 'candidate' ? 'keep' : 'accept')) {
    return 'only an accepted proposal or a kept candidate can be reworded'
  }
  if (as !== undefined && (kind !== 'candidate' || decision !== 'keep')) {
    return 'only a kept candidate can become another kind'
  }
  const isBothKept = kind === 'contradiction' && decision === 'keep'
  if (because !== undefined && !isBothKept) {
    return 'a reason is only for two memories that contradict each other and both hold'
  }
  if (kind === 'contradiction' && decision === 'merge') {
    return 'memories that contradict each other are not merged'
  }
  return isBothKept && !because ? 'say why both memories hold' : undefined
}

export async function refuseChanged(tx: MemoryStore, memories: readonly Memory[]): Promise<void> {
  for (const { id, version } of memories) {
    if ((await tx.find(id))?.version === version) continue
    throw new ThroughlineError('conflict', `memory "${id}" has changed since`, {
      hint: 'review the item again',
    })
  }
}
