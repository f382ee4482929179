/** Developers who store, fetch and ask, and send again whatever was not answered. */
import { setTimeout as delay } from 'node:timers/promises'
import { syncRoutes } from '../../src/contract/team/routes.ts'
import { sharedRecallOperations } from '../../src/contract/team/shared-recall.ts'
import type { Mark, PullAnswer, PushAnswer, SyncOperation } from '../../src/contract/team/sync.ts'
import { createRandom, questionText, statementText } from '../scale-texts.ts'
import { putStatement, type Team } from './population.ts'
import type { ServerProcess } from './servers.ts'

type Request = 'push' | 'pull' | 'recall'

export interface Load {
  readonly teams: readonly Team[]
  readonly servers: readonly ServerProcess[]
  readonly minutes: number
  /** Mean time from one round of a developer to the next. */
  readonly roundMs: number
}

export interface LoadResult {
  /** Milliseconds until a request was answered, with every try. */
  readonly times: Readonly<Record<Request, readonly number[]>>
  readonly triedAgain: number
  /** What the server said it stored, by team. */
  readonly stored: ReadonlyMap<Team, ReadonlyMap<string, string>>
}

const tryAgainMs = 200
const answerLimitMs = 15_000
const giveUpAfter = 400

export async function work({ teams, servers, minutes, roundMs }: Load): Promise<LoadResult> {
  const times: Record<Request, number[]> = { push: [], pull: [], recall: [] }
  const stored = new Map(teams.map((team) => [team, new Map<string, string>()]))
  const until = performance.now() + minutes * 60_000
  let triedAgain = 0

  async function ask<T>(kind: Request, token: string, path: string, body: object): Promise<T> {
    const startedAt = performance.now()
    for (let tries = 0; tries < giveUpAfter; tries++) {
      const server = servers[Math.floor(Math.random() * servers.length)]
      const answer = await send<T>(new URL(path, server?.url), token, body)
      if (answer !== undefined) {
        times[kind].push(performance.now() - startedAt)
        return answer
      }
      triedAgain += 1
      await delay(tryAgainMs)
    }
    throw new Error(`${path} was not answered ${giveUpAfter} times`)
  }

  async function develop(team: Team, token: string, seed: number): Promise<void> {
    const random = createRandom(seed)
    let after: Mark | undefined
    const pause = () => delay(random() * 2 * roundMs)
    await pause()
    for (let round = 0; performance.now() < until; round++) {
      const text = `${seed}.${round}: ${statementText(10_000_000 + seed * 1_000 + round)}`
      const operation = putStatement(team.project, text)
      const pushed = await ask<PushAnswer>('push', token, syncRoutes.push.path, {
        operations: [operation],
      })
      noteStored(stored.get(team), operation, pushed)
      const pulled = await ask<PullAnswer>('pull', token, syncRoutes.pull.path, {
        projects: [team.project],
        ...(after && { after }),
      })
      if (pulled.status === 'ok') after = pulled.upTo
      const statement = team.statements[Math.floor(random() * team.statements.length)] ?? 0
      const query = questionText(statement)
      await ask('recall', token, sharedRecallOperations.recall.http.path, { query })
      await pause()
    }
  }

  let seed = 0
  const developers = teams.flatMap((team) =>
    team.tokens.map((token) => develop(team, token, ++seed)),
  )
  await Promise.all(developers)
  return { times, triedAgain, stored }
}

function noteStored(
  stored: Map<string, string> | undefined,
  operation: SyncOperation,
  answer: PushAnswer,
): void {
  const outcome = answer.status === 'ok' ? answer.answers[0]?.outcome : answer.status
  if (outcome !== 'stored' || operation.type !== 'put') throw new Error(`a push was ${outcome}`)
  stored?.set(operation.id, operation.text.content)
}

/** @returns undefined if it must be sent again */
export async function send<T>(url: URL, token: string, body: object): Promise<T | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerLimitMs),
    })
    if (response.status >= 500) return undefined
    const answer = await response.json()
    if (!response.ok) throw new RefusedError(`${url.pathname} answered ${response.status}`)
    return answer as T
  } catch (error) {
    if (error instanceof RefusedError) throw error
    return undefined
  }
}

class RefusedError extends Error {}
