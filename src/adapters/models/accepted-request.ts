/** APIs that speak one protocol differ in what of it they accept. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ModelRequest } from '../../core/ports/language-model.ts'

/** The part of a request's body that not everybody accepts. */
export type Form = (request: ModelRequest) => object

/** From the fullest to the plainest. */
export type Forms = readonly [Form, ...Form[]]

/**
 * Sends a request in the first form that is accepted. A form that was rejected while a plainer one
 * was not is left out from then on.
 */
export function createSender(
  forms: Forms,
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
  forms: Forms,
  send: (form: Form) => Promise<unknown>,
): Promise<{ readonly answer: unknown; readonly forms: Forms }> {
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
