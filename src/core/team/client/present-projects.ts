/**
 * A shared project whose local one was merged into another waits: its memories must not leave the
 * team, and nobody was asked whether the other's may go there. Sharing the other one goes on with it.
 */
import type { Store } from '../../ports/store.ts'
import type { JoinedProject } from '../../ports/team/team-client-store.ts'

type ProjectPorts = Pick<Store, 'projects' | 'team'>

/** The shared projects that are still here. */
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
