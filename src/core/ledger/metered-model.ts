/** Models with a ledger: every call is reserved and settled, and repeated failures pause the model. */
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
import { costOf, mostInputTokens, mostTokens, type Price } from './prices.ts'

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

/** A reply without usage figures counts at its maximum cost. */
function spentOn(request: ModelRequest, { usage, text }: ModelReply, price: Price): Amount {
  return usage ? reported(usage, price) : amount(price, mostInputTokens(request), mostTokens(text))
}

function reported({ inputTokens, outputTokens, costUsd }: TokenUsage, price: Price): Amount {
  const spent = amount(price, inputTokens, outputTokens)
  return costUsd === undefined ? spent : { ...spent, costUsd }
}

/** A failed call costs what the provider reports, usually nothing. */
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

interface PausePorts {
  readonly ledger: Pick<Ledger, 'failuresInRow'>
  readonly clock: Clock
}

const minuteMs = 60_000
const mostFailures = 3
/** After the third failure in a row, the fourth, the fifth and every later one. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs]

/**
 * Pauses a model after several failures in a row. Reads the failures from the ledger, so neither a
 * restart nor another process ends the pause.
 */
export function pausingModel(model: LanguageModel, ports: PausePorts): LanguageModel {
  return {
    ...model,
    async complete(request, signal) {
      const { count, leftMs } = await readPause(model, ports)
      if (leftMs > 0) throw paused(model, count, leftMs)
      try {
        return await model.complete(request, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw withPause(error, (await readPause(model, ports)).leftMs)
      }
    },
  }
}

async function readPause(
  { provider, model }: LanguageModel,
  { ledger, clock }: PausePorts,
): Promise<{ count: number; leftMs: number }> {
  const { count, lastAt } = await ledger.failuresInRow(provider, model)
  const pauseMs = pausesMs[Math.min(count - mostFailures, pausesMs.length - 1)]
  if (pauseMs === undefined || lastAt === undefined) return { count, leftMs: 0 }
  const passedMs = clock.now().getTime() - Date.parse(lastAt)
  // The clock was set back, so the age of the failure is unknown.
  if (passedMs < -pauseMs) return { count, leftMs: 0 }
  return { count, leftMs: Math.max(0, pauseMs - Math.max(0, passedMs)) }
}

function paused({ provider }: LanguageModel, count: number, leftMs: number): ThroughlineError {
  const minutes = Math.ceil(leftMs / minuteMs)
  const message = `${provider} failed ${count} times in a row; next try in ${minutes} min`
  return new ThroughlineError('model-unavailable', message, {
    hint: 'throughline doctor says whether it can be reached',
    retryAfterMs: leftMs,
    wasRefused: true,
  })
}

/** Tells the caller to retry after the pause. */
function withPause(error: unknown, leftMs: number): unknown {
  if (leftMs === 0 || !(error instanceof ThroughlineError)) return error
  if (error.code !== 'model-unavailable') return error
  const retryAfterMs = Math.max(leftMs, error.retryAfterMs ?? 0)
  const { hint, wasRefused, usage } = error
  const options = { hint, wasRefused, usage, retryAfterMs, cause: error }
  return new ThroughlineError(error.code, error.message, options)
}
