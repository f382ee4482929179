/** Headers of every response: browsers load and run only what we serve, and show it in no frame. */
import type { MiddlewareHandler } from 'hono'

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
