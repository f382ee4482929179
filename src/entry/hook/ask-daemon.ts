/** Asks the daemon for a hook's answer. */
import { requestDaemon } from '../../compose/hook/daemon-request.ts'
import type { CallerNames } from '../../core/model/caller-names.ts'

export interface Question {
  readonly host: string
  readonly event: string
  readonly payload: Buffer
  /** False when the event is in this request only. */
  readonly isSpooled: boolean
  /** The hook's folder, and the user's name for the project. */
  readonly folder: string | undefined
  readonly project: string | undefined
  readonly caller: CallerNames
}

export type Reply =
  /** Empty when there is nothing to say. */
  | { readonly kind: 'answer'; readonly output: string }
  | { readonly kind: 'down' }
  | { readonly kind: 'failed'; readonly reason: string }

export async function askDaemon(
  runFile: string,
  question: Question,
  patienceMs: number,
): Promise<Reply> {
  const { payload } = question
  const target = targetOf(question, patienceMs)
  const reply = await requestDaemon(runFile, { method: 'POST', target, payload }, patienceMs)
  if (reply.kind !== 'reply') return reply
  if (!reply.status.startsWith('2')) {
    return { kind: 'failed', reason: `the daemon answered ${reply.status || 'nonsense'}` }
  }
  return parseReply(reply.body)
}

function targetOf(question: Question, patienceMs: number) {
  const { host, event, isSpooled, folder, project, caller } = question
  const plain = `host=${host}&spooled=${isSpooled ? 1 : 0}&until=${Math.floor(Date.now() + patienceMs)}`
  const place = Object.entries({ folder, project, ...caller }).map(([name, value]) =>
    value ? `&${name}=${encodeURIComponent(value)}` : '',
  )
  return `/hooks/${event}?${plain}${place.join('')}`
}

function parseReply(body: string): Reply {
  if (body.trim() === '') return { kind: 'answer', output: '' }
  try {
    const { output } = JSON.parse(body) as { output?: unknown }
    return { kind: 'answer', output: typeof output === 'string' ? output : '' }
  } catch {
    return { kind: 'failed', reason: "the daemon's answer is not JSON" }
  }
}
