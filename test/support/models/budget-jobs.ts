/** Jobs that call a model repeatedly and concurrently until the budget stops them. */
import { createOpenAiModel } from '../../../src/adapters/models/openai-compatible.ts'
import { openStore } from '../../../src/adapters/sqlite/store.ts'
import { type Config, configSchema } from '../../../src/contract/config.ts'
import { ThroughlineError } from '../../../src/contract/errors.ts'
import { budgetLimits } from '../../../src/core/ledger/limits.ts'
import { meteredModel } from '../../../src/core/ledger/metered-model.ts'
import { dayBounds } from '../../../src/core/model/days.ts'
import type { LanguageModel, ModelRequest } from '../../../src/core/ports/models.ts'

export interface BudgetJobs {
  readonly database: string
  readonly url: string
  readonly jobs: number
  readonly sessionId: string
  readonly budget: Partial<Config['budget']>
}

export const price = { input: 3, output: 15 }

export const request: ModelRequest = {
  purpose: 'read',
  sessionId: undefined,
  system: 'Answer as JSON.',
  prompt: 'What is worth keeping? '.repeat(60),
  schema: { type: 'object' },
  mostOutputTokens: 400,
}

const clock = { now: () => new Date() }
const noLimits = { dailyTokens: 0, dailyUsd: 0, sessionTokens: 0, sessionUsd: 0 }

/** Each job continues until the budget stops it. */
export async function runBudgetJobs(plan: BudgetJobs): Promise<void> {
  const { database: file, url, jobs, sessionId } = plan
  const store = await openStore({ file, backupFolder: '', keepBackups: 1, clock })
  const { budget } = configSchema.parse({ budget: { ...noLimits, ...plan.budget } })
  const settings = { model: 'counted', url, apiKey: undefined, apiKeyVariable: '' }
  const model = meteredModel(createOpenAiModel({ ...settings, timeoutMs: 60_000 }), {
    ledger: store.ledger,
    limits: () => budgetLimits(budget, dayBounds(clock.now(), 0)),
    price,
    clock,
  })
  await Promise.all(Array.from({ length: jobs }, () => askUntilStopped(model, sessionId)))
  store.close()
}

async function askUntilStopped(model: LanguageModel, sessionId: string): Promise<void> {
  for (;;) {
    try {
      await model.complete({ ...request, sessionId }, new AbortController().signal)
    } catch (error) {
      if (!(error instanceof ThroughlineError)) throw error
      if (error.code === 'budget-exhausted') return
    }
  }
}
