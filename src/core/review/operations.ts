/** The review operations of the contract. */

import type { ReviewHandlers } from '../../contract/operations/review.ts'
import { applyDecision } from './decide.ts'
import { type AuthorPorts, decideAuthor } from './decide-author.ts'
import { type ListReviewPorts, listReview, toDecisionOutput } from './list-review.ts'
import { type UndoPorts, undoDecision } from './undo-decision.ts'

export interface ReviewPorts extends AuthorPorts, UndoPorts, Omit<ListReviewPorts, 'memories'> {
  readonly memories: AuthorPorts['memories'] & ListReviewPorts['memories']
}

export function createReviewOperations(ports: ReviewPorts): ReviewHandlers {
  return {
    listReview: (asked) => listReview(asked, ports),
    decideReview: async (wanted) => toDecisionOutput(await applyDecision(wanted, ports)),
    decideAuthor: (wanted) => decideAuthor(wanted, ports),
    undoReview: async ({ key }) => toDecisionOutput(await undoDecision(key, ports)),
  }
}
