/** Sends events to a subscriber's command or URL, within its time limit. */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import type { LifecycleEvent } from '../../contract/lifecycle.ts'
import type { Subscriber } from '../../contract/setting-types.ts'
import type { SendEvent, SendOutcome } from '../../core/ports/lifecycle.ts'
import type { Clock } from '../../core/ports/runtime.ts'
import { cleanEnvironment } from '../../home/clean-environment.ts'
import { reasonOfFetch } from '../post-json.ts'
import { killGroup } from '../programs.ts'

export interface SenderParts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
  readonly clock: Clock
  readonly version: string
}

export function createEventSender(parts: SenderParts): SendEvent {
  return async (subscriber, event, signal) => {
    const { timeoutSeconds } = subscriber
    const timeout = AbortSignal.timeout(timeoutSeconds * 1_000)
    try {
      return await sendWithin(subscriber, event, AbortSignal.any([signal, timeout]), parts)
    } catch (error) {
      const reason = timeout.aborted
        ? `did not finish within ${timeoutSeconds} s`
        : reasonOfFetch(error)
      return { kind: 'failed', reason }
    }
  }
}

async function sendWithin(
  { command = [], url, secretVariable }: Subscriber,
  event: LifecycleEvent,
  signal: AbortSignal,
  parts: SenderParts,
): Promise<SendOutcome> {
  if (url === undefined) return pipeEvent(command, parts, event, signal)
  const { env, clock, version } = parts
  const secret = env[secretVariable]
  if (secretVariable !== '' && !secret) {
    return { kind: 'failed', reason: `${secretVariable} is not set where the daemon runs` }
  }
  const timestamp = Math.floor(clock.now().getTime() / 1_000)
  return postEvent({ url, secret, timestamp, version }, event, signal)
}

const mostStderrCharacters = 500

/**
 * Runs a command with the event on standard input; on abort kills it with its descendants.
 * @throws the signal's reason, or the error if the program cannot start
 */
function pipeEvent(
  command: readonly string[],
  { env, folder }: SenderParts,
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
  // Not `close`: a background process it started may keep standard error open forever.
  child.on('exit', (code, killedBy) => resolve(outcomeOf(code, killedBy, stderrText)))
  // The command may exit without reading its input.
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

interface Webhook {
  readonly url: string
  /** Signs the request, so that the receiver can verify it. */
  readonly secret: string | undefined
  readonly timestamp: number
  readonly version: string
}

const gone = 410

/** @throws the signal's reason, or the error of `fetch` */
async function postEvent(
  { url, secret, timestamp, version }: Webhook,
  event: LifecycleEvent,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const body = JSON.stringify(event)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': `throughline/${version}`,
      'x-throughline-event-id': event.id,
      'x-throughline-event-type': event.type,
      'x-throughline-timestamp': String(timestamp),
      ...(secret && { 'x-throughline-signature': sign(secret, `${timestamp}.${body}`) }),
    },
    body,
    redirect: 'manual',
    signal,
  })
  // The response is ignored, and it may be large.
  await response.body?.cancel()
  if (response.ok) return { kind: 'accepted' }
  const reason = `answered ${response.status}`
  return { kind: response.status === gone ? 'gone' : 'failed', reason }
}

function sign(secret: string, text: string): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}
