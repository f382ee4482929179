/** The daemon's HTTP API: parses requests, calls operations, presents results. */
import { Hono } from 'hono'
import {
  type OperationHandlers,
  type OperationName,
  operations,
} from '../../contract/operations/index.ts'
import { limitBody } from './body.ts'
import { serveDashboard } from './dashboard.ts'
import { type ExportParts, serveExport } from './export.ts'
import { type GuardParts, guard } from './guard.ts'
import { type HookParts, serveHooks } from './hooks.ts'
import { type LiveEventParts, serveLiveEvents } from './live-events.ts'
import { type McpRouteParts, serveMcp } from './mcp.ts'
import { serveOpenApi } from './openapi.ts'
import { inputReader } from './request-input.ts'
import { refuse, respondToError } from './respond.ts'
import { securityHeaders } from './security-headers.ts'
import { serveSignIn } from './sign-in.ts'

export interface AppParts
  extends GuardParts,
    HookParts,
    ExportParts,
    LiveEventParts,
    McpRouteParts {
  /** Where the dashboard's built files are. */
  readonly dashboardFolder: string
  /** Starts stopping the daemon. */
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
