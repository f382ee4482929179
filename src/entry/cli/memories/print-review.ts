/** Review items as text. */

import { diffWords, haveMuchInCommon } from '../../../contract/diff.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { plainName } from '../../../contract/team/author-name.ts'
import { nameAgent, type ReviewKind } from '../../../contract/vocabulary.ts'
import { describeCommit } from '../../../contract/wording.ts'
import { shortId } from '../../../core/model/memory.ts'
import type { CliContext } from '../context.ts'
import { ago, count, excerpt, idCell, memoryCount, pageLine, wrap } from '../present.ts'

export type Review = OutputOf<'listReview'>
export type ReviewEntry = Review['items'][number]
type Decided = OutputOf<'decideReview'>
type Memory = ReviewEntry['memories'][number]
type Proposal = NonNullable<ReviewEntry['proposal']>

const names: Record<ReviewKind, [one: string, several: string]> = {
  proposal: ['proposal', 'proposals'],
  contradiction: ['contradiction', 'contradictions'],
  'near-duplicate': ['near-duplicate', 'near-duplicates'],
  candidate: ['candidate', 'candidates'],
  unmerged: ['unmerged', 'unmerged'],
  stale: ['stale', 'stale'],
  'never-used': ['never used', 'never used'],
  unconfirmed: ['unconfirmed', 'unconfirmed'],
  faded: ['faded', 'faded'],
}

export function sayNothing(overheard: number): string {
  if (overheard > 0) return `Nothing to review. ${weakLine(overheard)}`
  return `Nothing to review.
Proposals, contradictions, duplicates, candidates, stale and unused memories come up here.`
}

/** What local rules overheard or found in commits asks nothing of anybody. */
const weakLine = (overheard: number) =>
  `${count(overheard, 'weak candidate')} not shown: throughline review --kind candidate`

export function printReviewList(
  context: CliContext,
  { items, total, counts, overheard }: Review,
  offset: number,
) {
  if (total === 0) return context.print(sayNothing(overheard))
  const rows = items.map((item) => [
    idCell(item.key),
    nameOf(item),
    `${item.suggestion}?`,
    item.proposal
      ? excerpt(proposedContent(item), 36)
      : item.memories.map(({ content }) => excerpt(content, 50)).join(' | '),
    item.memories[0]?.author ? item.why : '',
  ])
  context.printTable(rows)
  if (items.length > 0) context.print()
  context.print(describeReviewCounts({ counts, overheard }))
  const page = pageLine(offset, items.length, total, (number) => count(number, 'item'))
  if (page !== undefined) context.print(page)
  if (overheard > 0) context.print(weakLine(overheard))
  if (items.length > 0) {
    context.print('throughline review  shows them one by one; review decide KEY decides one')
  }
}

/** Without the weak candidates, which are named on their own. */
export function describeReviewCounts({
  counts,
  overheard,
}: Pick<Review, 'counts' | 'overheard'>): string {
  return counts
    .map(({ kind, count: all }) => ({ kind, count: kind === 'candidate' ? all - overheard : all }))
    .filter(({ count: number }) => number > 0)
    .map(({ kind, count: number }) => `${number} ${names[kind][number === 1 ? 0 : 1]}`)
    .join(', ')
}

function nameOf({ kind, proposal }: ReviewEntry): string {
  if (proposal?.writtenAt !== undefined) return 'conflict'
  return proposal ? `${names[kind][0]}: ${proposal.action}` : names[kind][0]
}

const widestRule = 80

/** Both texts in full, with differences marked as `git diff --word-diff` marks them. */
export function printItem(context: CliContext, item: ReviewEntry, left: number): void {
  const [stays, goes] = item.memories
  const isChoice = item.kind === 'contradiction'
  context.print()
  context.print('─'.repeat(Math.min(context.columns ?? widestRule, widestRule)))
  const isConflict = item.proposal?.writtenAt !== undefined
  context.print(`${isConflict ? 'conflict' : names[item.kind][0]}, ${count(left, 'item')} left`)
  context.print(item.why)
  if (stays) {
    context.print()
    printMemory(context, isConflict ? 'theirs  ' : isChoice ? '1  ' : goes ? 'stays  ' : '', stays)
  }
  if (item.wording !== undefined) {
    context.print()
    context.print('In clean words')
    printIndented(context, item.wording)
  }
  for (const turn of item.said ?? []) printSaid(context, turn)
  for (const commit of item.commits ?? []) {
    context.print()
    context.print(`From ${describeCommit(commit, new Date())}`)
  }
  if (item.proposal) printProposal(context, item.proposal)
  if (!stays || !goes) return
  printMemory(context, isChoice ? '2  ' : 'goes   ', goes)
  if (haveMuchInCommon(stays.content, goes.content)) {
    printIndented(context, markWords(stays.content, goes.content))
  }
}

