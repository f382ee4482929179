/** The review operations of the contract. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { ReviewHandlers } from '../../contract/operations/review.ts'
import { reviewKinds } from '../../contract/vocabulary.ts'
import { toOutput as toMemoryOutput } from '../memory/operations.ts'
import type { ScopePorts } from '../memory/scope.ts'
import type { ReviewDecision } from '../ports/review-store.ts'
import { applyDecision, type DecidePorts } from './decide.ts'
import { readItems, readQueue } from './read-queue.ts'
import { type UndoPorts, undoDecision } from './undo-decision.ts'

export type ReviewPorts = DecidePorts & UndoPorts & Pick<ScopePorts, 'findProject'>

export function createReviewOperations(ports: ReviewPorts): ReviewHandlers {
  return {
    async listReview({ project, kind, limit, offset }) {
      const projectId = project === undefined ? undefined : (await ports.findProject(project)).id
      const queue = await readQueue(projectId, ports)
      const wanted = queue.filter((item) => kind === undefined || item.kind === kind)
      const last = await ports.reviews.lastDecision()
      const page = await readItems(wanted.slice(offset, offset + limit), ports)
      return {
        items: page.map((item) => ({
          ...item,
          memories: item.memories.map(toMemoryOutput),
        })),
        total: wanted.length,
        counts: reviewKinds.map((each) => ({
          kind: each,
          count: queue.filter((item) => item.kind === each).length,
        })),
        undoable: last && toOutput(last),
      }
    },
    decideReview: async (wanted) => toOutput(await applyDecision(wanted, ports)),
    undoReview: async ({ key }) => toOutput(await undoDecision(key, ports)),
  }
}

function toOutput(decided: ReviewDecision): OutputOf<'decideReview'> {
  const { key, kind, decision, memoryIds, dropped, at } = decided
  return { key, kind, decision, memoryIds: [...memoryIds], dropped, at }
}
