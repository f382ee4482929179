/**
 * Who may talk to the daemon: programs that know the token, and browsers that signed in. The Host
 * and Origin checks keep web pages, even those whose name resolves to loopback, from using the
 * user's browser.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { SignIns } from '../../compose/presence.ts'
import { publicFiles, serveSignedOut, wantsPage } from './dashboard.ts'
import { refuse } from './respond.ts'
import { isSignedIn } from './sign-in.ts'

export interface GuardParts {
  readonly token: string
  readonly signIns: SignIns
  /** Where the dashboard's built files are. */
  readonly dashboardFolder: string
}

const openPaths = new Set(['/health', '/sign-in'])

export function guard({ token, signIns, dashboardFolder }: GuardParts): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    const { host, origin, authorization } = req.header()
    if (!isLoopback(host)) return refuse(context, 403, 'this host name is not served')
    if (origin !== undefined && !isLoopback(originHost(origin))) {
      return refuse(context, 403, 'requests from other origins are not served')
    }
    if (openPaths.has(req.path) || publicFiles.test(req.path)) return next()
    if (isToken(authorization, token)) return next()
    if (isSignedIn(context, signIns)) {
      if (isOfOwnPage(context)) return next()
      return refuse(context, 403, 'only the dashboard’s own page may ask this')
    }
    context.header('WWW-Authenticate', 'Bearer')
    if (!wantsPage(context)) {
      return refuse(context, 401, 'the token is missing or wrong', 'it is in run/daemon.json')
    }
    // A browser that follows a link from another site withholds the cookie; after a refresh it sends it.
    if (req.header('sec-fetch-site') === 'cross-site') context.header('Refresh', '0')
    return serveSignedOut(context, dashboardFolder)
  }
}

/**
 * Browsers send the cookie with every request, even from a page on another port of this machine. So
 * a change must come from our own origin and be JSON, and other pages may load nothing: they can
 * only link here.
 */
function isOfOwnPage({ req }: Context): boolean {
  const { host, origin } = req.header()
  const isOwnOrigin = origin === `http://${host}`
  if (req.method !== 'GET') return isOwnOrigin && isJson(req.header('content-type'))
  const site = req.header('sec-fetch-site') ?? 'none'
  const isNavigation = req.header('sec-fetch-mode') === 'navigate'
  return (
    (origin === undefined || isOwnOrigin) &&
    (isNavigation || site === 'same-origin' || site === 'none')
  )
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '')
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
