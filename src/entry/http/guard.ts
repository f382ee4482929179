/**
 * Who may talk to the daemon: programs of this user that know the token. The Host and Origin checks
 * keep a web page, even one whose name resolves to loopback, from borrowing the user's browser.
 */
import { timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { refuse } from './respond.ts'

const openPaths = new Set(['/health'])

export function guard(token: string): MiddlewareHandler {
  return async (context, next) => {
    const { host, origin, authorization } = context.req.header()
    if (!isLoopback(host)) return refuse(context, 403, 'this host name is not served')
    if (origin !== undefined && !isLoopback(originHost(origin))) {
      return refuse(context, 403, 'requests from other origins are not served')
    }
    if (!openPaths.has(context.req.path) && !isToken(authorization, token)) {
      context.header('WWW-Authenticate', 'Bearer')
      return refuse(context, 401, 'the token is missing or wrong', 'it is in run/daemon.json')
    }
    return next()
  }
}

function isLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '')
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization?.replace(/^Bearer /i, '') ?? '')
  const expected = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
