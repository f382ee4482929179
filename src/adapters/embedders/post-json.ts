/** One request to a provider, and its failures sorted by what helps. */
import { ThroughlineError } from '../../contract/errors.ts'
import { isJsonObject } from '../../core/json.ts'

export interface JsonRequest {
  /** As a person calls it. */
  readonly provider: string
  readonly url: string
  readonly body: object
  readonly apiKey?: string | undefined
  readonly timeoutMs: number
  /** What to do when nobody answers, and when a person must change something. */
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
      },
      body: JSON.stringify(request.body),
      redirect: 'manual',
      signal: either,
    })
    const text = await response.text()
    if (!response.ok) throw refused(request, response, text)
    return parse(request, text)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ThroughlineError) throw error
    throw unreachable(request, timeout.aborted ? undefined : error)
  }
}

function refused(request: JsonRequest, response: Response, text: string): ThroughlineError {
  const { status } = response
  const place = response.headers.get('location')
  const said = place ? `see ${place}` : excerpt(reasonIn(text))
  const message = `${request.provider} answered ${status}${said && `: ${said}`}`
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) {
    const hint =
      status === 429
        ? 'too many requests or no credit left; it is tried again later'
        : 'it is tried again later'
    return new ThroughlineError('model-unavailable', message, { hint })
  }
  if (status === 400 || status === 413 || status === 422) {
    return new ThroughlineError('model-rejected-input', message, { hint: request.hints.refused })
  }
  return new ThroughlineError('model-misconfigured', message, { hint: request.hints.refused })
}

function parse(request: JsonRequest, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `${request.provider} answered with something that is not JSON`
    const hint = `check embeddings.url: ${request.url}`
    throw new ThroughlineError('model-unavailable', message, { hint, cause })
  }
}

function unreachable(request: JsonRequest, cause: unknown): ThroughlineError {
  const reason = cause === undefined ? `took over ${request.timeoutMs} ms` : causeOf(cause)
  return new ThroughlineError(
    'model-unavailable',
    `${request.provider} at ${new URL(request.url).origin} is not reachable: ${reason}`,
    { hint: request.hints.unreachable, cause },
  )
}

/** `fetch failed` says nothing; what lies below does. */
function causeOf(error: unknown): string {
  const below = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(below instanceof Error)) return String(below)
  return 'code' in below && below.message === '' ? String(below.code) : below.message
}

/** `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"message": "…"}`, or just text. */
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

const excerpt = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300)
