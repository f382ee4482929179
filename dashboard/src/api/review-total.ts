import { useOperation } from './operation-hooks.ts'

/**
 * How much waits for the user's decision, without weak candidates. Counting compares memories: seconds
 * if there are 10,000.
 */
export function useReviewTotal(
  project: string | undefined,
  { enabled = true } = {},
): number | undefined {
  return useOperation('listReview', { project, limit: 1 }, { isSlow: true, enabled }).data?.total
}
