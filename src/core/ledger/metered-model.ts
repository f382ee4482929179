/** A model that reserves every call in the ledger first and settles it afterwards. */
import { ThroughlineError, type TokenUsage } from '../../contract/errors.ts'
import type {
  BudgetLimits,
  LanguageModel,
  Ledger,
  LimitName,
  ModelReply,
  ModelRequest,
  Settlement,
} from '../ports/models.ts'
import type { Clock } from '../ports/runtime.ts'
import { mostInputTokens, mostTokens } from './estimate.ts'
import { costOf, type Price } from './prices.ts'

export interface Metering {
  readonly ledger: Ledger
  readonly limits: () => BudgetLimits
  readonly price: Price
  readonly clock: Clock
}

type Amount = Pick<Settlement, 'inputTokens' | 'outputTokens' | 'costUsd'>

export function meteredModel(model: LanguageModel, metering: Metering): LanguageModel {
  const { ledger, limits, price, clock } = metering
  return {
    ...model,
    async complete(request, signal) {
      const most = amount(price, mostInputTokens(request), request.mostOutputTokens)
      const { provider, model: name } = model
      const { purpose, sessionId } = request
      const tokens = most.inputTokens + most.outputTokens
      const planned = { provider, model: name, purpose, sessionId, tokens, costUsd: most.costUsd }
      const reservation = await ledger.reserve(planned, limits())
      if (reservation.kind === 'exhausted') throw exhausted(reservation.limit)
      const startMs = clock.now().getTime()
      const settle = (outcome: Settlement['outcome'], spent: Amount) =>
        ledger.settle(reservation.id, {
          outcome,
          ...spent,
          durationMs: clock.now().getTime() - startMs,
        })
      const reply = await model.complete(request, signal).catch(async (error: unknown) => {
        await settle('failed', reported(usageOf(error) ?? nothing, price))
        throw error
      })
      const isUsable = request.isUsable?.(reply) ?? true
      await settle(isUsable ? 'done' : 'failed', spentOn(request, reply, price))
      return reply
    },
  }
}

function amount(price: Price, inputTokens: number, outputTokens: number): Amount {
  return { inputTokens, outputTokens, costUsd: costOf(price, inputTokens, outputTokens) }
}

/** A reply without usage figures is counted at its maximum cost. */
function spentOn(request: ModelRequest, { usage, text }: ModelReply, price: Price): Amount {
  return usage ? reported(usage, price) : amount(price, mostInputTokens(request), mostTokens(text))
}

function reported({ inputTokens, outputTokens, costUsd }: TokenUsage, price: Price): Amount {
  const spent = amount(price, inputTokens, outputTokens)
  return costUsd === undefined ? spent : { ...spent, costUsd }
}

/** A failed call costs what the provider says it took: usually nothing. */
function usageOf(error: unknown): TokenUsage | undefined {
  return error instanceof ThroughlineError ? error.usage : undefined
}

const nothing: TokenUsage = { inputTokens: 0, outputTokens: 0 }

function exhausted(limit: LimitName): ThroughlineError {
  const whose = limit.startsWith('daily') ? "today's" : "this session's"
  const what = limit.endsWith('Usd') ? 'cost' : 'token'
  return new ThroughlineError('budget-exhausted', `${whose} ${what} limit is reached`, {
    hint: `throughline cost shows the spending; budget.${limit} sets the limit`,
    wasRefused: true,
  })
}
