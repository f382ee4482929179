/**
 * Who may talk to the daemon: programs that know the token, and pages of the dashboard that signed
 * in. Both say so in a header that no other page can send here. The Host and Origin checks keep web
 * pages, even those whose name resolves to loopback, from trying.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { publicFiles, wantsPage } from './dashboard.ts'
import { exportPath } from './export.ts'
import { refuse } from './respond.ts'
import { isSignedIn, type SignInParts } from './sign-in.ts'

export interface GuardParts extends SignInParts {
  readonly token: string
}

/** What holds nothing of the user's, or checks by itself who asks. */
const openPaths = new Set(['/health', '/api/sign-ins'])

export function guard(parts: GuardParts): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    const { host, origin } = req.header()
    if (!isLoopback(host)) return refuse(context, 403, 'this host name is not served')
    if (origin !== undefined && origin !== `http://${host}`) {
      return refuse(context, 403, 'requests from other origins are refused')
    }
    if (openPaths.has(req.path) || publicFiles.test(req.path) || wantsPage(context)) return next()
    if (isToken(req.header('authorization'), parts.token)) return next()
    if (isSignedIn(context, parts) || isDownload(context, parts)) return next()
    context.header('WWW-Authenticate', 'Bearer')
    return refuse(context, 401, 'the token is missing or wrong', 'it is in run/daemon.json')
  }
}

/** The browser stores it by itself, and sends no header of ours. */
function isDownload({ req }: Context, { codes }: GuardParts): boolean {
  return req.method === 'GET' && req.path === exportPath && codes.use('download', req.query('code'))
}

function isLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '')
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization?.replace(/^Bearer /i, '') ?? '')
  const expected = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
