/** Sends one request to a model provider. Errors say what to do. */
import { ThroughlineError } from '../contract/errors.ts'
import { isJsonObject } from '../core/model/json.ts'
import { oneLineExcerpt } from '../core/text/shorten.ts'

export interface JsonRequest {
  readonly provider: string
  readonly url: string
  readonly body: object
  readonly apiKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Limits the whole request, even if the response arrives slowly. */
  readonly timeoutMs: number
  /** Longer responses are rejected. */
  readonly mostBytes?: number
  readonly hints: { readonly unreachable: string; readonly refused: string }
}

export async function postJson(request: JsonRequest, signal?: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(request.apiKey && { authorization: `Bearer ${request.apiKey}` }),
        ...request.headers,
      },
      body: JSON.stringify(request.body),
      redirect: 'manual',
      signal: either,
    })
    const text = await readText(request, response)
    if (!response.ok) throw refused(request, response, text)
    return parse(request, text)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ThroughlineError) throw error
    throw unreachable(request, timeout.aborted ? undefined : error)
  }
}

async function readText(request: JsonRequest, response: Response): Promise<string> {
  const { mostBytes = Number.POSITIVE_INFINITY } = request
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) {
      const message = `${request.provider} answered with more than ${mostBytes} bytes`
      throw new ThroughlineError('model-rejected-input', message, { hint: request.hints.refused })
    }
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

function refused(request: JsonRequest, response: Response, text: string): ThroughlineError {
  const { status } = response
  const place = response.headers.get('location')
  const said = place ? `see ${place}` : oneLineExcerpt(reasonIn(text))
  const message = `${request.provider} answered ${status}${said && `: ${said}`}`
  const wasRefused = status < 500
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) {
    const retryAfterMs = readRetryAfter(response.headers)
    const hint =
      status === 429 ? 'too many requests or no credit left; retried later' : 'retried later'
    return new ThroughlineError('model-unavailable', message, { hint, retryAfterMs, wasRefused })
  }
  const { refused: hint } = request.hints
  if (status === 400 || status === 413 || status === 422) {
    return new ThroughlineError('model-rejected-input', message, { hint, wasRefused })
  }
  return new ThroughlineError('model-misconfigured', message, { hint, wasRefused })
}

function parse(request: JsonRequest, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `${request.provider} did not answer with JSON`
    throw new ThroughlineError('model-unavailable', message, {
      hint: request.hints.unreachable,
      cause,
    })
  }
}

function unreachable(request: JsonRequest, cause: unknown): ThroughlineError {
  const reason =
    cause === undefined ? `no answer within ${request.timeoutMs} ms` : reasonOfFetch(cause)
  return new ThroughlineError(
    'model-unavailable',
    `${request.provider} at ${new URL(request.url).origin} is not reachable: ${reason}`,
    { hint: request.hints.unreachable, cause, wasRefused: neverConnected(cause) },
  )
}

/** `fetch failed` explains nothing; its cause does. */
export function reasonOfFetch(error: unknown): string {
  const below = belowFetch(error)
  if (!(below instanceof Error)) return String(below)
  return below.message || ('code' in below ? String(below.code) : below.name)
}

function neverConnected(error: unknown): boolean {
  const below = belowFetch(error)
  if (!(below instanceof Error && 'code' in below)) return false
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(
    String(below.code),
  )
}

function belowFetch(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error
}

/** `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"message": "…"}`, or plain text. */
function reasonIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value)) return text
    const { error = value.message ?? value.detail } = value
    const inner = isJsonObject(error) ? error.message : error
    return typeof inner === 'string' ? inner : text
  } catch {
    return text
  }
}

/** Builds an endpoint's URL. The given URL may lack `/v1` or already end in the endpoint. */
export function apiUrl(given: string, endpoint: string): string {
  const base = given.replace(/\/+$/, '')
  if (base.endsWith(`/${endpoint}`)) return base
  return /\/v\d+[a-z]*(\/|$)/.test(new URL(base).pathname)
    ? `${base}/${endpoint}`
    : `${base}/v1/${endpoint}`
}

/**
 * How long the server asks us to wait: in milliseconds, in seconds, or until a date.
 * @returns undefined if there is no such header or it cannot be parsed
 */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') || Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const said = headers.get('retry-after')?.trim()
  if (!said) return undefined
  const wait = /^\d+(\.\d+)?$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
