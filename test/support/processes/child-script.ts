/** Runs a few lines of our code in another process and reads its standard output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export interface ChildScript {
  readonly process: ChildProcess
  /** Resolves with the next line it prints; rejects when it ends without one. */
  nextLine(): Promise<string>
  /** Resolves with its exit code, or the signal that ended it. */
  ended(): Promise<number | string>
}

/** @param source a module; it finds its arguments in `process.argv.slice(1)` */
export function runChildScript(source: string, ...args: string[]): ChildScript {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', source, ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return {
    process: child,
    async nextLine() {
      const { value, done } = await lines.next()
      if (done) throw new Error('the process ended without saying anything')
      return value
    },
    async ended() {
      const [code, signal] = await exit
      return code ?? signal ?? 'unknown'
    },
  }
}
