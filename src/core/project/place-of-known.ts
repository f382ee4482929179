/** Where somebody looks from: a project as it is stored, if it is. */
import type { CapturePlace } from '../model/capture-place.ts'
import type { ProjectStore } from '../ports/project-store.ts'
import type { ProjectIdentity } from './resolve.ts'

export async function placeOfKnown(
  identity: ProjectIdentity | undefined,
  projects: Pick<ProjectStore, 'findByIdentity'>,
): Promise<CapturePlace> {
  if (!identity) return { kind: 'enabled' }
  const { root, branch } = identity
  const rest = { root, ...(branch !== undefined && { branch }) }
  for (const each of [identity.identity, ...identity.aliases]) {
    const project = await projects.findByIdentity(each)
    if (project) return { kind: 'enabled', projectId: project.id, ...rest }
  }
  // A project nobody has stored anything of: its identity is an id under which nothing is found.
  return { kind: 'enabled', projectId: identity.identity, ...rest }
}
