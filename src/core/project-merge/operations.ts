/** The operations that merge projects and undo a merge. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ProjectHandlers } from '../../contract/operations/projects.ts'
import type { ScopePorts } from '../memory/scope.ts'
import type { ProjectSummary } from '../ports/projects.ts'
import { projectOutput } from '../project/operations.ts'
import { type MergePorts, mergeProjects } from './merge-projects.ts'
import type { ObstaclePorts } from './obstacles.ts'
import { undoMerge } from './undo-merge.ts'

export interface ProjectMergePorts extends MergePorts, ObstaclePorts {
  /** By id, name or identity. @throws ThroughlineError `not-found`, `conflict` */
  readonly findProject: (reference: string) => Promise<ProjectSummary>
  readonly projectOf: ScopePorts['projectOf']
}

export function createProjectMergeOperations(
  ports: ProjectMergePorts,
): Pick<ProjectHandlers, 'mergeProjects' | 'unmergeProject' | 'trustFolder'> {
  const { findProject } = ports
  return {
    async mergeProjects({ from, into }) {
      const source = await findProject(from)
      const target = await findProject(into)
      await mergeProjects(source.id, target.id, ports)
      return projectOutput(await findProject(target.id))
    },
    async trustFolder({ folder }) {
      const here = await ports.projectOf(folder, { register: true })
      if (here.kind !== 'project') {
        throw new ThroughlineError('not-found', `${folder} is not a project`, {
          hint: 'name a folder with a repository',
        })
      }
      if (!here.claims) {
        const { name } = await findProject(here.id)
        throw new ThroughlineError('conflict', `${folder} is already project "${name}"`)
      }
      await mergeProjects(here.id, here.claims.id, ports)
      return projectOutput(await findProject(here.claims.id))
    },
    async unmergeProject({ project }) {
      const { id, left } = await undoMerge(project, ports)
      return { project: projectOutput(await findProject(id)), left: [...left] }
    },
  }
}
