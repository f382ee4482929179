/** Sync over the server's HTTP. */
import { randomUUID } from 'node:crypto'
import { syncRoutes } from '../../../src/contract/team/routes.ts'
import type { SharedProject } from '../../../src/contract/team/sync.ts'
import type { ServerApp } from './server-app.ts'

export type SyncRouteName = keyof typeof syncRoutes

/** @param token none for a request without one */
export async function askSync(
  app: ServerApp,
  token: string | undefined,
  route: SyncRouteName,
  input: object = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const { method, path } = syncRoutes[route]
  const query = new URLSearchParams(input as Record<string, string>)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response =
    method === 'get'
      ? await app.ask(`${path}?${query}`, { headers })
      : await app.ask(path, { method: 'POST', headers, body: JSON.stringify(input) })
  return { status: response.status, body: await response.json() }
}

/** A request of each route that asks about this project, this memory and this conflict. */
export function requestsAbout(
  { id: project, identity }: Pick<SharedProject, 'id' | 'identity'>,
  memory: string,
  operations: readonly object[],
  conflict: string = randomUUID(),
): Record<SyncRouteName, object> {
  return {
    push: { operations },
    pull: { projects: [project], digests: true },
    // It differs from the last change, so it is answered at once.
    wait: { after: 1_000_000 },
    buckets: { project, digests: true },
    bucket: { project, bucket: memory.slice(-2), digests: true },
    states: { project, ids: [memory] },
    projects: {},
    share: { type: 'team', name: 'app', identity, aliases: [] },
    unshare: { project },
    conflicts: { project },
    resolve: { id: conflict, keep: 'other' },
  }
}
