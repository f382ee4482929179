/**
 * A model that is left alone for a while after it failed several times in a row. The ledger knows
 * the failures, so the pause holds across processes and restarts.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import type { LanguageModel, Ledger } from '../ports/models.ts'
import type { Clock } from '../ports/runtime.ts'

export interface PausePorts {
  readonly ledger: Pick<Ledger, 'failuresInRow'>
  readonly clock: Clock
}

const minuteMs = 60_000
const mostFailures = 3
/** After the third failure in a row, the fourth, the fifth and every later one. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs]

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
  // The clock was set back since: nobody knows how long ago it failed, perhaps months.
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

/** Tells the caller to try again when the pause is over. */
function withPause(error: unknown, leftMs: number): unknown {
  if (leftMs === 0 || !(error instanceof ThroughlineError)) return error
  if (error.code !== 'model-unavailable') return error
  const retryAfterMs = Math.max(leftMs, error.retryAfterMs ?? 0)
  const { hint, wasRefused, usage } = error
  const options = { hint, wasRefused, usage, retryAfterMs, cause: error }
  return new ThroughlineError(error.code, error.message, options)
}
