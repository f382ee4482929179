/** Syncs with a team server over HTTP. Every response is validated before use. */
import { z } from 'zod'
import { resolveAnswer } from '../../contract/team/conflicts.ts'
import { longestWaitMs, syncRoutes as routes } from '../../contract/team/routes.ts'
import {
  bucketAnswer,
  bucketsAnswer,
  projectsAnswer,
  pullAnswer,
  pushAnswer,
  sharedProject,
  statesAnswer,
  waitAnswer,
} from '../../contract/team/sync.ts'
import type { TeamServer } from '../../core/ports/team/team-client-store.ts'
import { requestServer, type ServerConnection, type ServerRequest } from './request.ts'

/** 200 memories of maximum size, in a script with three bytes per character. */
const mostStateBytes = 40 * 1024 * 1024

/** Older servers have no digests and ignore this. */
const withDigests = { digests: 'true' }

/** Extra time for a response in transit. */
const waitMarginMs = 10_000

export function openSyncClient(connection: ServerConnection): TeamServer {
  const get = <Schema extends z.ZodType>(
    answer: Schema,
    path: string,
    query: Record<string, string> = {},
    more: Pick<ServerRequest, 'limitMs'> = {},
  ) => {
    const text = new URLSearchParams(query).toString()
    const whole = text === '' ? path : `${path}?${text}`
    return requestServer(connection, { method: 'GET', path: whole, ...more }, answer)
  }
  const post = <Schema extends z.ZodType>(
    answer: Schema,
    path: string,
    body: object,
    more: Pick<ServerRequest, 'mostBytes'> = {},
  ) => requestServer(connection, { method: 'POST', path, body, ...more }, answer)
  return {
    projects: async () => (await get(projectsAnswer, routes.projects.path)).projects,
    share: (request) => post(sharedProject, routes.share.path, request),
    unshare: (project) => post(z.object({}), routes.unshare.path, { project }),
    push: (request) => post(pushAnswer, routes.push.path, request),
    pull: (request) => post(pullAnswer, routes.pull.path, request, { mostBytes: mostStateBytes }),
    wait: (after) => {
      const limitMs = longestWaitMs + waitMarginMs
      return get(waitAnswer, routes.wait.path, { after: String(after) }, { limitMs })
    },
    buckets: (project) => get(bucketsAnswer, routes.buckets.path, { project, ...withDigests }),
    bucket: (project, bucket) =>
      get(bucketAnswer, routes.bucket.path, { project, bucket, ...withDigests }),
    states: (project, ids) =>
      post(statesAnswer, routes.states.path, { project, ids }, { mostBytes: mostStateBytes }),
    resolve: (request) => post(resolveAnswer, routes.resolve.path, request),
  }
}
