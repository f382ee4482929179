/** The operations that merge projects and undo a merge. */
import type { ProjectHandlers } from '../../contract/operations/projects.ts'
import type { ProjectSummary } from '../ports/project-store.ts'
import { projectOutput } from '../project/operations.ts'
import { type MergePorts, mergeProjects } from './merge-projects.ts'
import type { ObstaclePorts } from './obstacles.ts'
import { undoMerge } from './undo-merge.ts'

export interface ProjectMergePorts extends MergePorts, ObstaclePorts {
  /** By id, name or identity. @throws ThroughlineError `not-found`, `conflict` */
  readonly findProject: (reference: string) => Promise<ProjectSummary>
}

export function createProjectMergeOperations(
  ports: ProjectMergePorts,
): Pick<ProjectHandlers, 'mergeProjects' | 'unmergeProject'> {
  const { findProject } = ports
  return {
    async mergeProjects({ from, into }) {
      const source = await findProject(from)
      const target = await findProject(into)
      await mergeProjects(source.id, target.id, ports)
      return projectOutput(await findProject(target.id))
    },
    async unmergeProject({ project }) {
      const { id, left } = await undoMerge(project, ports)
      return { project: projectOutput(await findProject(id)), left: [...left] }
    },
  }
}
