/** A judge that asks a model: redacted, within budget and time, with retries. */
import { setTimeout as wait } from 'node:timers/promises'
import { isLocalModel, type ModelName, openModel } from '../adapters/models/open-model.ts'
import type { Config } from '../contract/config.ts'
import { limitedJudge } from '../core/extraction/limited-judge.ts'
import { createModelJudge } from '../core/extraction/model/model-judge.ts'
import { redactingModel } from '../core/extraction/model/redacting-model.ts'
import { type RetryPorts, retryingModel } from '../core/extraction/model/retrying-model.ts'
import { budgetLimits } from '../core/ledger/limits.ts'
import { meteredModel } from '../core/ledger/metered-model.ts'
import { pausingModel } from '../core/ledger/pausing-model.ts'
import { priceOf } from '../core/ledger/prices.ts'
import { dayBounds } from '../core/model/days.ts'
import type { Judge } from '../core/ports/judge.ts'
import type { Ledger } from '../core/ports/ledger.ts'
import type { Redactor } from '../core/ports/redactor.ts'
import { systemClock } from './project-ports.ts'

export interface JudgesParts {
  readonly config: () => Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly ledger: Ledger
  readonly redactor: Redactor
  /** How to wait between retries; by default in real time. */
  readonly patience?: RetryPorts
}

const usualPatience: RetryPorts = {
  delay: (ms, signal) => wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
  random: Math.random,
}

export async function openModelJudge(
  name: ModelName,
  limitMs: number,
  parts: JudgesParts,
): Promise<Judge> {
  const { config, env, ledger, redactor, patience = usualPatience } = parts
  const { models } = config()
  const model = await openModel(name, models, env)
  const price = priceOf(model.model, isLocalModel(name, models), models.prices)
  const limits = () => {
    const now = systemClock.now()
    return budgetLimits(config().budget, dayBounds(now, -now.getTimezoneOffset()))
  }
  const metering = { ledger, limits, price, clock: systemClock }
  const metered = meteredModel(redactingModel(model, redactor), metering)
  const pausing = pausingModel(metered, { ledger, clock: systemClock })
  const judge = createModelJudge(name, retryingModel(pausing, patience))
  return limitedJudge(judge, () => AbortSignal.timeout(limitMs))
}
