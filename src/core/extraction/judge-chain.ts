/** Asks judges one after another until one answers. */
import { type ErrorCode, ThroughlineError } from '../../contract/errors.ts'
import type { Window } from '../model/window.ts'
import type { Judge, Judgement } from '../ports/models.ts'

export interface Verdict extends Judgement {
  /** The one that answered. */
  readonly judge: string
  /** The judges asked before it, and why they did not answer. */
  readonly fellThrough: readonly FallThrough[]
}

export interface FallThrough {
  readonly judge: string
  readonly reason: string
  readonly hint: string | undefined
  /** It was asked and failed; a retry may succeed. */
  readonly hasFailed: boolean
  /** How long to wait before a retry, if the provider said so. */
  readonly retryAfterMs?: number | undefined
}

/**
 * @throws the signal's reason
 * @throws ThroughlineError `model-unavailable` if none answered: impossible if the last is local
 */
export async function judgeByChain(
  window: Window,
  judges: readonly Judge[],
  signal: AbortSignal,
): Promise<Verdict> {
  const answer = await askInOrder(window, judges, signal)
  if ('judge' in answer) return answer
  const reasons = answer.fellThrough.map(({ judge, reason }) => `${judge}: ${reason}`)
  throw new ThroughlineError('model-unavailable', `no judge answered (${reasons.join('; ')})`)
}

/** @throws the signal's reason */
export async function askInOrder(
  window: Window,
  judges: readonly Judge[],
  signal: AbortSignal,
): Promise<Verdict | Pick<Verdict, 'fellThrough'>> {
  const fellThrough: FallThrough[] = []
  for (const judge of judges) {
    const answer = await ask(judge, window, signal)
    if ('items' in answer) return { ...answer, judge: judge.name, fellThrough }
    fellThrough.push(answer)
  }
  return { fellThrough }
}

async function ask(
  judge: Judge,
  window: Window,
  signal: AbortSignal,
): Promise<Judgement | FallThrough> {
  signal.throwIfAborted()
  try {
    const state = await judge.readiness(signal)
    if (!state.isReady) {
      return { judge: judge.name, reason: state.reason, hint: state.hint, hasFailed: false }
    }
    return await judge.judge(window, signal)
  } catch (error) {
    signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    const { hint, code, retryAfterMs } = error instanceof ThroughlineError ? error : unknownError
    return { judge: judge.name, reason, hint, hasFailed: !isRefusal(code), retryAfterMs }
  }
}

const unknownError = { hint: undefined, code: undefined, retryAfterMs: undefined }

/** Settings or the daily budget forbid an answer, so a retry is pointless. */
function isRefusal(code: ErrorCode | undefined): boolean {
  return code === 'budget-exhausted' || code === 'model-misconfigured'
}

/**
 * Limits the time of a judge, including its retries, so that the next one can still answer.
 * @param startLimit gives a signal that aborts when the time is up
 */
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
