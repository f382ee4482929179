/** The state of the budget, and which limit stops the next call. */
import type { Config } from '../../contract/config.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { dayBounds } from '../model/days.ts'
import type { Ledger } from '../ports/models.ts'
import type { Clock } from '../ports/runtime.ts'
import { budgetLimits, findPassedLimit } from './limits.ts'

export interface BudgetPorts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly config: () => Pick<Config, 'budget' | 'extraction'>
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
    mode: config().extraction.mode,
    today: { tokens: spent.dailyTokens, costUsd: spent.dailyUsd },
    ...(sessionId !== undefined && {
      session: { tokens: spent.sessionTokens, costUsd: spent.sessionUsd },
    }),
    limits,
    exhausted,
    dayEndsAt: day.to,
  }
}
