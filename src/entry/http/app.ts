/** The daemon's HTTP API: parses requests, calls operations, presents results. */

import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import {
  type OperationHandlers,
  type OperationName,
  operations,
} from '../../contract/operations/index.ts'
import type { McpParts } from '../mcp/tool.ts'
import { inputReader, limitBody, readAlready } from './body.ts'
import { publicFiles, serveDashboard, wantsPage } from './dashboard.ts'
import { type ExportParts, exportPath, serveExport } from './export.ts'
import { type HookParts, serveHooks } from './hooks.ts'
import { type LiveEventParts, serveLiveEvents } from './live-events.ts'
import { serveOpenApi } from './openapi.ts'
import { limitOpen, refuse, respondToError, securityHeaders } from './respond.ts'
import { isSignedIn, type SignInParts, serveSignIn } from './sign-in.ts'

export interface AppParts
  extends GuardParts,
    HookParts,
    ExportParts,
    LiveEventParts,
    McpRouteParts {
  readonly dashboardFolder: string
  readonly stop: () => void
}

export function createApp(parts: AppParts): Hono {
  const app = new Hono()
  app.use(securityHeaders())
  app.use(guard(parts))
  app.use(limitBody())
  app.use(async (_, next) => {
    parts.onRequest()
    await next()
  })
  // The pid lets a reader of the run file check that this is the daemon it names.
  const { version, run, command } = parts
  const health = { status: 'ok', version, pid: process.pid, run, command }
  app.get('/health', (context) => context.json(health))
  app.post('/api/stop', (context) => {
    parts.stop()
    return context.json({ status: 'stopping' }, 202)
  })
  serveSignIn(app, parts)
  serveHooks(app, parts)
  serveLiveEvents(app, parts)
  serveExport(app, parts)
  serveMcp(app, parts)
  serveOpenApi(app, parts.version)
  for (const name of Object.keys(operations) as OperationName[]) {
    registerOperation(app, name, parts.operations)
  }
  serveDashboard(app, parts.dashboardFolder)
  app.notFound((context) => refuse(context, 404, 'there is nothing here'))
  app.onError((error, context) => {
    const response = respondToError(context, error)
    if (response.status >= 500)
      parts.log.error('a request failed', { error, path: context.req.path })
    return response
  })
  return app
}

function registerOperation(app: Hono, name: OperationName, handlers: OperationHandlers): void {
  const { method, path } = operations[name].http
  const readInput = inputReader(operations[name])
  const handler = handlers[name] as (input: unknown) => Promise<unknown>
  app[method](path, async (context) => {
    const result = await handler(readInput(context))
    return context.json(result as object)
  })
}

interface GuardParts extends SignInParts {
  readonly token: string
}

/** Routes that return no user data, or check the caller themselves. */
const openPaths = new Set(['/health', '/api/sign-ins'])

/**
 * Who may use the API: programs that know the token, and dashboard pages that signed
 * in. Both say so in a header that no other page can send here. The Host and Origin checks keep web
 * pages, even those whose name resolves to loopback, from trying.
 */
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

interface McpRouteParts extends Omit<McpParts, 'folder'> {
  /** Aborts when the daemon stops, so that open streams do not delay it. */
  readonly closing: AbortSignal
}

/** A client has a request or two open at a time. */
const mostOpen = 64

/** `/mcp`: the Model Context Protocol. Loaded by its first request; most daemons never see one. */
function serveMcp(app: Hono, parts: McpRouteParts): void {
  let handler: ReturnType<typeof load> | undefined
  app.use('/mcp', limitOpen(mostOpen, 'MCP requests'))
  app.all('/mcp', async (context) => {
    handler ??= load(parts)
    return (await handler).fetch(readAlready(context))
  })
}

async function load({ closing, ...parts }: McpRouteParts) {
  const { createHttpHandler } = await import('../mcp/server.ts')
  const handler = createHttpHandler(parts)
  closing.addEventListener('abort', () => void handler.close())
  return handler
}
