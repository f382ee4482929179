/** Recalls and pushes one after another, over HTTP, while nobody else asks. */
import type { Cluster } from '../../src/adapters/postgres/embedded/cluster.ts'
import { syncRoutes } from '../../src/contract/team/routes.ts'
import { sharedRecallOperations } from '../../src/contract/team/shared-recall.ts'
import { syncLimits } from '../../src/contract/team/sync.ts'
import { questionText, statementText } from '../scale-texts.ts'
import { round, type Spread, spreadOf } from '../statistics.ts'
import { send } from './developers.ts'
import { putStatement, type Team } from './population.ts'
import { databaseSeconds, processorSeconds, type ServerProcess } from './servers.ts'

export interface Quiet {
  readonly bytesPerMemory: number
  readonly recall: Measured
  readonly push: Measured
}

export interface Measured {
  readonly times: Spread
  /** Milliseconds of processor time for each request: of the server, and of PostgreSQL if it can be read. */
  readonly serverMs: number
  readonly databaseMs: number | undefined
}

const questions = 200
/** A server runs for weeks: what its first requests cost is not what requests cost. */
const warmUps = { recall: 3 * questions, push: 4 }
const measured = { recall: 2 * questions, push: 8 }

/** Into one organisation, which keeps them: a hundred memories each. */
export const pushes = warmUps.push + measured.push

/** Each question in the organisation that has the answer. */
export function measureRecall(
  teams: readonly Team[],
  server: ServerProcess,
  cluster: Cluster,
): Promise<Measured> {
  const url = new URL(sharedRecallOperations.recall.http.path, server.url)
  return measure('recall', server, cluster, (number) => {
    const question = number % questions
    const team = teams[question % teams.length]
    const query = questionText(team?.statements[question] ?? 0)
    return send(url, team?.tokens[0] ?? '', { query })
  })
}

export function measurePushes(
  team: Team,
  server: ServerProcess,
  cluster: Cluster,
): Promise<Measured> {
  const url = new URL(syncRoutes.push.path, server.url)
  const { operationsPerPush } = syncLimits
  return measure('push', server, cluster, (number) => {
    const from = firstPushed + number * operationsPerPush
    const operations = Array.from({ length: operationsPerPush }, (_, at) =>
      putStatement(team.project, statementText(from + at)),
    )
    return send(url, team.tokens[0] ?? '', { operations })
  })
}

/** The number of their first statement. */
const firstPushed = 90_000_000

async function measure(
  kind: keyof typeof measured,
  server: ServerProcess,
  cluster: Cluster,
  request: (number: number) => Promise<unknown>,
): Promise<Measured> {
  for (let number = 0; number < warmUps[kind]; number++) await request(number)
  const count = measured[kind]
  const times: number[] = []
  const [own, database] = [await processorSeconds(server), databaseSeconds(cluster)]
  for (let number = warmUps[kind]; number < warmUps[kind] + count; number++) {
    const startedAt = performance.now()
    await request(number)
    times.push(performance.now() - startedAt)
  }
  const databaseUsed = databaseSeconds(cluster)
  const perRequest = (seconds: number) => round((1_000 * seconds) / count)
  const { p50, p95 } = spreadOf(times)
  return {
    times: { p50: round(p50), p95: round(p95) },
    serverMs: perRequest((await processorSeconds(server)) - own),
    databaseMs:
      database === undefined || databaseUsed === undefined
        ? undefined
        : perRequest(databaseUsed - database),
  }
}
