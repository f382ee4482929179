/** Limits some purposes of a model separately, within the limits of the day. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { DayBounds } from '../model/days.ts'
import type { LanguageModel, Ledger, ModelPurpose } from '../ports/models.ts'
import { mostInputTokens } from './prices.ts'

export interface PurposeLimit {
  readonly ledger: Pick<Ledger, 'totals'>
  readonly purposes: readonly ModelPurpose[]
  /** 0 means no limit. */
  readonly mostTokens: () => number
  /** The name of the setting, for people. */
  readonly setting: string
  readonly day: () => DayBounds
}

/**
 * Concurrent calls of two processes may exceed it by one call; only the budget's limits, which the
 * ledger checks, are strict.
 */
export function limitPurposes(model: LanguageModel, limit: PurposeLimit): LanguageModel {
  return {
    ...model,
    async complete(request, signal) {
      const most = limit.mostTokens()
      const needed = mostInputTokens(request) + request.mostOutputTokens
      if (most > 0 && (await spentTokens(limit)) + needed > most) throw exhausted(limit)
      return model.complete(request, signal)
    },
  }
}

async function spentTokens({ ledger, purposes, day }: PurposeLimit): Promise<number> {
  const totals = await ledger.totals('purpose', { ...day(), utcOffsetMinutes: 0 })
  const counted = totals.filter(({ group }) => purposes.some((purpose) => purpose === group))
  return counted.reduce((sum, { tokens }) => sum + tokens, 0)
}

function exhausted({ setting }: PurposeLimit): ThroughlineError {
  return new ThroughlineError('budget-exhausted', "today's limit for the wiki is reached", {
    hint: `throughline cost --by purpose shows the spending; ${setting} sets the limit`,
    wasRefused: true,
  })
}
