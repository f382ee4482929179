/** The review of one item after another, one key each. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OperationHandlers } from '../../../contract/operations/index.ts'
import type { ReviewDecisionName, ReviewKind } from '../../../contract/vocabulary.ts'
import type { CliContext } from '../context.ts'
import {
  nothingToReview,
  printItem,
  type Review,
  type ReviewItem,
  tellCounts,
  tellDecided,
} from './print-review.ts'

type Handlers = Pick<OperationHandlers, 'listReview' | 'decideReview' | 'undoReview'>

export interface ReviewFilter {
  readonly project?: string | undefined
  readonly kind?: ReviewKind | undefined
}

const decisions: Readonly<Record<string, ReviewDecisionName>> = { k: 'keep', m: 'merge', d: 'drop' }

/** Asked for anew after each decision, since it may have settled others. */
export async function reviewByKey(
  context: CliContext,
  handlers: Handlers,
  filter: ReviewFilter,
  nextKey: () => Promise<string | undefined>,
): Promise<void> {
  const skipped = new Set<string>()
  let swapped: string | undefined
  for (;;) {
    const review = await handlers.listReview({ ...filter, limit: 1_000, offset: 0 })
    const item = review.items.find(({ key }) => !skipped.has(key))
    if (!item) return context.print(sayEnd(review))
    const shown = swapped === item.key ? swap(item) : item
    printItem(context, shown, review.total - skipped.size)
    context.print()
    context.print(offer(item))
    const key = (await nextKey())?.toLowerCase()
    if (key === undefined || key === 'q') return context.print(sayEnd(review))
    if (key === 's') skipped.add(item.key)
    if (key === 'x') swapped = swapped === item.key ? undefined : item.key
    const decision = decisions[key]
    if (decision && isOffered(item, decision)) {
      const stays = shown.memories[0]?.id
      await say(context, async () =>
        tellDecided(await handlers.decideReview({ key: item.key, decision, stays })),
      )
    }
    if (key === 'u') await say(context, () => undo(handlers, review))
  }
}

function offer({ memories, suggestion }: ReviewItem): string {
  const isPair = memories.length > 1
  const keys = isPair
    ? ['k keep both', 'm merge', 'd drop the one that goes', 'x swap']
    : ['k keep', 'd drop']
  return `${keys.join('  ')}  s skip  u undo  q quit   (suggested: ${suggestion})`
}

function isOffered({ memories }: ReviewItem, decision: ReviewDecisionName): boolean {
  return decision !== 'merge' || memories.length > 1
}

function swap(item: ReviewItem): ReviewItem {
  return { ...item, memories: item.memories.toReversed() }
}

async function undo(handlers: Handlers, { undoable }: Review): Promise<string> {
  if (!undoable) return 'There is nothing to undo.'
  const { decision } = await handlers.undoReview({ key: undoable.key })
  return `Undone: ${decision}.`
}

/** What is refused, because somebody else was faster, does not end the sitting. */
async function say(context: CliContext, work: () => Promise<string>): Promise<void> {
  try {
    context.print(await work())
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    context.print(error.message)
  }
}

function sayEnd({ total, counts }: Review): string {
  return total === 0 ? nothingToReview : `Left: ${tellCounts(counts)}.`
}
