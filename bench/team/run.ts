/**
 * A team server under load: three processes on one PostgreSQL, developers who push, pull and recall,
 * processes that are killed and a database that is restarted in between. Afterwards everything that
 * was acknowledged has to be there once. Recall is timed beside SQLite with as many documents, pushes
 * by themselves.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  type Cluster,
  findEmbeddedBinaries,
  startCluster,
} from '../../src/adapters/postgres/embedded/cluster.ts'
import { syncRoutes } from '../../src/contract/team/routes.ts'
import { sharedRecallOperations } from '../../src/contract/team/shared-recall.ts'
import { type Mark, type PullAnswer, syncLimits } from '../../src/contract/team/sync.ts'
import type { BenchOptions } from '../options.ts'
import { measureSize } from '../scale.ts'
import { questionText, statementText } from '../scale-texts.ts'
import { formatTable, round, type Spread, spreadOf } from '../statistics.ts'
import { type Load, type LoadResult, send, work } from './developers.ts'
import { populate, putStatement, type Team } from './population.ts'
import { processorSeconds, type ServerProcess, startServers } from './servers.ts'

export interface TeamBenchOptions extends BenchOptions {
  readonly minutes: number
  readonly developers: number
  readonly memories: number
  readonly organisations: number
}

const processes = 3
const roundMs = 30_000
const questions = 200
const measuredPushes = 5
const wantedRatio = 5

export async function run(options: TeamBenchOptions): Promise<void> {
  const { json, minutes, developers, memories, organisations } = options
  const binaries = findEmbeddedBinaries()
  if (!binaries) throw new Error(`there is no PostgreSQL for ${process.platform}-${process.arch}`)
  const folder = mkdtempSync(join(tmpdir(), 'tl-team-'))
  let cluster = await startCluster({ binaries, folder })
  const url = cluster.url('postgres')
  let servers: ServerProcess[] = []
  try {
    const sqlite = measureSize(memories).recall
    servers = await startServers(url, processes)
    const before = await databaseBytes(url)
    const teams = await populate(url, { organisations, developers, memories })
    const bytesPerMemory = Math.round(((await databaseBytes(url)) - before) / memories)
    const quiet = await measureRecall(teams, servers[0], cluster)
    const push = await measurePushes(teams[0], servers[0], cluster)
    const load = await (minutes > 0
      ? workThroughFaults({ teams, servers, minutes, roundMs }, async () => {
          await crash(cluster)
          cluster = await startCluster({ binaries, folder })
        })
      : noLoad)
    const lost = await findLost(teams, servers[0], load)
    const result = {
      ...{ developers, minutes, memories, organisations, bytesPerMemory, sqlite, quiet, push },
      ...{ lost, load },
    }
    process.stdout.write(json ? `${JSON.stringify(toFigures(result))}\n` : describe(result))
    if (lost.missing + lost.unknown > 0) process.exitCode = 1
    if (quiet.recall.p95 > wantedRatio * sqlite.p95) process.exitCode = 1
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `--minutes 0` measures recall, pushes and space only. */
const noLoad: LoadResult = {
  times: { push: [], pull: [], recall: [] },
  triedAgain: 0,
  stored: new Map(),
}

async function workThroughFaults(
  load: Load,
  restartDatabase: () => Promise<void>,
): Promise<LoadResult> {
  const faults = spoil(load.minutes, load.servers, restartDatabase)
  const result = await work(load)
  await faults
  return result
}

/** Kills each process once and the database once, spread over the time. */
async function spoil(
  minutes: number,
  servers: readonly ServerProcess[],
  restartDatabase: () => Promise<void>,
): Promise<void> {
  const pauseMs = (minutes * 60_000) / (servers.length + 2)
  for (const server of servers) {
    await delay(pauseMs)
    await server.kill()
    await delay(2_000)
    await server.restart()
  }
  await delay(pauseMs)
  await restartDatabase()
}

