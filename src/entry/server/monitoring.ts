/**
 * Request ids, the log of requests, and counts for Prometheus in its text format. Nothing in the
 * counts names an organisation or a person.
 */
import { randomUUID } from 'node:crypto'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { syncRoutes } from '../../contract/team/routes.ts'
import {
  findActor,
  type Metrics,
  requestIdOf,
  type ServerParts,
  setRequestId,
} from './server-parts.ts'

const buckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

interface Timing {
  readonly counts: number[]
  sum: number
  count: number
}

export interface LiveState {
  /** How many requests wait for a change. */
  waits(): number
  /** Whether changes of other processes arrive at once. */
  isReceiving(): boolean
}

export function createMetrics(version: string, live: LiveState): Metrics {
  const requests = new Map<string, number>()
  const timings = new Map<string, Timing>()
  return {
    addRequest(method, route, status, seconds) {
      const labels = `method="${method}",route="${route}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      addTiming(timings, route, seconds)
    },
    render: (isReady) =>
      [
        ...metric('throughline_info', 'gauge', 'The version that runs.', [
          [`version="${version}"`, 1],
        ]),
        ...metric('throughline_ready', 'gauge', 'Whether the database answers.', [
          ['', isReady ? 1 : 0],
        ]),
        ...metric('throughline_listening', 'gauge', 'Whether LISTEN works.', [
          ['', live.isReceiving() ? 1 : 0],
        ]),
        ...metric('throughline_waits', 'gauge', 'Machines that wait for a change.', [
          ['', live.waits()],
        ]),
        ...metric('throughline_requests_total', 'counter', 'Requests answered.', [...requests]),
        ...renderTimings(timings),
        ...metric('process_resident_memory_bytes', 'gauge', 'Memory in use.', [
          ['', process.memoryUsage.rss()],
        ]),
        ...metric('process_cpu_seconds_total', 'counter', 'Processor time used.', [
          ['', cpuSeconds()],
        ]),
        ...metric('process_uptime_seconds', 'gauge', 'Time since the start.', [
          ['', process.uptime()],
        ]),
        '',
      ].join('\n'),
  }
}

function addTiming(timings: Map<string, Timing>, route: string, seconds: number): void {
  const timing = timings.get(route) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 }
  for (const [index, most] of buckets.entries()) {
    if (seconds <= most) timing.counts[index] = (timing.counts[index] ?? 0) + 1
  }
  timing.sum += seconds
  timing.count += 1
  timings.set(route, timing)
}

function metric(
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`),
  ]
}

function renderTimings(timings: ReadonlyMap<string, Timing>): string[] {
  const name = 'throughline_request_seconds'
  const lines = [...timings].flatMap(([route, { counts, sum, count }]) => [
    ...buckets.map(
      (most, index) => `${name}_bucket{route="${route}",le="${most}"} ${counts[index]}`,
    ),
    `${name}_bucket{route="${route}",le="+Inf"} ${count}`,
    `${name}_sum{route="${route}"} ${sum}`,
    `${name}_count{route="${route}"} ${count}`,
  ])
  return [`# HELP ${name} Time to answer.`, `# TYPE ${name} histogram`, ...lines]
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const idHeader = 'X-Request-Id'
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Gives every request an id, a line in the log and a place in the metrics. */
export function observe({ log, metrics, proxies }: ServerParts): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now()
    setRequestId(context, chooseId(context, proxies))
    await next()
    const requestId = requestIdOf(context)
    context.res.headers.set(idHeader, requestId)
    const ms = performance.now() - startedAt
    const method = methods.has(context.req.method) ? context.req.method : 'other'
    const route = routeOf(context)
    const { status } = context.res
    metrics.addRequest(method, route, status, ms / 1000)
    if (isQuiet(route, status)) return
    const { organisation, person } = findActor(context) ?? {}
    const who = organisation && person ? { organisation, person: person.id } : {}
    log.info('request', { requestId, method, route, status, ms: Math.round(ms), ...who })
  }
}

/** A proxy of ours may have given it one already. */
function chooseId({ req }: Context, proxies: number): string {
  const given = proxies > 0 ? req.header(idHeader) : undefined
  return given && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
}

/** The pattern, because an address may hold a code. */
function routeOf(context: Context): string {
  const routes = matchedRoutes(context).filter(({ path }) => !path.endsWith('*'))
  return routes.at(-1)?.path ?? 'none'
}

/** Requests that every balancer and every machine makes a few times a minute. */
const isQuiet = (route: string, status: number) =>
  ['/health', '/ready', '/metrics'].includes(route) ||
  (route === syncRoutes.wait.path && status === 200)

/** For balancers and monitoring, whatever name they use for this process. */
export function serveStatus(app: Hono, { isReady, metrics, version }: ServerParts): void {
  app.get('/health', (context) => context.json({ status: 'ok', version }))
  app.get('/ready', async (context) =>
    (await isReady())
      ? context.json({ status: 'ready' })
      : context.json({ status: 'not ready' }, 503),
  )
  app.get('/metrics', async (context) => {
    const text = metrics.render(await isReady())
    return context.body(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
}
