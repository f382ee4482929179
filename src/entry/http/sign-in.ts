/**
 * How a browser signs in: `throughline dashboard` asks for a code with the token and opens a link
 * with it, and the browser gets a cookie in exchange. A code works once and for a minute, so the
 * address in the browser's history opens nothing.
 */
import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { SignIns } from '../../compose/presence.ts'

export interface SignInParts {
  readonly signIns: SignIns
  /** Milliseconds that only grow. */
  readonly monotonicMs?: () => number
}

const codeLifeMs = 60_000
const cookieSeconds = 30 * 86_400

export function serveSignIn(app: Hono, parts: SignInParts): void {
  const codes = createCodes(parts.monotonicMs ?? (() => performance.now()))
  app.post('/api/sign-in-codes', (context) => {
    const code = codes.create()
    return context.json({ code, path: `/sign-in?code=${code}` }, 201)
  })
  app.get('/sign-in', (context) => {
    const { cookie, add } = parts.signIns
    if (codes.use(context.req.query('code') ?? '')) {
      setCookie(context, cookie, add(), {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: cookieSeconds,
      })
    }
    // Without the cookie, that page says how to sign in.
    return context.redirect('/', 303)
  })
}

export function isSignedIn(context: Context, { cookie, has }: SignIns): boolean {
  const secret = getCookie(context, cookie)
  return secret !== undefined && has(secret)
}

function createCodes(nowMs: () => number) {
  const expiries = new Map<string, number>()
  return {
    create(): string {
      for (const [code, expiry] of expiries) if (expiry <= nowMs()) expiries.delete(code)
      const code = randomBytes(24).toString('base64url')
      expiries.set(code, nowMs() + codeLifeMs)
      return code
    },
    use(code: string): boolean {
      const expiry = expiries.get(code)
      expiries.delete(code)
      return expiry !== undefined && nowMs() < expiry
    },
  }
}
