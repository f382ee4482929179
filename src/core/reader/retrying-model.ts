/** Wraps every model call: retries when the model is unreachable, and redaction. */
import { ThroughlineError } from '../../contract/errors.ts'
import { redactError } from '../embedding/redact-embedder.ts'
import { backOffMs } from '../jobs/back-off.ts'
import type { LanguageModel } from '../ports/models.ts'
import type { Redactor } from '../ports/redactor.ts'

export interface RetryPorts {
  /** @throws the reason of the signal */
  delay(ms: number, signal: AbortSignal): Promise<void>
  random(): number
}

const mostTries = 3
/** If a provider demands a longer wait than this, the call fails. */
const delays = { firstMs: 1_000, longestMs: 30_000 }

export function retryingModel(model: LanguageModel, ports: RetryPorts): LanguageModel {
  return {
    ...model,
    async complete(request, signal) {
      for (let tries = 1; ; tries++) {
        try {
          return await model.complete(request, signal)
        } catch (error) {
          signal.throwIfAborted()
          const delayMs = delayAfter(error, tries, ports.random)
          if (delayMs === undefined) throw error
          await ports.delay(delayMs, signal)
        }
      }
    },
  }
}

/** At least as long as the provider asks. */
function delayAfter(error: unknown, tries: number, random: () => number): number | undefined {
  if (!(error instanceof ThroughlineError) || error.code !== 'model-unavailable') return undefined
  const { retryAfterMs = 0 } = error
  if (tries >= mostTries || retryAfterMs > delays.longestMs) return undefined
  return Math.max(backOffMs(tries, delays, random), retryAfterMs)
}

/** Keeps secrets out of the model's requests and errors. */
export function redactingModel(model: LanguageModel, redactor: Redactor): LanguageModel {
  return {
    ...model,
    async complete(request, signal) {
      const system = redactor.redact(request.system)
      const prompt = redactor.redact(request.prompt)
      try {
        return await model.complete({ ...request, system, prompt }, signal)
      } catch (error) {
        throw redactError(error, redactor)
      }
    },
  }
}