/** Ends the database as a crash does: it has to recover from its log. */
async function crash({ pid, stop }: Cluster): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  await stop()
}

interface ProcessorTime {
  /** Milliseconds for each request: of the server, and of PostgreSQL if it can be read. */
  readonly serverMs: number
  readonly databaseMs?: number | undefined
}

interface QuietRecall extends ProcessorTime {
  readonly recall: Spread
}

interface QuietPush extends ProcessorTime {
  readonly push: Spread
}

/** One after another, over HTTP, each question in the organisation that has the answer. */
async function measureRecall(
  teams: readonly Team[],
  server: ServerProcess | undefined,
  cluster: Cluster,
): Promise<QuietRecall> {
  if (!server) throw new Error('there is no server')
  const url = new URL(sharedRecallOperations.recall.http.path, server.url)
  const askAll = async () => {
    const times: number[] = []
    for (let question = 0; question < questions; question++) {
      const team = teams[question % teams.length]
      const query = questionText(team?.statements[question] ?? 0)
      const startedAt = performance.now()
      await send(url, team?.tokens[0] ?? '', { query })
      times.push(performance.now() - startedAt)
    }
    return times
  }
  await askAll()
  const { result, ...processor } = await timeProcessors(server, cluster, questions, askAll)
  return { recall: roundSpread(spreadOf(result)), ...processor }
}

/** A hundred memories each, into one organisation, which keeps them. */
async function measurePushes(
  team: Team | undefined,
  server: ServerProcess | undefined,
  cluster: Cluster,
): Promise<QuietPush> {
  if (!server || !team) throw new Error('there is no server')
  const url = new URL(syncRoutes.push.path, server.url)
  const sendAll = async () => {
    const times: number[] = []
    for (let number = 0; number < measuredPushes; number++) {
      const from = firstMeasured + number * syncLimits.operationsPerPush
      const operations = Array.from({ length: syncLimits.operationsPerPush }, (_, at) =>
        putStatement(team.project, statementText(from + at)),
      )
      const startedAt = performance.now()
      await send(url, team.tokens[0] ?? '', { operations })
      times.push(performance.now() - startedAt)
    }
    return times
  }
  const { result, ...processor } = await timeProcessors(server, cluster, measuredPushes, sendAll)
  return { push: roundSpread(spreadOf(result)), ...processor }
}

/** The number of their first statement. */
const firstMeasured = 90_000_000

async function timeProcessors<T>(
  server: ServerProcess,
  cluster: Cluster,
  requests: number,
  run: () => Promise<T>,
): Promise<ProcessorTime & { readonly result: T }> {
  const [own, database] = [await processorSeconds(server), databaseSeconds(cluster)]
  const result = await run()
  const perRequest = (seconds: number) => round((1_000 * seconds) / requests)
  const databaseUsed = databaseSeconds(cluster)
  return {
    result,
    serverMs: perRequest((await processorSeconds(server)) - own),
    databaseMs:
      database === undefined || databaseUsed === undefined
        ? undefined
        : perRequest(databaseUsed - database),
  }
}

const roundSpread = ({ p50, p95 }: Spread): Spread => ({ p50: round(p50), p95: round(p95) })

/** Of all its processes; only Linux says. */
function databaseSeconds({ pid }: Cluster): number | undefined {
  if (process.platform !== 'linux') return undefined
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const ticks = [String(pid), ...children.split('\n')]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(ticksOf)
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}

const ticksPerSecond = 100

