/** What a proposal would change, as text. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { diffWords } from '../../../contract/word-diff.ts'
import type { CliContext } from '../context.ts'
import { ago, wrap } from '../present.ts'

export type ReviewEntry = OutputOf<'listReview'>['items'][number]
type Proposal = NonNullable<ReviewEntry['proposal']>

/** The wording that accepting it would leave. */
export function proposedContent({ memories, proposal }: ReviewEntry): string {
  const change = proposal?.changes.find(({ field }) => field === 'content')
  return change?.to ?? memories[0]?.content ?? ''
}

export function printProposal(context: CliContext, { action, changes, writtenAt }: Proposal) {
  context.print()
  context.print(
    writtenAt === undefined
      ? sayEffect(action, changes)
      : `yours  written ${ago(writtenAt, new Date())}`,
  )
  for (const change of changes) {
    printIndented(context, describeChange(change))
  }
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

/** Wrapped on a terminal, which would break the lines without the indent. */
export function printIndented({ print, columns }: CliContext, text: string): void {
  const width = columns === undefined ? Number.POSITIVE_INFINITY : columns - indent.length
  for (const line of text.split('\n').flatMap((each) => wrap(each, width))) print(indent + line)
}

/** Differences marked as `git diff --word-diff` marks them. */
export function markWords(before: string, after: string): string {
  return diffWords(before, after)
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`,
    )
    .join('')
}
