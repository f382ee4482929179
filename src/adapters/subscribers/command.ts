/** Runs a command with an event on standard input; kills it with its descendants on abort. */
import { spawn } from 'node:child_process'
import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { SendOutcome } from '../../core/ports/lifecycle.ts'
import { cleanEnvironment } from '../../home/clean-environment.ts'
import { killGroup } from '../kill-group.ts'

export interface EventCommand {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
}

const mostStderrCharacters = 500

/** @throws the signal's reason, or the error if the program cannot start */
export function pipeEvent(
  { command, env, folder }: EventCommand,
  event: LifecycleEvent,
  signal: AbortSignal,
): Promise<SendOutcome> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<SendOutcome>()
  const [program = '', ...args] = command
  // `detached` makes it lead its own process group.
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...cleanEnvironment(env), THROUGHLINE_INTERNAL: '1' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  })
  let stderrText = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderrText = (stderrText + part).slice(-mostStderrCharacters)
  })
  const stop = () => {
    killGroup(child.pid)
    reject(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  child.on('error', reject)
  // Not `close`: a background process it left may hold standard error open for ever.
  child.on('exit', (code, killedBy) => resolve(outcomeOf(code, killedBy, stderrText)))
  // It may exit without reading its input.
  child.stdin.on('error', () => undefined).end(`${JSON.stringify(event)}\n`)
  return promise.finally(() => {
    signal.removeEventListener('abort', stop)
    child.stderr.destroy()
  })
}

function outcomeOf(
  code: number | null,
  killedBy: NodeJS.Signals | null,
  stderrText: string,
): SendOutcome {
  if (code === 0) return { kind: 'accepted' }
  const how = killedBy === null ? `exited with ${code}` : `was killed by ${killedBy}`
  const said = stderrText.trim()
  return { kind: 'failed', reason: said === '' ? how : `${how}: ${said}` }
}
