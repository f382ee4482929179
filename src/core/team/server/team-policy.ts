/** What clients are told about whose memories count, and whose are too new to. */
import type { TeamPolicy } from '../../../contract/team/sync.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { TeamSyncReader } from '../../ports/team/team-sync-store.ts'
import { noPolicy } from '../people/policy.ts'

/** So long the team can look at the first memories of a person before a policy makes them count. */
const newForMs = 24 * 60 * 60 * 1_000

export async function readTeamPolicy(reader: TeamSyncReader, clock: Clock): Promise<TeamPolicy> {
  const { version, approve, people } = (await reader.policy()) ?? noPolicy
  return { version, approve, people: [...people], newcomers: await findNewcomers(reader, clock) }
}

/** By the server's clock, from the first memory that they shared. */
export function findNewcomers(reader: TeamSyncReader, clock: Clock): Promise<string[]> {
  return reader.newcomers(new Date(clock.now().getTime() - newForMs).toISOString())
}
