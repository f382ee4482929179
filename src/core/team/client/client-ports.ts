/** What the team's client needs from outside. */
import type { Author } from '../../../contract/team/sync.ts'
import type { Runtime } from '../../ports/runtime.ts'
import type { Store, StoreTransaction } from '../../ports/store.ts'
import type { JoinedProject, TeamServer } from '../../ports/team/team-client-store.ts'

export interface TeamClientPorts extends Pick<Runtime, 'clock' | 'ids' | 'redactor' | 'hash'> {
  readonly store: Store
  readonly server: TeamServer
}

/** A transaction, with what it needs to know about the team. */
export interface TeamWork extends Omit<TeamClientPorts, 'store' | 'server'> {
  readonly tx: StoreTransaction
  readonly person: Author
  readonly projects: readonly JoinedProject[]
}

/** @returns undefined if nobody is signed in */
export async function openWork(
  tx: StoreTransaction,
  ports: Omit<TeamClientPorts, 'store' | 'server'>,
): Promise<TeamWork | undefined> {
  const connection = await tx.team.connection()
  if (!connection) return undefined
  const { clock, ids, redactor, hash } = ports
  const projects = await presentProjects(tx)
  return { clock, ids, redactor, hash, tx, person: connection.person, projects }
}

/** Runs in one transaction; does nothing if nobody is signed in. */
export async function inWork(
  ports: Omit<TeamClientPorts, 'server'>,
  run: (work: TeamWork) => Promise<void>,
): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const work = await openWork(tx, ports)
    if (work) await run(work)
  })
}

// If a shared project's local one was merged into another, it waits: its memories must not leave the
// team, and nobody agreed to share the other's. Sharing the other project continues it.

type ProjectPorts = Pick<Store, 'projects' | 'team'>

export async function presentProjects(ports: ProjectPorts): Promise<JoinedProject[]> {
  const present: JoinedProject[] = []
  for (const project of await ports.team.projects()) {
    if (await isPresent(project, ports)) present.push(project)
  }
  return present
}

export async function isPresent(
  { localId }: JoinedProject,
  { projects }: Pick<ProjectPorts, 'projects'>,
): Promise<boolean> {
  return localId === '' || (await projects.find(localId)) !== undefined
}
