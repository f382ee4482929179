/** The server as a process: stateless, so any number may run behind a balancer. */
import { openTeamBackend } from '../../compose/team/team-server.ts'
import type { Log } from '../../core/ports/runtime.ts'
import { createRequestBudget } from '../../core/team/people/request-budget.ts'
import { version } from '../../home/version.ts'
import { listen } from '../daemon/listen.ts'
import { createServerApp } from './app.ts'
import { createMetrics } from './monitoring.ts'

export interface ServerOptions {
  readonly databaseUrl: string
  readonly host: string
  readonly port: number
  /** Default: where it listens, which is right only for a trial on loopback. */
  readonly publicUrl?: URL | undefined
  readonly proxies: number
  /** Environment variables; they contain the secrets for single sign-on. */
  readonly variable?: (name: string) => string | undefined
  readonly log: Log
}

export interface RunningServer {
  readonly url: URL
  /** Finishes open requests, then closes the database. */
  stop(): Promise<void>
}

const lastAnswersMs = 10_000
const tidyEveryMs = 3_600_000
const countEveryMs = 10_000
const keptMs = 2 * 86_400_000

export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { databaseUrl, host, port, proxies, log, variable = () => undefined } = options
  const backend = await openTeamBackend(databaseUrl, log)
  const { people, sync, reports, recall, writing, memories } = backend
  const { waits, isReceiving } = backend.watchChanges()
  const { counts, devices, attempts } = people.store
  const onError = (error: unknown) => log.warn('counting or tidying failed', { error })
  const { clock } = people
  const budget = createRequestBudget({ counts, clock, onError, onNewDay })
  let isStopping = false
  let url = options.publicUrl ?? new URL(`http://${host}:${port}`)
  const app = createServerApp({
    people,
    signOn: { people, provider: backend.provider, variable },
    sync,
    reports,
    waits,
    recall,
    writing,
    budget,
    log,
    metrics: createMetrics(version, { waits: waits.count, isReceiving }),
    version,
    isReady: async () => !isStopping && (await backend.isReady()),
    publicUrl: () => url,
    proxies,
  })
  const hint = 'choose another with --port'
  const listening = { ports: [port], host, lastAnswersMs, hint }
  const server = await listen(app.fetch, listening).catch(async (error: unknown) => {
    await backend.close()
    throw error
  })
  if (!options.publicUrl) url = new URL(`http://${host}:${server.port}`)
  const tidying = setInterval(() => void tidy(), tidyEveryMs).unref()
  const counting = setInterval(() => void budget.settle(), countEveryMs).unref()
  log.info('started', { url: url.origin, host, port: server.port, version })
  return { url, stop }

  async function onNewDay(organisation: string): Promise<void> {
    await sync.prune(organisation)
    const { added, removed } = await memories.repairIndex(organisation)
    if (added + removed === 0) return
    log.info('the search index was repaired', { organisation, added, removed })
  }

  async function tidy(): Promise<void> {
    const before = new Date(clock.now().getTime() - keptMs).toISOString()
    const kept = [counts, devices, attempts]
    await Promise.all(kept.map((each) => each.removeBefore(before))).catch(onError)
  }

  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    clearInterval(tidying)
    clearInterval(counting)
    log.info('stopping')
    waits.close()
    await server.close()
    await budget.settle()
    await backend.close()
    log.info('stopped')
  }
}
