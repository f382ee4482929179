/** A request that is answered when something changed: one socket, and no script in a proxy's way. */
import type { Hono } from 'hono'
import { parseInput } from '../../contract/parse-input.ts'
import { longestWaitMs, syncRoutes } from '../../contract/team/routes.ts'
import { waitRequest } from '../../contract/team/sync.ts'
import { readQuery } from '../http/request-input.ts'
import { authenticateRequest, refuseToken } from './require-actor.ts'
import { actorOf, type ServerParts } from './server-parts.ts'

export function serveWait(app: Hono, parts: ServerParts): void {
  app.get(syncRoutes.wait.path, async (context) => {
    const { after } = parseInput(waitRequest, readQuery(context))
    const late = AbortSignal.timeout(longestWaitMs)
    const signal = AbortSignal.any([context.req.raw.signal, late])
    const sequence = await parts.waits.wait(actorOf(context), after, signal)
    // The token may have been revoked meanwhile.
    if (!(await authenticateRequest(context, parts))) return refuseToken(context)
    return context.json({ sequence })
  })
}
