import type { ReviewDecisionName, ReviewKind } from '../../../../src/contract/vocabulary.ts'

export const kindNames: Readonly<Record<ReviewKind, string>> = {
  contradiction: 'Contradiction',
  'near-duplicate': 'Near-duplicate',
  stale: 'Stale',
  'never-used': 'Never used',
  unconfirmed: 'Unconfirmed',
}

export const kindTones = {
  contradiction: 'bad',
  'near-duplicate': 'accent',
  stale: 'warn',
  'never-used': 'neutral',
  unconfirmed: 'neutral',
} as const satisfies Record<ReviewKind, string>

export function describeDecision(decision: ReviewDecisionName, memories: number): string {
  if (decision === 'merge') return 'Merged into one.'
  if (decision === 'drop') return 'Dropped. It can be restored for 30 days.'
  return memories === 1 ? 'Kept.' : 'Kept both.'
}
