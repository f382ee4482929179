/** Reviews one item after another, one key press each. */
import { once } from 'node:events'
import type { ReadStream } from 'node:tty'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { ReviewDecisionName } from '../../../contract/vocabulary.ts'
import type { Options } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import {
  describeDecided,
  describeReviewCounts,
  nothingToReview,
  printItem,
  type Review,
  type ReviewEntry,
} from './print-review.ts'

const decisions: Readonly<Record<string, ReviewDecisionName>> = { k: 'keep', m: 'merge', d: 'drop' }

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
        describeDecided(await ask('decideReview', { key: item.key, decision, stays })),
      )
    }
    if (key === 'u') await say(context, () => undo(ask, review))
  }
}

function offer({ memories, suggestion }: ReviewEntry): string {
  const isPair = memories.length > 1
  const keys = isPair
    ? ['k keep both', 'm merge', 'd drop the one that goes', 'x swap']
    : ['k keep', 'd drop']
  return `${keys.join('  ')}  s skip  u undo  q quit   (suggested: ${suggestion})`
}

function isOffered({ memories }: ReviewEntry, decision: ReviewDecisionName): boolean {
  return decision !== 'merge' || memories.length > 1
}

function swap(item: ReviewEntry): ReviewEntry {
  return { ...item, memories: item.memories.toReversed() }
}

async function undo(ask: Ask, { undoable }: Review): Promise<string> {
  if (!undoable) return 'There is nothing to undo.'
  const { decision } = await ask('undoReview', { key: undoable.key })
  return `Undone: ${decision}.`
}

/** A refusal, e.g. because the item is already settled, does not end the review. */
async function say(context: CliContext, work: () => Promise<string>): Promise<void> {
  try {
    context.print(await work())
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    context.print(error.message)
  }
}

function sayEnd({ total, counts }: Review): string {
  return total === 0 ? nothingToReview : `Left: ${describeReviewCounts(counts)}.`
}

const interrupts = new Set(['\u0003', '\u0004'])

/** One key, without Enter. @returns undefined on Ctrl-C, Ctrl-D and when the terminal is gone */
export async function readKey(terminal: ReadStream): Promise<string | undefined> {
  terminal.setRawMode(true)
  terminal.resume()
  try {
    const [data] = (await Promise.race([once(terminal, 'data'), once(terminal, 'end')])) as [
      Buffer?,
    ]
    const key = data?.toString('utf8')
    return key === undefined || interrupts.has(key) ? undefined : key
  } finally {
    terminal.pause()
    terminal.setRawMode(false)
  }
}
