/** The team server's HTTP: programs with a token, machines that sign in, and a few pages. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { ThroughlineError } from '../../contract/errors.ts'
import { peopleRoutes, syncRoutes } from '../../contract/team/routes.ts'
import { limitBody } from '../http/body.ts'
import { refuse, respondToError, securityHeaders } from '../http/respond.ts'
import { serveDevices } from './device-routes.ts'
import { guardHost, isFromOwnPage, requireActor } from './guard.ts'
import { observe, serveStatus } from './monitoring.ts'
import { serveAdminPages } from './pages/admin-pages.ts'
import { serveDevicePage } from './pages/device-page.ts'
import { serveJoinPage } from './pages/join-page.ts'
import { serveKeys } from './pages/keys-page.ts'
import { page, stylePath } from './pages/layout.ts'
import { serveMembers } from './pages/members-page.ts'
import { serveMemories } from './pages/memories-page.ts'
import { serveMemory } from './pages/memory-page.ts'
import { serveOverview } from './pages/overview-page.ts'
import { serveReview } from './pages/review-page.ts'
import { serveSessions } from './pages/sessions-page.ts'
import { serveSignOn } from './pages/sign-on-page.ts'
import { style } from './pages/style.ts'
import { serveJoin, servePeople } from './people-routes.ts'
import { actorOf, requestIdOf, type ServerParts } from './server-parts.ts'
import { createSharedRoutes } from './shared-routes.ts'
import { createSyncRoutes, maxPushBytes, serveWait } from './sync-routes.ts'
import { serveTeamMcp } from './team-mcp.ts'

const maxBodyBytes = 1024 * 1024
const maxFormBytes = 64 * 1024
const smallBody = limitBody(() => maxFormBytes)
const isForPrograms = (path: string) => /^\/(mcp$|(api|oauth)\/)/.test(path)

export function createServerApp(parts: ServerParts): Hono {
  const app = new Hono()
  app.use(observe(parts))
  app.use(serverHeaders(parts.publicUrl()))
  serveStatus(app, parts)
  app.use(guardHost(parts.publicUrl))
  serveOpenRoutes(app, parts)
  serveApi(app, parts)
  app.use(ownFormsOnly(parts.publicUrl), smallBody)
  servePages(app, parts)
  app.notFound(nothingHere)
  app.onError((error, context) => {
    const response = respondToError(context, error)
    if (response.status >= 500) {
      parts.log.error('a request failed', { error, requestId: requestIdOf(context) })
    }
    if (isForPrograms(context.req.path)) return response
    const message = error instanceof ThroughlineError ? error.message : 'internal error'
    const content = html`<p>${message}. Try again in a few minutes.</p>`
    const { status } = response as { status: 429 | 500 }
    return page(context, 'That did not work', content, status)
  })
  return app
}

/** For machines without a token. */
function serveOpenRoutes(app: Hono, parts: ServerParts): void {
  app.use('/oauth/*', smallBody)
  serveDevices(app, parts)
  app.all('/oauth/*', nothingHere)
  app.use(peopleRoutes.join, smallBody)
  serveJoin(app, parts)
}

/** The caller is checked before a body is read. */
function serveApi(app: Hono, parts: ServerParts): void {
  const { sync, recall, writing } = parts
  const limitAt = (path: string) => (path === syncRoutes.push.path ? maxPushBytes : maxBodyBytes)
  app.use('/api/*', requireActor(parts), limitBody(limitAt))
  servePeople(app, parts)
  serveWait(app, parts)
  app.route('/', createSyncRoutes({ sync, callerOf: actorOf }))
  app.route('/', createSharedRoutes({ ...recall, ...writing }, actorOf))
  app.all('/api/*', nothingHere)
  app.use('/mcp', requireActor(parts), limitBody(limitAt))
  serveTeamMcp(app, parts)
}

const nothingHere = (context: Context) => refuse(context, 404, 'there is nothing here')

/** No scripts at all; forms of our own. With `no-referrer`, browsers would not name a form's origin. */
function serverHeaders({ protocol }: URL): MiddlewareHandler {
  const isSecure = protocol === 'https:'
  return securityHeaders({
    policy: { 'script-src': "'none'", 'connect-src': "'none'", 'form-action': "'self'" },
    headers: {
      'Referrer-Policy': 'same-origin',
      ...(isSecure && { 'Strict-Transport-Security': 'max-age=31536000' }),
    },
  })
}

/** A form on another site cannot make a browser approve, join or sign out. */
function ownFormsOnly(publicUrl: () => URL): MiddlewareHandler {
  return async (context, next) => {
    const isSafe = context.req.method === 'GET' || context.req.method === 'HEAD'
    if (isSafe || isFromOwnPage(context, publicUrl())) return next()
    return refuse(context, 403, 'forms are taken from this server’s own pages only')
  }
}

function servePages(app: Hono, parts: ServerParts): void {
  app.get(stylePath, (context) =>
    context.body(style, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    }),
  )
  serveJoinPage(app, parts)
  serveDevicePage(app, parts)
  serveOverview(app, parts)
  serveMemories(app, parts)
  serveSessions(app, parts)
  serveMemory(app, parts)
  serveReview(app, parts)
  serveMembers(app, parts)
  serveKeys(app, parts)
  serveAdminPages(app, parts)
  serveSignOn(app, parts)
}
