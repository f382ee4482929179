/** The server's HTTP on a real PostgreSQL, called without a network. */
import { beforeAll } from 'vitest'
import { createSignOnProvider } from '../../../src/adapters/openid/sign-on-provider.ts'
import { openTeamReportStore } from '../../../src/adapters/postgres/report/report-store.ts'
import { openSharedMemoryStore } from '../../../src/adapters/postgres/shared-recall/shared-memory-store.ts'
import { openTeamSyncStore } from '../../../src/adapters/postgres/sync/sync-store.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import { createRequestBudget, requestLimits } from '../../../src/core/team/people/request-budget.ts'
import { createSharedRecall } from '../../../src/core/team/recall/create-shared-recall.ts'
import { createSharedWriting } from '../../../src/core/team/recall/create-shared-writing.ts'
import { type ChangeWaits, createChangeWaits } from '../../../src/core/team/server/change-waits.ts'
import { createServerApp } from '../../../src/entry/server/app.ts'
import { createMetrics } from '../../../src/entry/server/monitoring.ts'
import { type TestPeople, usePeople } from './people.ts'
import { serve } from './sync-server.ts'

export interface ServerApp extends TestPeople {
  /** Everything that was logged, as JSON. */
  readonly logged: string[]
  /** Open requests for changes; nothing wakes them but the test. */
  readonly waits: ChangeWaits
  /** With the Host and address of `origin`, unless the headers say otherwise. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** As someone with a token or key. */
  as(token: string, path: string, init?: RequestInit): Promise<Response>
  post(token: string, path: string, body?: unknown, method?: string): Promise<Response>
  /** As a browser posts a form of our page. */
  submit(path: string, fields: Record<string, string>, cookie?: string): Promise<Response>
}

interface ServerAppOptions {
  readonly origin?: string
  readonly proxies?: number
  readonly requestsPerMinute?: number
  /** Of the server's environment. */
  readonly variables?: Record<string, string>
}

/** For a `describe`. */
export function useServerApp(options: ServerAppOptions = {}): ServerApp {
  const { origin = 'https://memory.example.com', proxies = 0 } = options
  const people = usePeople()
  const { requestsPerMinute: most = requestLimits.requests.most } = options
  const publicUrl = new URL(origin)
  const logged: string[] = []
  const note = (message: string, fields?: object) =>
    void logged.push(JSON.stringify({ message, ...fields }))
  let app: ReturnType<typeof createServerApp>
  let waits: ChangeWaits
  beforeAll(() => {
    const { store, clock, ids } = people.parts
    const sync = openTeamSyncStore(people.database)
    waits = createChangeWaits(sync)
    const server = serve(sync, people.clock)
    const memories = openSharedMemoryStore(people.database)
    app = createServerApp({
      ...{ people: people.parts, waits },
      sync: server,
      reports: { reports: openTeamReportStore(people.database), sync, clock },
      recall: createSharedRecall(memories, clock),
      writing: createSharedWriting({
        ...{ store: memories, sync: server, clock, ids, redactor: createRedactor() },
      }),
      signOn: {
        people: people.parts,
        provider: createSignOnProvider(),
        variable: (name) => options.variables?.[name],
      },
      budget: createRequestBudget({
        counts: store.counts,
        clock,
        onError: (error) => note(String(error)),
        limits: { ...requestLimits, requests: { ...requestLimits.requests, most } },
      }),
      log: { info: note, warn: note, error: note },
      metrics: createMetrics('1.2.3', { waits: waits.count, isReceiving: () => true }),
      version: '1.2.3',
      isReady: async () => true,
      publicUrl: () => publicUrl,
      proxies,
    })
  })
  const ask: ServerApp['ask'] = async (path, init = {}) =>
    app.request(`${origin}${path}`, { ...init, headers: { host: publicUrl.host, ...init.headers } })
  const as: ServerApp['as'] = (token, path, init = {}) =>
    ask(path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
  return {
    get url() {
      return people.url
    },
    get database() {
      return people.database
    },
    get parts() {
      return people.parts
    },
    get waits() {
      return waits
    },
    clock: people.clock,
    wait: people.wait,
    founder: people.founder,
    joined: people.joined,
    signIn: people.signIn,
    logged,
    ask,
    as,
    post: (token, path, body = {}, method = 'POST') =>
      as(token, path, { method, body: JSON.stringify(body) }),
    submit: (path, fields, cookie) =>
      ask(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          origin,
          'content-type': 'application/x-www-form-urlencoded',
          ...(cookie && { cookie }),
        },
      }),
  }
}

/** What a browser would send back. */
export function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
