/** The connection as the sign-in says it is. Another team or person begins anew. */
import type { Membership, TeamConnection } from '../../ports/team/team-client-store.ts'
import type { TeamClientPorts } from './client-ports.ts'
import { leaveTeam } from './unshare-project.ts'

export interface TeamMember extends Pick<Membership, 'organisation' | 'person'> {
  /** The address of the server. */
  readonly server: string
}

type LocalPorts = Omit<TeamClientPorts, 'server'>

/** What was shared with another team stays here, as far as it is the user's own. */
export async function connectTeam(signIn: TeamMember, ports: LocalPorts): Promise<void> {
  const { store } = ports
  const known = await store.team.connection()
  if (known && isSame(known, signIn)) return
  if (known) await leaveTeam(ports)
  const { server, organisation, person } = signIn
  await store.transaction(({ team }) =>
    team.setConnection({
      ...{ server, organisation, person, role: undefined, state: 'unreachable' },
      ...{ problem: undefined, lastContactAt: undefined, cursor: undefined, witness: undefined },
      ...{ needsResync: false, comparedAt: undefined },
    }),
  )
}

function isSame(known: TeamConnection, { server, organisation, person }: TeamMember): boolean {
  return (
    known.server === server &&
    known.organisation.id === organisation.id &&
    known.person.id === person.id
  )
}
