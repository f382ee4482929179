/** Finds or creates the stored project of an identity, and follows a changed identity. */
import type { CaptureLocation } from '../model/host-event.ts'
import type { Project, ProjectStore } from '../ports/projects.ts'
import type { ProjectIdentity } from './resolve.ts'
import { type ClaimPorts, settleClaim } from './settle-claim.ts'

export async function registerProject(
  store: ProjectStore,
  found: ProjectIdentity,
): Promise<Project> {
  const known = (await store.findByIdentity(found.identity)) ?? (await followAlias(store, found))
  const project = known ?? (await store.insert(found))
  await store.addAliases(
    project.id,
    [found.identity, ...found.aliases, ...(found.fingerprint ? [found.fingerprint] : [])].filter(
      (identity) => identity !== project.identity,
    ),
  )
  return project
}

/**
 * A folder that had a weaker identity and gained a stronger one is the same project. Another project
 * may have been at a path before, so a path is followed only if it is the project's sole identity.
 * `throughline projects merge` handles the other cases.
 */
async function findWeaker(
  store: Pick<ProjectStore, 'findByIdentity'>,
  found: ProjectIdentity,
): Promise<Project | undefined> {
  for (const alias of found.aliases) {
    const project = await store.findByIdentity(alias)
    if (!project || strengthOf(project.identity) >= strengthOf(found.identity)) continue
    if (strengthOf(alias) === 0 && project.identity !== alias) continue
    return project
  }
  return undefined
}

async function followAlias(
  store: ProjectStore,
  found: ProjectIdentity,
): Promise<Project | undefined> {
  const project = await findWeaker(store, found)
  if (!project) return undefined
  await store.changeIdentity(project.id, found.identity)
  return { ...project, identity: found.identity }
}

/** path < marker < remote < override, by prefix. */
function strengthOf(identity: string): number {
  if (identity.startsWith('path:')) return 0
  if (identity.startsWith('marker:')) return 1
  return identity.startsWith('override:') ? 3 : 2
}

export async function storedLocation(
  found: ProjectIdentity | undefined,
  ports: ClaimPorts,
): Promise<CaptureLocation> {
  if (!found) return { kind: 'enabled' }
  const { identity, claims } = await settleClaim(found, ports)
  const { projects } = ports
  const stored =
    (await projects.findByIdentity(identity.identity)) ?? (await findWeaker(projects, identity))
  const { root, branch, commit } = identity
  return {
    kind: 'enabled',
    // An id that finds nothing, for a project that is not stored.
    projectId: stored?.id ?? identity.identity,
    root,
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commit }),
    ...(claims && { claims }),
  }
}

/**
 * Whether a folder neither exists nor belongs to a stored project, as a removed worktree does. A
 * misspelt path or an unexpanded variable must not become a project.
 */
export async function isMissingFolder(
  folder: string | undefined,
  ports: {
    readonly realPath: (folder: string) => Promise<{ readonly exists: boolean }>
    readonly projects: Pick<ProjectStore, 'find'>
    readonly lookUp: (folder: string) => Promise<CaptureLocation>
  },
): Promise<boolean> {
  if (folder === undefined || (await ports.realPath(folder)).exists) return false
  const place = await ports.lookUp(folder)
  if (place.kind === 'disabled') return false
  return place.projectId === undefined || !(await ports.projects.find(place.projectId))
}
