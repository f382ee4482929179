/** Errors as HTTP: one table from code to status. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorCode, ThroughlineError } from '../../contract/errors.ts'

const statuses: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  'invalid-input': 400,
  'not-found': 404,
  conflict: 409,
  'database-busy': 503,
  'database-unwritable': 503,
  'model-unavailable': 503,
}

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
  const { code, message, hint } = error
  return context.json({ error: { code, message, ...(hint && { hint }) } }, statuses[code] ?? 500)
}
