/** The location of a folder for readers, with its stored project. */
import type { CaptureLocation } from '../model/host-event.ts'
import { findWeaker } from './register.ts'
import type { ProjectIdentity } from './resolve.ts'
import { type ClaimPorts, settleClaim } from './settle-claim.ts'

export async function storedLocation(
  found: ProjectIdentity | undefined,
  ports: ClaimPorts,
): Promise<CaptureLocation> {
  if (!found) return { kind: 'enabled' }
  const { identity, claims } = await settleClaim(found, ports)
  const { projects } = ports
  const stored =
    (await projects.findByIdentity(identity.identity)) ?? (await findWeaker(projects, identity))
  const { root, branch } = identity
  return {
    kind: 'enabled',
    // Of a project that is not stored nothing is found under its identity as an id.
    projectId: stored?.id ?? identity.identity,
    root,
    ...(branch !== undefined && { branch }),
    ...(claims && { claims }),
  }
}
