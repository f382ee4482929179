/** What an answering hook asks the daemon, and what it makes of the reply. */
import { requestDaemon } from './daemon-request.ts'

export interface Question {
  readonly host: string
  readonly event: string
  readonly payload: Buffer
  /** False when the event is in this request only. */
  readonly isSpooled: boolean
}

export type Reply =
  | { readonly kind: 'answer'; readonly output: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'down' }
  | { readonly kind: 'failed'; readonly reason: string }

export async function askDaemon(
  runFile: string,
  { host, event, isSpooled, payload }: Question,
  patienceMs: number,
): Promise<Reply> {
  const target = `/hooks/${event}?host=${host}&spooled=${isSpooled ? 1 : 0}`
  const reply = await requestDaemon(runFile, { method: 'POST', target, payload }, patienceMs)
  if (reply.kind !== 'reply') return reply
  if (!reply.status.startsWith('2')) {
    return { kind: 'failed', reason: `the daemon answered ${reply.status || 'nonsense'}` }
  }
  return parseReply(reply.body)
}

function parseReply(body: string): Reply {
  if (body.trim() === '') return { kind: 'nothing' }
  try {
    const { output } = JSON.parse(body) as { output?: unknown }
    return typeof output === 'string' && output ? { kind: 'answer', output } : { kind: 'nothing' }
  } catch {
    return { kind: 'failed', reason: 'the answer of the daemon is not JSON' }
  }
}
