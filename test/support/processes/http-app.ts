/** The HTTP surface on a fresh store for each test, called without a network. */
import { afterEach, beforeEach } from 'vitest'
import { type Local, openLocal } from '../../../src/compose/local.ts'
import { openHomeSignIns } from '../../../src/compose/presence.ts'
import { type AppParts, createApp } from '../../../src/entry/http/app.ts'
import { createOneTimeCodes } from '../../../src/entry/http/sign-in.ts'
import { createWorld, type World } from '../homes/world.ts'

export interface HttpApp {
  readonly world: World
  readonly local: Local
  readonly token: string
  /** Logged errors. */
  readonly logged: readonly string[]
  /** Calls to the daemon: `nudge`, `stop`, `request`. */
  readonly calls: readonly string[]
  /** For serving on a real socket. */
  fetch(request: Request): Response | Promise<Response>
  /** With the token, unless the headers say otherwise. */
  ask(path: string, init?: RequestInit, parts?: Partial<AppParts>): Promise<Response>
  post(path: string, body: unknown, parts?: Partial<AppParts>): Promise<Response>
}

export interface Problem {
  readonly error: { readonly message: string; readonly hint?: string }
}

export function eachWithHttpApp(): HttpApp {
  const token = 'the-token-of-this-test'
  let world: World
  let local: Local
  let logged: string[]
  let calls: string[]

  beforeEach(async () => {
    world = createWorld()
    logged = []
    calls = []
    const { root } = world.paths
    local = await openLocal({ root, userHome: world.userHome, env: {} })
  })
  afterEach(async () => {
    local.close()
    await world.close()
  })

  const partsOf = (): AppParts => ({
    token,
    signIns: openHomeSignIns(world.paths),
    command: 'throughline',
    codes: createOneTimeCodes(),
    run: 'this-run',
    port: () => 4711,
    dashboardFolder: world.path('dashboard'),
    version: '1.2.3',
    operations: local.operations,
    agentOperations: local.agentOperations,
    guidance: () => local.config().guidance.variant,
    events: local.events,
    exportData: local.transfer.exportData,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (message) => void logged.push(message),
    },
    closing: new AbortController().signal,
    findHost: local.findHost,
    hosts: local.hosts,
    accept: (envelope, payload) => local.spool.add(envelope, payload),
    answer: async () => '',
    nudge: () => void calls.push('nudge'),
    stop: () => void calls.push('stop'),
    onRequest: () => void calls.push('request'),
    onIngested: () => () => undefined,
  })

  const authorized = { authorization: `Bearer ${token}`, host: '127.0.0.1:4711' }
  const ask: HttpApp['ask'] = async (path, init = {}, parts = {}) =>
    createApp({ ...partsOf(), ...parts }).request(`http://127.0.0.1:4711${path}`, {
      ...init,
      headers: { ...authorized, ...init.headers },
    })
  return {
    get world() {
      return world
    },
    get local() {
      return local
    },
    token,
    fetch: (request) => createApp(partsOf()).fetch(request),
    get logged() {
      return logged
    },
    get calls() {
      return calls
    },
    ask,
    post: (path, body, parts) =>
      ask(
        path,
        { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
        parts,
      ),
  }
}
