/** Gives every request an id, a line in the log and a place in the metrics. */
import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { syncRoutes } from '../../contract/team/routes.ts'
import { findActor, requestIdOf, type ServerParts, setRequestId } from './server-parts.ts'

const idHeader = 'X-Request-Id'
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function observe({ log, metrics, proxies }: ServerParts): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now()
    setRequestId(context, chooseId(context, proxies))
    await next()
    const requestId = requestIdOf(context)
    context.res.headers.set(idHeader, requestId)
    const ms = performance.now() - startedAt
    const method = methods.has(context.req.method) ? context.req.method : 'other'
    const route = routeOf(context)
    const { status } = context.res
    metrics.addRequest(method, route, status, ms / 1000)
    if (isQuiet(route, status)) return
    const { organisation, person } = findActor(context) ?? {}
    const who = organisation && person ? { organisation, person: person.id } : {}
    log.info('request', { requestId, method, route, status, ms: Math.round(ms), ...who })
  }
}

/** A proxy of ours may have given it one already. */
function chooseId({ req }: Context, proxies: number): string {
  const given = proxies > 0 ? req.header(idHeader) : undefined
  return given && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
}

/** The pattern, because an address may hold a code. */
function routeOf(context: Context): string {
  const routes = matchedRoutes(context).filter(({ path }) => !path.endsWith('*'))
  return routes.at(-1)?.path ?? 'none'
}

/** What comes from every balancer, and every machine, a few times a minute. */
const isQuiet = (route: string, status: number) =>
  ['/health', '/ready', '/metrics'].includes(route) ||
  (route === syncRoutes.wait.path && status === 200)
