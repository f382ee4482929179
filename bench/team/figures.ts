/** What the benchmark prints. */
import type { BenchOptions } from '../options.ts'
import { formatTable, round, type Spread, spreadOf } from '../statistics.ts'
import type { LoadResult } from './developers.ts'
import type { Lost } from './lost.ts'
import type { Measured, Quiet } from './quiet.ts'

export interface TeamBenchOptions extends BenchOptions {
  readonly minutes: number
  readonly developers: number
  readonly memories: number
  readonly organisations: number
  /** Another checkout of this repository, whose server is measured first. */
  readonly against?: string | undefined
}

export interface Result extends TeamBenchOptions {
  readonly sqlite: Spread
  readonly before: Quiet | undefined
  readonly now: Quiet
  readonly lost: Lost
  readonly load: LoadResult
}

export function toFigures({ json: _, load: { times, triedAgain, stored }, ...result }: Result) {
  const acknowledged = [...stored.values()].reduce((sum, { size }) => sum + size, 0)
  const spreads = Object.fromEntries(
    Object.entries(times).map(([kind, all]) => [kind, { count: all.length, ...spreadOf(all) }]),
  )
  return { ...result, acknowledged, triedAgain, ...spreads }
}

/** Of the p95 of the server's recall to that of SQLite's. */
export const wantedRatio = 5

const ms = ({ p50, p95 }: Spread) => `${round(p50, 1)} / ${round(p95, 1)} ms`

export function describe(result: Result): string {
  const { developers, minutes, memories, organisations, sqlite, now, lost, load } = result
  const { acknowledged } = toFigures(result)
  const perSecond = (count: number) => round(count / (minutes * 60), 1)
  const documents = memories.toLocaleString('en')
  const underLoad = [
    ['acknowledged', String(acknowledged), ''],
    ['of them lost', String(lost.missing), '0'],
    ['stored twice or unasked', String(lost.unknown), '0'],
    ['requests sent again', String(load.triedAgain), ''],
    ...Object.entries(load.times).map(([kind, times]) => [
      `${kind}, under load`,
      `${perSecond(times.length)}/s, ${ms(spreadOf(times))}`,
      '',
    ]),
  ]
  const sqliteRatio = round(now.recall.times.p95 / sqlite.p95)
  return [
    formatTable([
      [`${developers} developers, ${organisations} organisations`, 'measured', 'wanted'],
      ...(minutes > 0 ? underLoad : []),
      [`SQLite’s recall of ${documents}, p50 / p95`, ms(sqlite), ''],
      ['p95 of the server’s, in relation', `${sqliteRatio} ×`, `<= ${wantedRatio} ×`],
    ]),
    describeQuiet(result),
  ].join('\n')
}

function describeQuiet({ before, now, memories }: Result): string {
  const row = (name: string, show: (quiet: Quiet) => string, wanted = '') => [
    name,
    ...(before ? [show(before)] : []),
    show(now),
    wanted,
  ]
  const processors = (of: (quiet: Quiet) => Measured, server = '', database = '') => [
    row('its processor time, server', (quiet) => `${of(quiet).serverMs} ms`, server),
    row('its processor time, PostgreSQL', (quiet) => `${of(quiet).databaseMs ?? '?'} ms`, database),
  ]
  const documents = memories.toLocaleString('en')
  return formatTable([
    ['quiet', ...(before ? ['before'] : []), 'measured', 'wanted'],
    row(`recall of ${documents}, p50 / p95`, ({ recall }) => ms(recall.times)),
    ...processors(({ recall }) => recall, '<= 8 ms', '<= 15 ms'),
    row('push of 100, p50 / p95', ({ push }) => ms(push.times), '<= 500 ms'),
    ...processors(({ push }) => push),
    row(
      'a memory, with its index',
      ({ bytesPerMemory }) => `${bytesPerMemory} bytes`,
      '<= 4096 bytes',
    ),
  ])
}
