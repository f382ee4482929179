/** Runs a command with an event on its standard input, and ends it with all it started. */
import { spawn } from 'node:child_process'
import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { SendOutcome } from '../../core/ports/subscriber-channel.ts'
import { killGroup } from '../kill-group.ts'

export interface EventCommand {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
}

const mostComplaintCharacters = 500

/** @throws the reason of the signal; the error of a program that cannot be started */
export function pipeEvent(
  { command, env, folder }: EventCommand,
  event: LifecycleEvent,
  signal: AbortSignal,
): Promise<SendOutcome> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<SendOutcome>()
  const [program = '', ...args] = command
  // Detached makes it the leader of a process group.
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...env, THROUGHLINE_INTERNAL: '1' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    complaint = (complaint + part).slice(-mostComplaintCharacters)
  })
  const stop = () => {
    killGroup(child.pid)
    reject(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  child.on('error', reject)
  // Not `close`: what it left behind in the background may hold its standard error for ever.
  child.on('exit', (code, killedBy) => resolve(outcomeOf(code, killedBy, complaint)))
  // It may end without reading what it was sent.
  child.stdin.on('error', () => undefined).end(`${JSON.stringify(event)}\n`)
  return promise.finally(() => {
    signal.removeEventListener('abort', stop)
    child.stderr.destroy()
  })
}

function outcomeOf(
  code: number | null,
  killedBy: NodeJS.Signals | null,
  complaint: string,
): SendOutcome {
  if (code === 0) return { kind: 'accepted' }
  const how = killedBy === null ? `exited with ${code}` : `was ended by ${killedBy}`
  const said = complaint.trim()
  return { kind: 'failed', reason: said === '' ? how : `${how}: ${said}` }
}