function ticksOf(pid: string): number {
  try {
    // After the name in brackets, which may hold spaces: user time is the 12th, system time the 13th.
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = rest.split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

async function databaseBytes(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes')
    return Number(rows[0]?.bytes)
  } finally {
    await client.end()
  }
}

interface Lost {
  /** Acknowledged and not there, or with other words. */
  readonly missing: number
  /** There, and neither acknowledged nor there before. */
  readonly unknown: number
}

async function findLost(
  teams: readonly Team[],
  server: ServerProcess | undefined,
  { stored }: LoadResult,
): Promise<Lost> {
  let [missing, unknown] = [0, 0]
  for (const team of teams) {
    const there = await pullAll(team, server)
    const acknowledged = stored.get(team) ?? new Map<string, string>()
    for (const [id, content] of acknowledged) if (there.get(id) !== content) missing += 1
    const measured = team === teams[0] ? measuredPushes * syncLimits.operationsPerPush : 0
    unknown += there.size - acknowledged.size - team.statements.length - measured
  }
  return { missing, unknown }
}

async function pullAll({ project, tokens }: Team, server: ServerProcess | undefined) {
  const found = new Map<string, string>()
  let after: Mark | undefined
  for (;;) {
    const url = new URL(syncRoutes.pull.path, server?.url)
    const request = { projects: [project], ...(after && { after }) }
    const answer = await send<PullAnswer>(url, tokens[0] ?? '', request)
    if (answer?.status !== 'ok') throw new Error('a pull was not answered')
    for (const state of answer.states) {
      if (state.type === 'memory') found.set(state.id, state.text.content)
    }
    if (answer.isLast) return found
    after = answer.upTo
  }
}

interface Result extends Omit<TeamBenchOptions, 'json'> {
  readonly bytesPerMemory: number
  readonly sqlite: Spread
  readonly quiet: QuietRecall
  readonly push: QuietPush
  readonly lost: Lost
  readonly load: LoadResult
}

function toFigures({ load: { times, triedAgain, stored }, ...result }: Result) {
  const acknowledged = [...stored.values()].reduce((sum, { size }) => sum + size, 0)
  const spreads = Object.fromEntries(
    Object.entries(times).map(([kind, all]) => [kind, { count: all.length, ...spreadOf(all) }]),
  )
  return { ...result, acknowledged, triedAgain, ...spreads }
}

function describe(result: Result): string {
  const { developers, minutes, memories, organisations, bytesPerMemory } = result
  const { sqlite, quiet, push, lost, load } = result
  const { acknowledged } = toFigures(result)
  const ms = ({ p50, p95 }: Spread) => `${round(p50, 1)} / ${round(p95, 1)}`
  const perSecond = (count: number) => round(count / (minutes * 60), 1)
  const requests = Object.entries(minutes > 0 ? load.times : {}).map(([kind, times]) => [
    `${kind}, under load`,
    `${perSecond(times.length)}/s, ${ms(spreadOf(times))} ms`,
    '',
  ])
  const documents = memories.toLocaleString('en')
  const ratio = round(quiet.recall.p95 / sqlite.p95)
  return formatTable([
    [`${developers} developers, ${organisations} organisations`, 'measured', 'wanted'],
    ['acknowledged', String(acknowledged), ''],
    ['of them lost', String(lost.missing), '0'],
    ['stored twice or unasked', String(lost.unknown), '0'],
    ['requests sent again', String(load.triedAgain), ''],
    ...requests,
    [`recall of ${documents}, quiet, p50 / p95`, `${ms(quiet.recall)} ms`, ''],
    [`SQLite’s recall of ${documents}, p50 / p95`, `${ms(sqlite)} ms`, ''],
    ['ratio of p95', `${ratio} ×`, `<= ${wantedRatio} ×`],
    ['processor time of a recall, server', `${quiet.serverMs} ms`, ''],
    ['processor time of a recall, PostgreSQL', `${quiet.databaseMs ?? '?'} ms`, ''],
    ['push of 100, quiet, p50 / p95', `${ms(push.push)} ms`, '<= 500 ms'],
    ['its processor time, server', `${push.serverMs} ms`, ''],
    ['its processor time, PostgreSQL', `${push.databaseMs ?? '?'} ms`, ''],
    ['a memory, with its index', `${bytesPerMemory} bytes`, ''],
  ])
}
