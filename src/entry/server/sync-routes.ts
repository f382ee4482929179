/** Sync over HTTP. The caller is authenticated and the body read up to `maxPushBytes`. */
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { parseInput } from '../../contract/parse-input.ts'
import { conflictsRequest, resolveRequest } from '../../contract/team/conflicts.ts'
import { longestWaitMs, syncRoutes } from '../../contract/team/routes.ts'
import {
  bucketRequest,
  bucketsRequest,
  pullRequest,
  pushRequest,
  shareRequest,
  statesRequest,
  syncLimits,
  unshareRequest,
  waitRequest,
} from '../../contract/team/sync.ts'
import type { Caller } from '../../core/team/caller.ts'
import type { SyncServer } from '../../core/team/server/create-sync-server.ts'
import { parseBody, readQuery } from '../http/body.ts'
import { authenticateRequest, refuseToken } from './guard.ts'
import { actorOf, type ServerParts } from './server-parts.ts'

/** A hundred memories of maximal length, in a script whose characters take several bytes. */
export const maxPushBytes = 16 * 1024 * 1024

/** Each operation is checked by itself: a malformed one must not block the others. */
const uncheckedPush = pushRequest.extend({
  operations: z.array(z.unknown()).max(syncLimits.operationsPerPush),
})

export interface SyncRouteParts {
  readonly sync: SyncServer
  readonly callerOf: (context: Context) => Caller
}

export function createSyncRoutes({ sync, callerOf }: SyncRouteParts): Hono {
  const app = new Hono()
  const answer =
    <Schema extends z.ZodType>(
      route: { readonly method: 'get' | 'post' },
      schema: Schema,
      work: (caller: Caller, request: z.infer<Schema>) => Promise<object>,
    ) =>
    async (context: Context) => {
      const input = route.method === 'get' ? readQuery(context) : parseBody(context)
      return context.json(await work(callerOf(context), parseInput(schema, input)))
    }
  const { push, pull, buckets, bucket, states, projects, share, unshare, conflicts, resolve } =
    syncRoutes
  app.post(push.path, answer(push, uncheckedPush, sync.push))
  app.post(pull.path, answer(pull, pullRequest, sync.pull))
  app.get(buckets.path, answer(buckets, bucketsRequest, sync.buckets))
  app.get(bucket.path, answer(bucket, bucketRequest, sync.bucket))
  app.post(states.path, answer(states, statesRequest, sync.states))
  app.get(projects.path, async (context) =>
    context.json({ projects: await sync.projects(callerOf(context)) }),
  )
  app.post(share.path, answer(share, shareRequest, sync.share))
  app.post(unshare.path, answer(unshare, unshareRequest, sync.unshare))
  app.get(conflicts.path, answer(conflicts, conflictsRequest, sync.conflicts))
  app.post(resolve.path, answer(resolve, resolveRequest, sync.resolve))
  return app
}

/**
 * Long polling: one request that is answered when something changed, which proxies do not buffer.
 */
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
