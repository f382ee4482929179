/** The location of a folder for readers, with its stored project. */
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
  // The project is not stored: no row has its identity as an id, so readers find nothing.
  return { kind: 'enabled', projectId: identity.identity, ...rest }
}
