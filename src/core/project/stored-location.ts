/** The location of a folder for readers: its project if it is stored. */
import type { CaptureLocation } from '../model/host-event.ts'
import type { ProjectStore } from '../ports/project-store.ts'
import type { ProjectIdentity } from './resolve.ts'

export async function storedLocation(
  identity: ProjectIdentity | undefined,
  projects: Pick<ProjectStore, 'findByIdentity'>,
): Promise<CaptureLocation> {
  if (!identity) return { kind: 'enabled' }
  const { root, branch } = identity
  const rest = { root, ...(branch !== undefined && { branch }) }
  for (const each of [identity.identity, ...identity.aliases]) {
    const project = await projects.findByIdentity(each)
    if (project) return { kind: 'enabled', projectId: project.id, ...rest }
  }
  // Nothing is stored of this project: under its identity as an id nothing is found.
  return { kind: 'enabled', projectId: identity.identity, ...rest }
}
