/** APIs with the same protocol accept different parts of it. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ModelRequest } from '../../core/ports/models.ts'

/** The part of a request body that not every API accepts. */
export type RequestForm = (request: ModelRequest) => object

/** From the most complete to the simplest. */
export type RequestForms = readonly [RequestForm, ...RequestForm[]]

/**
 * Sends a request in the first form that the API accepts. Once a simpler form works where a form was
 * rejected, the rejected one is no longer tried.
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
