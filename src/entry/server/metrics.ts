/** Counts for Prometheus, in its text format. Nothing in them names an organisation or a person. */

export interface Metrics {
  /** @param route its pattern, never the address itself */
  addRequest(method: string, route: string, status: number, seconds: number): void
  /** @param isReady whether the database answers */
  render(isReady: boolean): string
}

const buckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

interface Timing {
  readonly counts: number[]
  sum: number
  count: number
}

export interface LiveState {
  /** How many requests wait for a change. */
  waits(): number
  /** Whether changes of other processes are heard of at once. */
  isHearing(): boolean
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
          ['', live.isHearing() ? 1 : 0],
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
