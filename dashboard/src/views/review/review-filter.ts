/** Review filters in the URL. */
import { type ReviewKind, reviewKinds } from '../../../../src/contract/vocabulary.ts'
import { oneOf, text } from '../../read-params.ts'

export interface ReviewFilter {
  readonly kind?: ReviewKind | undefined
  readonly project?: string | undefined
}

export const noFilter: ReviewFilter = { kind: undefined, project: undefined }

export function readReviewFilter(given: Record<string, unknown>): ReviewFilter {
  return { kind: oneOf(reviewKinds, given.kind), project: text(given.project) }
}

export function isFiltered({ kind, project }: ReviewFilter): boolean {
  return kind !== undefined || project !== undefined
}
