/** An item to review: what can be decided about it, and the words for that. */
import type { ReviewDecisionName, ReviewKind } from '../../../../src/contract/vocabulary.ts'
import { count } from '../../../../src/contract/wording.ts'
import type { OutputOf } from '../../api/call.ts'

export type Review = OutputOf<'listReview'>
export type ReviewItem = Review['items'][number]

export function isOffered(
  { kind, memories, proposal }: ReviewItem,
  decision: ReviewDecisionName,
): boolean {
  if (kind === 'contradiction') return decision === 'keep' || decision === 'drop'
  if (decision === 'drop') return true
  if (proposal) return decision === 'accept'
  return decision === 'keep' || (decision === 'merge' && memories.length > 1)
}

/** Whether it can be accepted or kept in other words. */
export function canReword({ kind, proposal }: ReviewItem): boolean {
  return kind === 'candidate' || proposal?.canReword === true
}

/** The session a candidate was last learned in. */
export function sessionOf({ kind, said }: ReviewItem): string | undefined {
  return kind === 'candidate' ? said?.[0]?.session : undefined
}

/** The text that accepting a proposal leaves; of another item, what its first memory says. */
export function textOf({ memories, proposal }: ReviewItem): string {
  const change = proposal?.changes.find(({ field }) => field === 'content')
  return change?.to ?? memories[0]?.content ?? ''
}

export const fieldNames: Readonly<Record<string, string>> = {
  content: 'Text',
  key: 'Key',
  kind: 'Kind',
  scope: 'Scope',
  tags: 'Tags',
  keywords: 'Keywords',
  importance: 'Importance',
  pinned: 'Pinned',
  files: 'Files',
}

const kindNames: Readonly<Record<ReviewKind, string>> = {
  proposal: 'Proposal',
  contradiction: 'Contradiction',
  'near-duplicate': 'Near-duplicate',
  candidate: 'Candidate',
  unmerged: 'Unmerged',
  stale: 'Stale',
  'never-used': 'Never used',
  unconfirmed: 'Unconfirmed',
  faded: 'Faded',
}

const countable: readonly ReviewKind[] = [
  'proposal',
  'contradiction',
  'near-duplicate',
  'candidate',
]

/** What several of a kind are called: proposals, but never used. */
export const kindsName = (kind: ReviewKind) =>
  `${kindNames[kind]}${countable.includes(kind) ? 's' : ''}`

export function nameOf({ kind, proposal }: Pick<ReviewItem, 'kind' | 'proposal'>): string {
  return proposal?.writtenAt === undefined ? kindNames[kind] : 'Conflict'
}

export const kindTones = {
  proposal: 'accent',
  contradiction: 'bad',
  'near-duplicate': 'neutral',
  candidate: 'accent',
  unmerged: 'warn',
  stale: 'warn',
  'never-used': 'neutral',
  unconfirmed: 'neutral',
  faded: 'neutral',
} as const satisfies Record<ReviewKind, string>

export function describeDecision(
  decision: ReviewDecisionName,
  {
    kind,
    memories: { length: memories },
    proposal,
  }: Pick<ReviewItem, 'kind' | 'memories' | 'proposal'>,
): string {
  if (proposal?.writtenAt !== undefined) {
    return decision === 'accept'
      ? 'Yours was kept and is sent to the team.'
      : 'Theirs was kept. Yours is in its history.'
  }
  if (decision === 'accept') {
    return proposal?.action === 'forget'
      ? 'Accepted. The memory can be restored for 30 days.'
      : 'Accepted.'
  }
  if (proposal) return 'Dropped. It is not proposed again.'
  if (kind === 'candidate') {
    return decision === 'keep' ? 'Kept as a memory.' : 'Dropped. It is not learned again.'
  }
  if (decision === 'merge') return 'Merged into one.'
  if (decision === 'drop') return 'Dropped. It can be restored for 30 days.'
  if (kind === 'contradiction') return 'Both are true.'
  return memories === 1 ? 'Kept.' : 'Kept both.'
}

export function describeAuthorDecision({
  author: { name },
  decision,
  decided,
  left,
}: OutputOf<'decideAuthor'>): string {
  if (decision === 'drop') return `Dropped ${memoryCount(decided)} by ${name}.`
  const risky = left === 0 ? '' : ` Still in review because risky: ${memoryCount(left)}.`
  return `Approved ${name} and ${memoryCount(decided)}.${risky}`
}

const memoryCount = (memories: number) => count(memories, 'memory', 'memories')
