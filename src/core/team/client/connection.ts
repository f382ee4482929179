/** Stores the connection after a sign-in. Another team or person starts from scratch. */

import type { Store } from '../../ports/store.ts'
import type {
  DelayedOperations,
  JoinedProject,
  Membership,
  QueuedOperation,
  TeamConnection,
  TeamCounts,
} from '../../ports/team/team-client-store.ts'
import { memoriesOf } from './approval/apply-policy.ts'
import { type Approval, approvalOf, isApproved } from './approval/approval.ts'
import { isPresent, type TeamClientPorts } from './client-ports.ts'
import { leaveTeam } from './unshare-project.ts'

export interface TeamMember extends Pick<Membership, 'organisation' | 'person'> {
  readonly server: string
}

type LocalPorts = Omit<TeamClientPorts, 'server'>

/** The user's own part of what was shared with another team stays here. */
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

// The state of sync, for people and programs.

export interface TeamStatus
  extends Pick<
    TeamConnection,
    | 'server'
    | 'organisation'
    | 'person'
    | 'state'
    | 'problem'
    | 'lastContactAt'
    | 'comparedAt'
    | 'needsResync'
    | 'policy'
  > {
  readonly projects: readonly SharedProjectStatus[]
  readonly counts: TeamCounts
  readonly delayed: readonly DelayedOperations[]
  readonly parked: readonly Pick<
    QueuedOperation,
    'memoryId' | 'kind' | 'type' | 'problem' | 'tries'
  >[]
  readonly people: readonly TeammateStatus[]
}

interface SharedProjectStatus extends JoinedProject {
  /** False if it was merged into another project that is not shared. */
  readonly isPresent: boolean
}

interface TeammateStatus {
  readonly id: string
  readonly name: string
  readonly isApproved: boolean
  /** Who approved them, or why nobody did. */
  readonly approval: Approval
  readonly waiting: number
}

const mostParked = 50

/** @returns undefined if this machine never signed in */
export async function describeTeam(
  store: Pick<Store, 'team' | 'memories' | 'projects'>,
): Promise<TeamStatus | undefined> {
  const connection = await store.team.connection()
  if (!connection) return undefined
  const { cursor: _, witness: __, role: ___, ...shown } = connection
  const people: TeammateStatus[] = []
  for (const person of await store.team.people()) {
    const { id, name } = person
    const approval = approvalOf(person, connection.policy)
    const waiting = (await memoriesOf(id, 'candidate', store)).length
    people.push({ id, name, isApproved: isApproved(approval), approval, waiting })
  }
  const projects: SharedProjectStatus[] = []
  for (const project of await store.team.projects()) {
    projects.push({ ...project, isPresent: await isPresent(project, store) })
  }
  const parked = await store.team.parked(mostParked)
  return {
    ...shown,
    projects,
    counts: await store.team.counts(),
    delayed: await store.team.delayed(),
    parked: parked.map(({ memoryId, kind, type, problem, tries }) => ({
      ...{ memoryId, kind, type, problem, tries },
    })),
    people,
  }
}
