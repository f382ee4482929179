/** What responses share: errors, security headers and a limit of open requests. */
import type { Context, MiddlewareHandler } from 'hono'
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

/**
 * Headers of every response: browsers load and run only what we serve, and show it in no frame.
 */
const contentSecurityPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

interface HeaderChanges {
  readonly policy?: Partial<typeof contentSecurityPolicy>
  readonly headers?: Readonly<Record<string, string>>
}

export function securityHeaders(changes: HeaderChanges = {}): MiddlewareHandler {
  const policy = Object.entries({ ...contentSecurityPolicy, ...changes.policy })
  const all = {
    ...headers,
    ...changes.headers,
    'Content-Security-Policy': policy.map((directive) => directive.join(' ')).join('; '),
  }
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(all)) context.res.headers.set(name, value)
    if (!context.res.headers.has('Cache-Control')) {
      context.res.headers.set('Cache-Control', 'no-store')
    }
  }
}

/** Limits how many requests of one kind are open at once. @param what named in the refusal, such as «event streams» */
export function limitOpen(most: number, what: string): MiddlewareHandler {
  let open = 0
  return async (context, next) => {
    if (open >= most) {
      context.header('Retry-After', '5')
      return refuse(context, 429, `${most} ${what} are open already`, 'close one and try again')
    }
    open += 1
    let isOver = false
    const leave = () => {
      if (!isOver) open -= 1
      isOver = true
    }
    try {
      await next()
    } catch (error) {
      leave()
      throw error
    }
    const { res } = context
    if (!res.body) return leave()
    context.res = new Response(notifyEnd(res.body, leave), res)
  }
}

/** Passes the bytes on; calls back when the stream ends, for whatever reason. */
function notifyEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        onEnd()
        controller.close()
      } catch (error) {
        onEnd()
        controller.error(error)
      }
    },
    async cancel(reason) {
      onEnd()
      await reader.cancel(reason)
    },
  })
}