function printMemory(context: CliContext, role: string, memory: Memory): void {
  const { id, kind, scope, trust, author, pinned, validFrom } = memory
  const whose = author ? `by ${plainName(author.name)}` : `said by ${trust}`
  const facts = [`${scope} ${kind}`, whose, ago(validFrom, new Date())]
  context.print(`${role}${[...facts, ...(pinned ? ['pinned'] : []), shortId(id)].join(', ')}`)
  printIndented(context, memory.content)
}

/** Who said what, in the turn it was learned from. */
function printSaid(
  context: CliContext,
  { session, host, at, trust, user, agent }: NonNullable<ReviewEntry['said']>[number],
): void {
  context.print()
  const from = trust ? ', a chat in the repository' : ''
  context.print(`${ago(at, new Date())} in ${nameAgent(host)}, session ${shortId(session)}${from}`)
  if (user !== undefined) printIndented(context, `${trust ? 'Prompt:' : 'You:  '} ${user}`)
  if (agent !== undefined) printIndented(context, `${trust ? 'Answer:' : 'Agent:'} ${agent}`)
}

export function describeDecided(decided: Decided): string {
  const { kind, decision, memoryIds, dropped, because } = decided
  if (decision === 'accept' && dropped !== undefined) {
    return `Accepted: forgot ${shortId(dropped)}; it can be restored for 30 days.`
  }
  if (decision === 'accept') return 'Accepted.'
  if (kind === 'proposal') return 'Dropped the proposal; it is not made again.'
  if (kind === 'candidate') {
    return dropped === undefined ? 'Kept as a memory.' : 'Dropped; it is not learned again.'
  }
  if (dropped !== undefined) return `Dropped ${shortId(dropped)}; it can be restored for 30 days.`
  if (decision === 'merge') return 'Merged.'
  if (because !== undefined) return `Both are true, because ${because}`
  return memoryIds.length === 1 ? 'Kept.' : 'Kept both.'
}

export function describeAuthorDecided(decided: OutputOf<'decideAuthor'>): string {
  const { author, decision, decided: number, left } = decided
  const name = plainName(author.name)
  if (decision === 'drop') return `Dropped ${memoryCount(number)} by ${name}.`
  const risky = left === 0 ? '' : ` Still in review because risky: ${memoryCount(left)}.`
  return `Approved ${name} and ${memoryCount(number)}.${risky}`
}

/** The wording if the proposal is accepted. */
export function proposedContent({ memories, proposal }: ReviewEntry): string {
  const change = proposal?.changes.find(({ field }) => field === 'content')
  return change?.to ?? memories[0]?.content ?? ''
}

function printProposal(context: CliContext, { action, changes, writtenAt }: Proposal) {
  context.print()
  context.print(
    writtenAt === undefined
      ? sayEffect(action, changes)
      : `yours  written ${ago(writtenAt, new Date())}`,
  )
  for (const change of changes) printIndented(context, describeChange(change))
}

function sayEffect(action: Proposal['action'], changes: Proposal['changes']): string {
  if (action === 'forget') return 'It would be forgotten.'
  const isNew = changes.every(({ from }) => from === undefined)
  return isNew ? 'It would be stored as' : 'It would become'
}

function describeChange({ field, from, to = 'none' }: Proposal['changes'][number]): string {
  if (field === 'content') return from === undefined ? to : markWords(from, to)
  return from === undefined ? `${field}: ${to}` : `${field}: ${from} → ${to}`
}

const indent = '    '

/** Wrapped on a terminal, which would wrap the lines without the indent. */
function printIndented({ print, columns }: CliContext, text: string): void {
  const width = columns === undefined ? Number.POSITIVE_INFINITY : columns - indent.length
  for (const line of text.split('\n').flatMap((each) => wrap(each, width))) print(indent + line)
}

/** Differences marked as `git diff --word-diff` marks them. */
function markWords(before: string, after: string): string {
  if (!haveMuchInCommon(before, after)) return `[-${before}-] {+${after}+}`
  return diffWords(before, after)
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`,
    )
    .join('')
}
