/** Errors as HTTP responses. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { meaningOf, ThroughlineError } from '../../contract/errors.ts'

export function refuse(
  context: Context,
  status: ContentfulStatusCode,
  message: string,
  hint?: string,
): Response {
  return context.json({ error: { message, ...(hint && { hint }) } }, status)
}

export function respondToError(context: Context, error: unknown): Response {
  if (!(error instanceof ThroughlineError)) return refuse(context, 500, 'internal error')
  const { code, message, hint, retryAfterMs } = error
  if (retryAfterMs !== undefined) {
    context.header('Retry-After', String(Math.ceil(retryAfterMs / 1000)))
  }
  return context.json(
    { error: { code, message, ...(hint && { hint }) } },
    meaningOf(error).httpStatus,
  )
}
