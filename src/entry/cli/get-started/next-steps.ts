/** What to do next, as commands. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { CliContext } from '../context.ts'
import { count } from '../present.ts'

/** A command without the program's name, and what it does. */
export type Step = readonly [command: string, does: string]

export const importingStep: Step = ['import', 'Learn from earlier sessions of your agents']
export const dashboardStep: Step = ['dashboard', 'See everything in your browser']

export function printSteps(context: CliContext, steps: readonly Step[]): void {
  context.print('Next:', 'heading')
  context.printTable(
    steps.map(([command, does]) => [`throughline ${command}`, does]),
    '  ',
  )
}

/** The best come first in review; that many are decided in two minutes. */
const bestFirst = 12

export function learningSteps({
  unread,
  review,
}: Pick<OutputOf<'getOverview'>, 'unread' | 'review'>): Step[] {
  const sessions = count(unread, 'imported session')
  const best = `Look at the best ${bestFirst} of ${count(review, 'item')}, one key each`
  const all = `Decide on ${count(review, 'item')}, one key each`
  return [
    ...(unread > 0 ? [['learn --all', `Let a model read ${sessions}`] as const] : []),
    ...(review > 0 ? [['review', review > bestFirst ? best : all] as const] : []),
  ]
}
