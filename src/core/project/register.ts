/** Finds or makes the stored project of an identity, following it when its identity changes. */
import type { Project, ProjectStore } from '../ports/project-store.ts'
import type { ProjectIdentity } from './resolve.ts'

export async function registerProject(
  store: ProjectStore,
  found: ProjectIdentity,
): Promise<Project> {
  const known = (await store.findByIdentity(found.identity)) ?? (await followAlias(store, found))
  const project = known ?? (await store.insert(found))
  await store.addAliases(
    project.id,
    [found.identity, ...found.aliases].filter((identity) => identity !== project.identity),
  )
  return project
}

/**
 * A folder known by a weaker identity gained a stronger one: the same project. A path says only
 * what is there now, so it is followed only while it is all the project is known by: what else
 * was once at that path, or had another remote, is another project, and `throughline projects
 * merge` is for the cases where it is not.
 */
async function followAlias(
  store: ProjectStore,
  found: ProjectIdentity,
): Promise<Project | undefined> {
  for (const alias of found.aliases) {
    const project = await store.findByIdentity(alias)
    if (!project || strengthOf(project.identity) >= strengthOf(found.identity)) continue
    if (strengthOf(alias) === 0 && project.identity !== alias) continue
    await store.changeIdentity(project.id, found.identity)
    return { ...project, identity: found.identity }
  }
  return undefined
}

/** path < marker < remote < override, told by the identity's prefix. */
function strengthOf(identity: string): number {
  if (identity.startsWith('path:')) return 0
  if (identity.startsWith('marker:')) return 1
  return identity.startsWith('override:') ? 3 : 2
}
