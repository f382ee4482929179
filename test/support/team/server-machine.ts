/** Servers as processes would run them, on loopback, with the owner of an organisation signed in. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { openTeamBackend } from '../../../src/compose/team/team-server.ts'
import { peopleRoutes, syncRoutes } from '../../../src/contract/team/routes.ts'
import type {
  Mark,
  PullAnswer,
  PushAnswer,
  SharedProject,
  SyncOperation,
} from '../../../src/contract/team/sync.ts'
import { setUpOrganisation } from '../../../src/core/team/people/operator.ts'
import { runServer } from '../../../src/entry/server/run-server.ts'
import { putOperation, teamProject } from './sync-server.ts'

const log = { info() {}, warn() {}, error() {} }

export interface RunningTeamServer {
  readonly url: URL
  stop(): Promise<void>
}

/** Stopped after the test, if not before. */
export async function startTeamServer(databaseUrl: string): Promise<RunningTeamServer> {
  const server = await runServer({ databaseUrl, host: '127.0.0.1', port: 0, proxies: 0, log })
  onTestFinished(() => server.stop())
  return server
}

/** @returns the token of a new organisation's owner */
export async function signInOwner(databaseUrl: string, server: RunningTeamServer): Promise<string> {
  const backend = await openTeamBackend(databaseUrl, log)
  try {
    const owner = { email: 'ada@example.com', name: 'Ada' }
    const { link } = await setUpOrganisation(backend.people, 'Acme', owner)
    const body = { code: link.code, machine: 'laptop' }
    const { access_token } = await ask<{ access_token: string }>(server, '', {
      method: 'post',
      path: peopleRoutes.join,
      body,
    })
    return access_token
  } finally {
    await backend.close()
  }
}

interface Request {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly body?: object
}

/** What one machine asks, whichever process answers. */
export function machineOf(server: RunningTeamServer, token: string) {
  const send = <T>(route: { method: 'get' | 'post'; path: string }, body?: object) =>
    ask<T>(server, token, { ...route, ...(body && { body }) })
  const pull = (project: string, after?: Mark) =>
    send<PullAnswer>(syncRoutes.pull, { projects: [project], ...(after && { after }) })
  return {
    share: (name: string) => send<SharedProject>(syncRoutes.share, teamProject(name)),
    put: (project: string, content: string) =>
      send<PushAnswer>(syncRoutes.push, { operations: [putOperation(project, content)] }),
    push: (operations: readonly SyncOperation[], witness?: Mark) =>
      send<PushAnswer>(syncRoutes.push, { operations, ...(witness && { witness }) }),
    pull,
    /** What every memory of the project says. */
    async contents(project: string): Promise<string[]> {
      const found: string[] = []
      let after: Mark | undefined
      for (;;) {
        const answer = await pull(project, after)
        if (answer.status !== 'ok') throw new Error('the pull was reset')
        for (const state of answer.states) {
          if (state.type === 'memory') found.push(state.text.content)
        }
        if (answer.isLast) return found
        after = answer.upTo
      }
    },
    forget: (project: string, id: string) =>
      send<PushAnswer>(syncRoutes.push, {
        operations: [{ type: 'forget', key: randomUUID(), id, project }],
      }),
    post: <T>(path: string, body: object) => send<T>({ method: 'post', path }, body),
  }
}

async function ask<T>(server: RunningTeamServer, token: string, request: Request): Promise<T> {
  const { method, path, body } = request
  const response = await fetch(new URL(path, server.url), {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as T
}
