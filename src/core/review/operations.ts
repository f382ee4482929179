/**
 * The contract's review operations, and undoing a decision: restores a dropped memory, splits merged
 * ones, reverts accepted changes.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ReviewHandlers } from '../../contract/operations/review.ts'
import { undoActions } from '../consolidation/undo-consolidation.ts'
import { restoreMemory } from '../memory/forget-memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { ReviewDecision } from '../ports/review-store.ts'
import type { Store } from '../ports/store.ts'
import { type AuthorPorts, applyDecision, decideAuthor, theUser } from './decide.ts'
import { type ListReviewPorts, listReview, toDecisionOutput } from './list-review.ts'

export type UndoPorts = Pick<Store, 'transaction'> & Pick<AuthorPorts, 'clock'>

/** @param key of the item; without it, undoes the last decision */
export async function undoDecision(
  key: string | undefined,
  ports: UndoPorts,
): Promise<ReviewDecision> {
  const at = ports.clock.now().toISOString()
  return ports.transaction(async (transaction) => {
    const { reviews, proposals, extractions, memories: tx } = transaction
    const decision =
      key === undefined ? await reviews.lastDecision() : await reviews.findDecision(key)
    if (!decision) throw nothingToUndo(key)
    const isKept = decision.kind === 'candidate' && decision.decision === 'keep'
    if (decision.dropped !== undefined) {
      await restoreMemory(tx, decision.dropped)
      await extractions.removeDropped(decision.dropped)
    } else if (isKept || ['merge', 'accept'].includes(decision.decision)) {
      await takeBack(tx, decision, at)
    }
    const [kept = ''] = decision.memoryIds
    if (decision.renewedFrom !== undefined) {
      await tx.setLastUse(kept, decision.renewedFrom || undefined)
    }
    if (decision.kind === 'unmerged' && decision.decision === 'keep') {
      await tx.removeSources(kept, [theUser])
    }
    if (decision.kind === 'proposal' && !(await proposals.markDecided(decision.key, undefined))) {
      throw cannotUndo('the proposal is no longer kept')
    }
    await reviews.removeDecision(decision.key)
    return decision
  })
}

/** All or nothing: half a merge is worse than a whole one. */
async function takeBack(tx: MemoryStore, { applied }: ReviewDecision, at: string): Promise<void> {
  if (!applied) throw cannotUndo('a memory it changed was forgotten since')
  const { left } = await undoActions(tx, [applied.action], at)
  const [first] = left
  if (first) throw cannotUndo(`memory "${first.id}" is not what it was: ${first.reason}`)
  await tx.removeSources(applied.action.memory.id, applied.sources)
}

function nothingToUndo(key: string | undefined): ThroughlineError {
  const what = key === undefined ? 'nothing was decided yet' : `"${key}" was not decided`
  return new ThroughlineError('not-found', `there is nothing to undo: ${what}`, {
    hint: 'throughline review undo, without a key, undoes the last decision',
  })
}

function cannotUndo(reason: string): ThroughlineError {
  return new ThroughlineError('conflict', `this cannot be undone: ${reason}`, {
    hint: 'throughline show --history shows what the memories said',
  })
}

export interface ReviewPorts
  extends AuthorPorts,
    UndoPorts,
    Omit<ListReviewPorts, 'memories' | 'history'> {
  readonly memories: AuthorPorts['memories'] & ListReviewPorts['memories']
  readonly history: ListReviewPorts['history']
}

export function createReviewOperations(ports: ReviewPorts): ReviewHandlers {
  return {
    listReview: (asked) => listReview(asked, ports),
    decideReview: async (wanted) => toDecisionOutput(await applyDecision(wanted, ports)),
    decideAuthor: (wanted) => decideAuthor(wanted, ports),
    undoReview: async ({ key }) => toDecisionOutput(await undoDecision(key, ports)),
  }
}
