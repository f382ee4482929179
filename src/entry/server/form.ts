import type { Context } from 'hono'
import { bodyOf } from '../http/body.ts'

/** The fields of a posted form; none if the body is something else. */
export function formOf(context: Context): URLSearchParams {
  const type = context.req.header('content-type') ?? ''
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type)
  return new URLSearchParams(isForm ? bodyOf(context) : '')
}
