/** Sends a request to a team server. Errors say whether to sign in, ask someone or wait. */
import type { z } from 'zod'
import { type ErrorCode, ThroughlineError } from '../../contract/errors.ts'
import { parseBoundedJson } from '../../core/model/bounded-json.ts'
import { isJsonObject } from '../../core/model/json.ts'
import { isSafeServer } from '../../core/team/login/wait-for-approval.ts'
import { oneLineExcerpt, withoutControls } from '../../core/text/shorten.ts'
import { tryTo } from '../../home/try-to.ts'
import { readRetryAfter, reasonOfFetch } from '../post-json.ts'

export interface ServerConnection {
  readonly server: string
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ServerRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** JSON, or form fields. */
  readonly body?: object | URLSearchParams
  /** For the complete response. */
  readonly limitMs?: number
  readonly mostBytes?: number
}

const usualLimitMs = 30_000
const usualMostBytes = 4 * 1024 * 1024

/** @throws `server-unreachable`, `not-signed-in`, `not-allowed` and other errors of the server */
export async function requestServer<Schema extends z.ZodType>(
  connection: ServerConnection,
  request: ServerRequest,
  answer: Schema,
): Promise<z.infer<Schema>> {
  const { status, value, retryAfterMs } = await sendToServer(connection, request)
  if (status < 200 || status >= 300) throw refusal(connection, status, value, retryAfterMs)
  const parsed = answer.safeParse(value)
  if (parsed.success) return parsed.data
  throw unreachable(connection, 'its answer is not that of a team server', parsed.error)
}

export interface ServerAnswer {
  readonly status: number
  /** Undefined if the response was too large or not JSON. */
  readonly value: unknown
  readonly retryAfterMs: number | undefined
}

/** Returns a response with any status. @throws `server-unreachable` */
export async function sendToServer(
  connection: ServerConnection,
  request: ServerRequest,
): Promise<ServerAnswer> {
  const { method, path, body } = request
  const { limitMs = usualLimitMs, mostBytes = usualMostBytes } = request
  requireSafe(connection)
  const { signal } = connection
  const timeout = AbortSignal.timeout(limitMs)
  try {
    const response = await fetch(new URL(path, connection.server), {
      method,
      headers: {
        accept: 'application/json',
        ...(connection.token && { authorization: `Bearer ${connection.token}` }),
        ...(body && !(body instanceof URLSearchParams) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
      // Send a token only to its own server, never to a redirect target.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return {
      status: response.status,
      value: parse(await readBounded(connection, response, mostBytes)),
      retryAfterMs: readRetryAfter(response.headers),
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ThroughlineError) throw error
    throw unreachable(connection, reasonOfFetch(error), error)
  }
}

/** Over http a token can be read in transit, even if the file has such an address. */
function requireSafe(connection: ServerConnection): void {
  if (!isSafeServer(connection.server)) throw unreachable(connection, 'it must be https')
}

async function readBounded(
  connection: ServerConnection,
  response: Response,
  mostBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw unreachable(connection, 'its answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const parse = (text: string): unknown => tryTo(() => parseBoundedJson(text))

const codes: Partial<Record<number, ErrorCode>> = {
  400: 'invalid-input',
  401: 'not-signed-in',
  403: 'not-allowed',
  404: 'not-found',
  409: 'conflict',
  413: 'invalid-input',
  429: 'too-many-requests',
  500: 'server-failed',
}

function refusal(
  connection: ServerConnection,
  status: number,
  value: unknown,
  retryAfterMs: number | undefined,
): ThroughlineError {
  const code = codes[status]
  if (!code) return unreachable(connection, `it answered ${status}`)
  const { message, hint } = saidIn(value)
  const said = message ? oneLineExcerpt(message) : `the server answered ${status}`
  if (code === 'not-signed-in') {
    return new ThroughlineError(code, `${connection.server} does not know this machine`, {
      hint: `throughline login ${connection.server}`,
    })
  }
  return new ThroughlineError(code, said, { hint: hint && oneLineExcerpt(hint), retryAfterMs })
}

function saidIn(value: unknown): { message?: string; hint?: string } {
  const error = isJsonObject(value) && isJsonObject(value.error) ? value.error : {}
  const { message, hint } = error
  return {
    ...(typeof message === 'string' && { message: withoutControls(message) }),
    ...(typeof hint === 'string' && { hint: withoutControls(hint) }),
  }
}

function unreachable({ server }: ServerConnection, reason: string, cause?: unknown) {
  const message = `the team server ${server} cannot be used: ${reason}`
  const hint = 'check its address and your connection; everything else works without it'
  return new ThroughlineError('server-unreachable', message, { hint, cause })
}
