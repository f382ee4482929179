/**
 * One HTTP request to the daemon over a plain socket: loading node:http takes 40 ms, node:net 3 ms.
 * HTTP/1.0 keeps the response simple: headers, then the body until the connection closes.
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { isAlive } from '../../home/processes.ts'
import { tryTo } from '../../home/try-to.ts'

export interface DaemonRequest {
  readonly method: 'GET' | 'POST'
  readonly target: string
  readonly payload?: Buffer
}

export type DaemonReply =
  /** `status` is empty if the response was not HTTP. */
  | { readonly kind: 'reply'; readonly status: string; readonly body: string }
  | { readonly kind: 'down' }
  | { readonly kind: 'failed'; readonly reason: string }

const maxReplyBytes = 1024 * 1024

export async function requestDaemon(
  runFile: string,
  request: DaemonRequest,
  patienceMs: number,
): Promise<DaemonReply> {
  const daemon = findDaemon(runFile)
  if (!daemon) return { kind: 'down' }
  if (patienceMs <= 0) return { kind: 'failed', reason: 'no time was left to ask the daemon' }
  const socket = connect({ host: '127.0.0.1', port: daemon.port })
  const timer = { cancel: () => {} }
  try {
    return await exchange(socket, requestBytes(request, daemon), patienceMs, timer)
  } finally {
    timer.cancel()
    socket.destroy()
  }
}

/** Sends no request. A killed daemon's pid may belong to another program, or to its zombie. */
export function isDaemonAlive(runFile: string): boolean {
  const daemon = findDaemon(runFile)
  if (!daemon) return false
  try {
    const status = readFileSync(`/proc/${daemon.pid}/status`, 'utf8')
    return /^Name:\s+throughline$/m.test(status) && !/^State:\s+Z/m.test(status)
  } catch {
    return true
  }
}

interface RunningDaemon {
  readonly pid: number
  readonly port: number
  readonly token: string
}

function findDaemon(runFile: string): RunningDaemon | undefined {
  return tryTo(() => {
    const { pid, port, token }: RunningDaemon = JSON.parse(readFileSync(runFile, 'utf8'))
    const hasNumbers = [pid, port].every(Number.isInteger) && pid > 0
    const isSane = hasNumbers && typeof token === 'string' && /^[!-~]+$/.test(token)
    return isSane && isAlive(pid) ? { pid, port, token } : undefined
  })
}

function requestBytes(request: DaemonRequest, { port, token }: RunningDaemon): Buffer[] {
  const { method, target, payload = Buffer.alloc(0) } = request
  const head = [
    `${method} ${target} HTTP/1.0`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${payload.length}`,
    '\r\n',
  ].join('\r\n')
  return [Buffer.from(head), payload]
}

function exchange(
  socket: Socket,
  bytes: readonly Buffer[],
  patienceMs: number,
  timer: { cancel: () => void },
): Promise<DaemonReply> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const fail = (reason: string) => resolve({ kind: 'failed', reason })
    const timeout = setTimeout(() => fail('the daemon did not answer in time'), patienceMs)
    timer.cancel = () => clearTimeout(timeout)
    socket.on('connect', () => {
      for (const part of bytes) socket.write(part)
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxReplyBytes) fail('the daemon’s answer is too large')
    })
    socket.on('end', () => resolve(parseReply(Buffer.concat(chunks).toString('utf8'))))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve({ kind: 'down' })
      else fail(`the daemon could not be reached (${error.code})`)
    })
  })
}

function parseReply(text: string): DaemonReply {
  const status = /^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? ''
  const end = text.indexOf('\r\n\r\n')
  return { kind: 'reply', status, body: end < 0 ? '' : text.slice(end + 4) }
}
