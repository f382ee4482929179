import { useOperation } from './operation-hooks.ts'

export interface ReviewCounts {
  readonly proposals: number
  readonly candidates: number
  /** Contradictions, near-duplicates, stale and unused memories. */
  readonly others: number
  readonly total: number
}

/** What waits for the user's decision. Counting compares memories: seconds if there are 10,000. */
export function useReviewCounts(
  project: string | undefined,
  { enabled = true } = {},
): ReviewCounts | undefined {
  const { data } = useOperation('listReview', { project, limit: 1 }, { isSlow: true, enabled })
  if (!data) return undefined
  const of = (kind: string) => data.counts.find((each) => each.kind === kind)?.count ?? 0
  const total = data.counts.reduce((sum, { count }) => sum + count, 0)
  const [proposals, candidates] = [of('proposal'), of('candidate')]
  return { proposals, candidates, others: total - proposals - candidates, total }
}
