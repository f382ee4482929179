/** A time limit that also ends busy loops: V8 stops a script with everything it calls. */
import { type Context, createContext, Script } from 'node:vm'
import { type TimeLimit, TooSlowError } from '../core/ports/runtime.ts'

export function createTimeLimit(limitMs: number): TimeLimit {
  let context: Context | undefined
  const script = new Script('work()')
  const tooSlow = () => new TooSlowError(`it took longer than ${limitMs / 1000} s`)
  return {
    run(work) {
      context ??= createContext({})
      context.work = work
      try {
        return script.runInContext(context, { timeout: limitMs })
      } catch (error) {
        throw isTimeout(error) ? tooSlow() : error
      } finally {
        context.work = undefined
      }
    },
    async wait(work) {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(tooSlow()), limitMs)
      timer.unref()
      try {
        return await Promise.race([work, late.promise])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function isTimeout(error: unknown): boolean {
  return (error as NodeJS.ErrnoException)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
