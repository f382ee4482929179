/** Whether everything that was acknowledged is there once, and nothing else. */
import { syncRoutes } from '../../src/contract/team/routes.ts'
import { type Mark, type PullAnswer, syncLimits } from '../../src/contract/team/sync.ts'
import { type LoadResult, send } from './developers.ts'
import type { Team } from './population.ts'
import { pushes } from './quiet.ts'
import type { ServerProcess } from './servers.ts'

export interface Lost {
  /** Acknowledged and not there, or with other words. */
  readonly missing: number
  /** There, and neither acknowledged nor there before. */
  readonly unknown: number
}

export async function findLost(
  teams: readonly Team[],
  server: ServerProcess | undefined,
  { stored }: LoadResult,
): Promise<Lost> {
  let [missing, unknown] = [0, 0]
  for (const team of teams) {
    const there = await pullAll(team, server)
    const acknowledged = stored.get(team) ?? new Map<string, string>()
    for (const [id, content] of acknowledged) if (there.get(id) !== content) missing += 1
    const measured = team === teams[0] ? pushes * syncLimits.operationsPerPush : 0
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
