/**
 * A team server under load: three processes on one PostgreSQL, developers who push, pull and recall,
 * processes that are killed and a database that is restarted in between. Afterwards everything that
 * was acknowledged has to be there once. Recall is timed beside SQLite with as many documents, pushes
 * by themselves, and both beside the server of another checkout, if one is named.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import {
  type Cluster,
  findEmbeddedBinaries,
  startCluster,
} from '../../src/adapters/postgres/embedded/cluster.ts'
import { measureSize } from '../scale.ts'
import { crash, workThroughFaults } from './faults.ts'
import { describe, type TeamBenchOptions, toFigures, wantedRatio } from './figures.ts'
import { findLost } from './lost.ts'
import { populate, type Team } from './population.ts'
import { measurePushes, measureRecall, type Quiet } from './quiet.ts'
import { type ServerProcess, startServers } from './servers.ts'

interface Version {
  /** The program that serves. */
  readonly program: string
  readonly populate: typeof populate
}

const thisVersion: Version = { program: join(import.meta.dirname, 'serve.ts'), populate }
const processes = 3
const roundMs = 30_000

export async function run(options: TeamBenchOptions): Promise<void> {
  const { json, minutes, memories, against } = options
  const binaries = findEmbeddedBinaries()
  if (!binaries) throw new Error(`there is no PostgreSQL for ${process.platform}-${process.arch}`)
  const folder = mkdtempSync(join(tmpdir(), 'tl-team-'))
  let cluster = await startCluster({ binaries, folder })
  let servers: ServerProcess[] = []
  try {
    const sqlite = measureSize(memories).recall
    const before =
      against === undefined ? undefined : await measureBefore(against, cluster, options)
    const made = await makeTeams(thisVersion, cluster.url('postgres'), options)
    servers = made.servers
    const { teams, bytesPerMemory } = made
    const quiet = await measureQuietly(made, cluster)
    const load = await workThroughFaults({ teams, servers, minutes, roundMs }, async () => {
      await crash(cluster)
      cluster = await startCluster({ binaries, folder })
    })
    const lost = await findLost(teams, servers[0], load)
    const result = { ...options, sqlite, before, now: { bytesPerMemory, ...quiet }, lost, load }
    process.stdout.write(json ? `${JSON.stringify(toFigures(result))}\n` : describe(result))
    if (lost.missing + lost.unknown > 0) process.exitCode = 1
    if (quiet.recall.times.p95 > wantedRatio * sqlite.p95) process.exitCode = 1
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Made {
  readonly servers: ServerProcess[]
  readonly teams: readonly Team[]
  readonly bytesPerMemory: number
}

async function makeTeams(
  { program, populate }: Version,
  url: string,
  options: TeamBenchOptions,
): Promise<Made> {
  const servers = await startServers(url, processes, program)
  const bytes = () => ask(url, 'SELECT pg_database_size(current_database())')
  const empty = await bytes()
  const teams = await populate(url, options)
  const bytesPerMemory = Math.round(((await bytes()) - empty) / options.memories)
  // PostgreSQL does this itself within minutes, which would be in the middle of what is measured.
  await ask(url, 'VACUUM (ANALYZE)')
  return { servers, teams, bytesPerMemory }
}

async function measureQuietly({ teams, servers }: Made, cluster: Cluster) {
  const [server] = servers
  const [team] = teams
  if (!server || !team) throw new Error('there is no server')
  return {
    recall: await measureRecall(teams, server, cluster),
    push: await measurePushes(team, server, cluster),
  }
}

/** On the same PostgreSQL, in a database of its own. */
async function measureBefore(
  checkout: string,
  cluster: Cluster,
  options: TeamBenchOptions,
): Promise<Quiet> {
  await ask(cluster.url('postgres'), 'CREATE DATABASE before')
  const folder = join(resolve(checkout), 'bench/team')
  const { populate } = (await import(join(folder, 'population.ts'))) as Pick<Version, 'populate'>
  const version = { program: join(folder, 'serve.ts'), populate }
  const made = await makeTeams(version, cluster.url('before'), options)
  try {
    return { bytesPerMemory: made.bytesPerMemory, ...(await measureQuietly(made, cluster)) }
  } finally {
    await Promise.all(made.servers.map((server) => server.stop()))
  }
}

async function ask(url: string, sql: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return Number(Object.values(rows[0] ?? {})[0])
  } finally {
    await client.end()
  }
}
