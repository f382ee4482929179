/** The configured limits, and which of them a call would exceed. */
import type { Config } from '../../contract/config.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { type DayBounds, dayBounds } from '../model/days.ts'
import type { BudgetLimits, Ledger, LimitName, PlannedCall, Spending } from '../ports/models.ts'
import type { Clock } from '../ports/runtime.ts'

const limitNames = ['dailyTokens', 'dailyUsd', 'sessionTokens', 'sessionUsd'] as const

export function budgetLimits(budget: Config['budget'], day: DayBounds): BudgetLimits {
  return {
    day,
    dailyTokens: budget.dailyTokens || undefined,
    dailyUsd: budget.dailyUsd || undefined,
    sessionTokens: budget.sessionTokens || undefined,
    sessionUsd: budget.sessionUsd || undefined,
  }
}

/** The first limit that a call would exceed if it cost its maximum. */
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

/** Hides floating-point errors: three times 0.1 is 0.3, not 0.30000000000000004. */
export function roundUsd(usd: number): number {
  return Math.round(usd * 1e9) / 1e9
}

export interface BudgetPorts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly config: () => Pick<Config, 'budget' | 'learning'>
  /** Minutes east of UTC. */
  readonly utcOffsetMinutes: (time: Date) => number
}

/** Every call takes at least this much. */
const smallestCall = { tokens: 1, costUsd: 0 }

export async function readBudget(
  { ledger, clock, config, utcOffsetMinutes }: BudgetPorts,
  sessionId?: string,
): Promise<OutputOf<'getStatus'>['budget']> {
  const now = clock.now()
  const { day, ...limits } = budgetLimits(config().budget, dayBounds(now, utcOffsetMinutes(now)))
  const spent = await ledger.spent(day, sessionId)
  const refused = await ledger.lastRefused(day)
  const exhausted = findPassedLimit(refused ?? smallestCall, spent, limits)
  return {
    reader: config().learning.reader,
    today: { tokens: spent.dailyTokens, costUsd: spent.dailyUsd },
    ...(sessionId !== undefined && {
      session: { tokens: spent.sessionTokens, costUsd: spent.sessionUsd },
    }),
    limits,
    exhausted,
    dayEndsAt: day.to,
  }
}
