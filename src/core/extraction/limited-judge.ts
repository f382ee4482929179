/** Limits the time of a judge, including its retries, so that the next one can still answer. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Judge } from '../ports/models.ts'

/** `startLimit` gives a signal that aborts when the time is up. */
export function limitedJudge(judge: Judge, startLimit: () => AbortSignal): Judge {
  return {
    ...judge,
    async judge(window, signal) {
      const limit = startLimit()
      try {
        return await judge.judge(window, AbortSignal.any([signal, limit]))
      } catch (error) {
        signal.throwIfAborted()
        if (!limit.aborted) throw error
        throw new ThroughlineError('model-unavailable', `${judge.name} took too long`, {
          hint: 'models.timeoutSeconds limits a single call',
          cause: error,
        })
      }
    },
  }
}
