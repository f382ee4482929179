/** The budget in words: what is spent of it, and what happens when nothing is left. */
import type { OutputOf } from '../../contract/operations/index.ts'
import { dollars, wholeNumber } from './present.ts'

type Budget = OutputOf<'getStatus'>['budget']

/** `today $0.12 of $1.00, 34,000 of 500,000 tokens` */
export function spentLines({ today, session, limits }: Budget): string[] {
  const line = (
    name: string,
    { costUsd, tokens }: Budget['today'],
    usdLimit: number | undefined,
    tokenLimit: number | undefined,
  ) =>
    `${name} ${ofLimit(costUsd, usdLimit, dollars)}, ${ofLimit(tokens, tokenLimit, wholeNumber)} tokens`
  return [
    line('today', today, limits.dailyUsd, limits.dailyTokens),
    ...(session ? [line('this session', session, limits.sessionUsd, limits.sessionTokens)] : []),
  ]
}

/** @returns undefined while models may be asked */
export function exhaustedLine({ mode, exhausted }: Budget): string | undefined {
  if (mode !== 'model' || exhausted === undefined) return undefined
  const until = exhausted.startsWith('daily') ? 'until midnight' : 'in sessions that reached it'
  return `budget.${exhausted} is exhausted; local rules have taken over ${until}`
}

function ofLimit(
  spent: number,
  limit: number | undefined,
  write: (amount: number) => string,
): string {
  return limit === undefined ? write(spent) : `${write(spent)} of ${write(limit)}`
}
