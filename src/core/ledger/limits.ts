/** What stops a call: the limits of the configuration, and which of them it would pass. */
import type { Config } from '../../contract/config.ts'
import type { BudgetLimits, DayBounds, LimitName, PlannedCall, Spending } from '../ports/ledger.ts'

export const limitNames = ['dailyTokens', 'dailyUsd', 'sessionTokens', 'sessionUsd'] as const

export function budgetLimits(budget: Config['budget'], day: DayBounds): BudgetLimits {
  return {
    day,
    dailyTokens: budget.dailyTokens || undefined,
    dailyUsd: budget.dailyUsd || undefined,
    sessionTokens: budget.sessionTokens || undefined,
    sessionUsd: budget.sessionUsd || undefined,
  }
}

/** The first limit that a call which takes its most would pass. */
export function findPassedLimit(
  { tokens, costUsd }: Pick<PlannedCall, 'tokens' | 'costUsd'>,
  spent: Spending,
  limits: Omit<BudgetLimits, 'day'>,
): LimitName | undefined {
  const needed: Spending = {
    dailyTokens: spent.dailyTokens + tokens,
    dailyUsd: roundUsd(spent.dailyUsd + costUsd),
    sessionTokens: spent.sessionTokens + tokens,
    sessionUsd: roundUsd(spent.sessionUsd + costUsd),
  }
  return limitNames.find((name) => needed[name] > (limits[name] ?? Number.POSITIVE_INFINITY))
}

/** Three times 0.1 are 0.3, not a little more. */
export function roundUsd(usd: number): number {
  return Math.round(usd * 1e9) / 1e9
}
