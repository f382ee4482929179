/**
 * One HTTP request to the daemon over a plain socket: loading node:http takes 40 ms, node:net 3.
 * HTTP/1.0 keeps the answer plain: headers, then the body until the connection closes.
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

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

const maxReplyBytes = 1024 * 1024

export async function askDaemon(
  runFile: string,
  question: Question,
  patienceMs: number,
): Promise<Reply> {
  const daemon = findDaemon(runFile)
  if (!daemon) return { kind: 'down' }
  if (patienceMs <= 0) return { kind: 'failed', reason: 'no time was left to ask the daemon' }
  const socket = connect({ host: '127.0.0.1', port: daemon.port })
  try {
    return await exchange(socket, requestText(question, daemon), question.payload, patienceMs)
  } finally {
    socket.destroy()
  }
}

interface RunningDaemon {
  readonly port: number
  readonly token: string
}

function findDaemon(runFile: string): RunningDaemon | undefined {
  try {
    const { pid, port, token } = JSON.parse(readFileSync(runFile, 'utf8')) as Record<
      string,
      unknown
    >
    const isSane = Number.isInteger(port) && typeof token === 'string' && /^[!-~]+$/.test(token)
    return isSane && isAlive(pid) ? { port: port as number, token } : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: unknown): boolean {
  if (!Number.isInteger(pid) || (pid as number) <= 0) return false
  try {
    return process.kill(pid as number, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function requestText(question: Question, { port, token }: RunningDaemon): string {
  const { host, event, isSpooled, payload } = question
  return [
    `POST /hooks/${event}?host=${host}&spooled=${isSpooled ? 1 : 0} HTTP/1.0`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${payload.length}`,
    '\r\n',
  ].join('\r\n')
}

function exchange(
  socket: Socket,
  head: string,
  payload: Buffer,
  patienceMs: number,
): Promise<Reply> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const fail = (reason: string) => resolve({ kind: 'failed', reason })
    setTimeout(() => fail('the daemon did not answer in time'), patienceMs)
    socket.on('connect', () => {
      socket.write(head)
      socket.write(payload)
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxReplyBytes) fail('the answer of the daemon is too large')
    })
    socket.on('end', () => resolve(parseReply(Buffer.concat(chunks).toString('utf8'))))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve({ kind: 'down' })
      else fail(`the daemon could not be asked (${error.code})`)
    })
  })
}

function parseReply(text: string): Reply {
  const status = /^HTTP\/1\.\d (\d{3})/.exec(text)?.[1]
  if (!status?.startsWith('2')) {
    return { kind: 'failed', reason: `the daemon answered ${status ?? 'nonsense'}` }
  }
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  if (body.trim() === '') return { kind: 'nothing' }
  try {
    const { output } = JSON.parse(body) as { output?: unknown }
    return typeof output === 'string' && output ? { kind: 'answer', output } : { kind: 'nothing' }
  } catch {
    return { kind: 'failed', reason: 'the answer of the daemon is not JSON' }
  }
}
