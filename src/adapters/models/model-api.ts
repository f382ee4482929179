/** Settings of a model API, and problems visible before the first request. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ModelRequest } from '../../core/ports/models.ts'

export interface ModelSettings {
  readonly model: string
  /** Empty for the default. */
  readonly url: string
  /** The key itself, read from the variable. */
  readonly apiKey: string | undefined
  readonly apiKeyVariable: string
  readonly timeoutMs: number
}

export interface Problem {
  readonly problem: string
  readonly hint: string
}

/** Replies are a few kilobytes; anything larger is not a model's reply. */
export const mostReplyBytes = 1_000_000

/** A local server rarely needs a key. */
export function findMissingKey(settings: ModelSettings): Problem | undefined {
  const { apiKey, apiKeyVariable, url } = settings
  if (apiKey || apiKeyVariable === '' || isLoopback(url)) return undefined
  return {
    problem: `the environment variable ${apiKeyVariable} is not set`,
    hint: `export ${apiKeyVariable} in the shell that starts the daemon`,
  }
}

export function isLoopback(url: string): boolean {
  if (url === '') return false
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

export function misconfigured({ problem, hint }: Problem): ThroughlineError {
  return new ThroughlineError('model-misconfigured', problem, { hint, wasRefused: true })
}

/** The part of a request body that not every API accepts. */
export type RequestForm = (request: ModelRequest) => object

/** The most complete form first, the simplest last. */
export type RequestForms = readonly [RequestForm, ...RequestForm[]]

/**
 * Sends a request in the first form that the API accepts. Once a simpler form succeeds, forms that
 * were rejected are not tried again.
 */
export function createSender(
  forms: RequestForms,
  send: (request: ModelRequest, part: object, signal: AbortSignal) => Promise<unknown>,
): (request: ModelRequest, signal: AbortSignal) => Promise<unknown> {
  let accepted = forms
  return async (request, signal) => {
    const sent = await sendFirst(accepted, (form) => send(request, form(request), signal))
    accepted = sent.forms
    return sent.answer
  }
}

async function sendFirst(
  forms: RequestForms,
  send: (form: RequestForm) => Promise<unknown>,
): Promise<{ readonly answer: unknown; readonly forms: RequestForms }> {
  const [form, plainer, ...plainest] = forms
  try {
    return { answer: await send(form), forms }
  } catch (error) {
    if (!plainer || !isRejection(error)) throw error
    return sendFirst([plainer, ...plainest], send)
  }
}

function isRejection(error: unknown): boolean {
  return (
    error instanceof ThroughlineError && error.code === 'model-rejected-input' && error.wasRefused
  )
}
