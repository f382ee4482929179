/** Reviews one item after another, one key press each. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { plainName } from '../../../contract/team/author-name.ts'
import type { ReviewDecisionName } from '../../../contract/vocabulary.ts'
import type { Options } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import { printSources } from '../find/print-memory.ts'
import { printKeys } from '../present.ts'
import { canEdit, withEditedText } from './edit-text.ts'
import {
  describeAuthorDecided,
  describeDecided,
  describeReviewCounts,
  printItem,
  proposedContent,
  type Review,
  type ReviewEntry,
  sayNothing,
} from './print-review.ts'

const decisions: Readonly<Record<string, ReviewDecisionName>> = {
  a: 'accept',
  k: 'keep',
  m: 'merge',
  d: 'drop',
}

/** Reads the list again after each decision, since that may have settled other items. */
export async function reviewByKey(
  context: CliContext,
  ask: Ask,
  { project, kind }: Options,
  nextKey: () => Promise<string | undefined>,
): Promise<void> {
  const skipped = new Set<string>()
  let swapped: string | undefined
  for (;;) {
    const review = await ask('listReview', { project, kind, limit: 1_000 })
    const item = review.items.find(({ key }) => !skipped.has(key))
    if (!item) return context.print(sayEnd(review))
    const shown = swapped === item.key ? swap(item) : item
    printItem(context, shown, review.total - skipped.size)
    const learned = item.proposal?.sources.filter(({ type }) => type !== 'manual') ?? []
    if (learned.length > 0) await printSources(context, learned, ask)
    context.print()
    const suggested = suggest(item)
    if (suggested !== undefined) context.print(`Suggested: ${suggested}`)
    const keys = [...keysFor(context, item), 's skip', 'u undo', 'q quit']
    printKeys(context, keys)
    const key = await nextOffered(context, keys, nextKey)
    if (key === undefined || key === 'q') return context.print(sayEnd(review))
    if (key === 's') skipped.add(item.key)
    if (key === 'x') swapped = swapped === item.key ? undefined : item.key
    if (key === 'c' && item.wording !== undefined) {
      const given = { key: item.key, decision: 'keep', content: item.wording }
      await say(context, async () => describeDecided(await ask('decideReview', given)))
    }
    const decision = decisions[key]
    if (decision && isOffered(item, decision)) {
      const stays = shown.memories[0]?.id
      await say(context, async () =>
        describeDecided(await ask('decideReview', { key: item.key, decision, stays })),
      )
    }
    if (item.kind === 'contradiction') await say(context, () => settle(context, ask, item, key))
    if (key === 'e' && canReword(context, item))
      await say(context, () => reword(context, ask, item))
    if (key === 'p' || key === 'r') await say(context, () => decideAll(ask, item, key))
    if (key === 'u') await say(context, () => undo(ask, review))
  }
}

/** @returns undefined at the end of input */
async function nextOffered(
  context: CliContext,
  offered: readonly string[],
  nextKey: () => Promise<string | undefined>,
): Promise<string | undefined> {
  for (;;) {
    const key = (await nextKey())?.toLowerCase()
    if (key === undefined || offered.some((each) => each.startsWith(`${key} `))) return key
    context.print('Press one of the keys above.')
  }
}

function keysFor(context: CliContext, item: ReviewEntry): string[] {
  const edit = canReword(context, item) ? ['e edit'] : []
  if (item.proposal?.writtenAt !== undefined) return ['a keep yours', ...edit, 'd keep theirs']
  if (item.proposal) return ['a accept', ...edit, 'd drop']
  if (item.kind === 'candidate') {
    const name = item.memories[0]?.author?.name
    const author = name === undefined ? undefined : plainName(name)
    const all = author === undefined ? [] : [`p approve ${author}`, `r drop all of ${author}`]
    const clean = item.wording === undefined ? [] : ['c keep in clean words']
    return ['k keep', ...clean, ...edit, 'd drop', ...all]
  }
  if (item.kind === 'contradiction') {
    const both = canEdit(context) ? ['b both hold, because …'] : []
    return ['1 keep the first', '2 keep the second', ...both]
  }
  return item.memories.length > 1
    ? ['k keep both', 'm merge', 'd drop the second', 'x swap']
    : ['k keep', 'd drop']
}

function isOffered(item: ReviewEntry, decision: ReviewDecisionName): boolean {
  const { kind, memories, proposal } = item
  if (kind === 'contradiction') return false
  if (decision === 'drop') return true
  if (proposal) return decision === 'accept'
  return decision === 'keep' || (decision === 'merge' && memories.length > 1)
}

function canReword(context: CliContext, { kind, proposal }: ReviewEntry): boolean {
  return (kind === 'candidate' || proposal?.canReword === true) && canEdit(context)
}

function reword(context: CliContext, ask: Ask, item: ReviewEntry): Promise<string> {
  const [verb, decision] = item.proposal
    ? (['accept the proposal', 'accept'] as const)
    : (['keep it', 'keep'] as const)
  const note = `Save to ${verb} in these words; leave it empty to decide later.`
  return withEditedText(context, { text: proposedContent(item), note }, async (content) => {
    if (content === '') return 'The text is empty, so nothing was decided.'
    return describeDecided(await ask('decideReview', { key: item.key, decision, content }))
  })
}

/** Decides everything by the teammate who wrote this. */
async function decideAll(ask: Ask, { memories }: ReviewEntry, pressed: 'p' | 'r'): Promise<string> {
  const decision = pressed === 'p' ? 'keep' : 'drop'
  const author = memories[0]?.author?.id
  return describeAuthorDecided(await ask('decideAuthor', { author, decision }))
}

/** Keeps one of two that contradict each other, or both with the reason. */
async function settle(
  context: CliContext,
  ask: Ask,
  { key, memories }: ReviewEntry,
  pressed: string,
): Promise<string | undefined> {
  const decide = async (decision: Readonly<Record<string, unknown>>) =>
    describeDecided(await ask('decideReview', { key, ...decision }))
  if (pressed === '1' || pressed === '2') {
    return decide({ decision: 'drop', stays: memories[Number(pressed) - 1]?.id })
  }
  if (pressed !== 'b') return undefined
  const note = 'Both are true, because … Save the reason; leave it empty to decide later.'
  return withEditedText(context, { text: '', note }, async (because) =>
    because === ''
      ? 'No reason was given, so nothing was decided.'
      : decide({ decision: 'keep', because }),
  )
}

/** @returns undefined if there is no evidence for either */
function suggest({ kind, proposal, suggestion }: ReviewEntry): string | undefined {
  if (proposal?.writtenAt !== undefined) return undefined
  return kind === 'contradiction' ? 'keep 1' : suggestion
}

const swap = (item: ReviewEntry): ReviewEntry => ({ ...item, memories: item.memories.toReversed() })

async function undo(ask: Ask, { undoable }: Review): Promise<string> {
  if (!undoable) return 'There is nothing to undo.'
  const { decision } = await ask('undoReview', { key: undoable.key })
  return `Undone: ${decision}.`
}

/** A refusal, for example of an item that is already settled, does not end the review. */
async function say(context: CliContext, work: () => Promise<string | undefined>): Promise<void> {
  try {
    const said = await work()
    if (said !== undefined) context.print(said)
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    context.print(error.message)
  }
}

function sayEnd(review: Review): string {
  return review.total === 0
    ? sayNothing(review.overheard)
    : `Left: ${describeReviewCounts(review)}.`
}
