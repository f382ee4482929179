/** A model as all code uses it: redacted, within budget, paused after failures, retried. */
import { setTimeout as wait } from 'node:timers/promises'
import { isLocalModel, openModel } from '../adapters/models/open-model.ts'
import type { Config } from '../contract/config.ts'
import type { ReaderName } from '../contract/learning-text.ts'
import { budgetLimits } from '../core/ledger/limits.ts'
import { meteredModel, pausingModel } from '../core/ledger/metered-model.ts'
import { priceOf } from '../core/ledger/prices.ts'
import { type DayBounds, dayBounds } from '../core/model/days.ts'
import type { LanguageModel, Ledger } from '../core/ports/models.ts'
import type { Redactor } from '../core/ports/redactor.ts'
import { type RetryPorts, redactingModel, retryingModel } from '../core/reader/retrying-model.ts'
import { systemClock } from './project-ports.ts'

export interface ModelParts {
  readonly config: () => Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly ledger: Ledger
  readonly redactor: Redactor
  /** How to wait between retries; default: in real time. */
  readonly patience?: RetryPorts
}

const usualPatience: RetryPorts = {
  delay: (ms, signal) => wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
  random: Math.random,
}

export async function openBudgetedModel(
  name: ReaderName,
  { config, env, ledger, redactor, patience = usualPatience }: ModelParts,
): Promise<LanguageModel> {
  const { models } = config()
  const model = await openModel(name, models, env)
  const price = priceOf(model.model, isLocalModel(name, models), models.prices)
  const limits = () => budgetLimits(config().budget, today())
  const metering = { ledger, limits, price, clock: systemClock }
  const metered = meteredModel(redactingModel(model, redactor), metering)
  return retryingModel(pausingModel(metered, { ledger, clock: systemClock }), patience)
}

export function today(): DayBounds {
  const now = systemClock.now()
  return dayBounds(now, -now.getTimezoneOffset())
}
