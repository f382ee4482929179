/** Which folder shows whether memories of any project are true. */
import type { ProjectStore } from '../../ports/projects.ts'
import type { ScopePorts } from '../scope.ts'

export interface WorkTreePorts extends Pick<ScopePorts, 'projectOf'> {
  readonly projects: Pick<ProjectStore, 'find'>
}

/**
 * Groups memories by project and checks each group: in the current work tree if it is the project's,
 * else in the project's folder.
 *
 * @returns the combined results
 */
export async function lookInWorkTrees<Each, Found>(
  all: readonly Each[],
  projectIdOf: (each: Each) => string,
  folder: string | undefined,
  ports: WorkTreePorts,
  look: (ofProject: readonly Each[], root: string) => Promise<ReadonlyMap<string, Found>>,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  if (all.length === 0) return found
  const here = await ports.projectOf(folder, { register: false })
  for (const [id, ofProject] of Map.groupBy(all, projectIdOf)) {
    const isHere = here.kind === 'project' && here.id === id
    const root = isHere ? here.root : (await ports.projects.find(id))?.root
    if (root === undefined) continue
    for (const each of await look(ofProject, root)) found.set(...each)
  }
  return found
}
