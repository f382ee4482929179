/** Makes one project part of another, at once and as a whole. */
import { ThroughlineError } from '../../contract/errors.ts'
import { type QueuePorts, reindexProject } from '../indexing/index-history.ts'
import type { Clock } from '../ports/clock.ts'
import type { ProjectMergeStore } from '../ports/project-merge-store.ts'

export interface MergePorts {
  readonly projectMerges: ProjectMergeStore
  readonly indexing: QueuePorts
  readonly clock: Clock
}

/** @throws ThroughlineError `invalid-input` */
export async function mergeProjects(
  from: string,
  into: string,
  { projectMerges, indexing, clock }: MergePorts,
): Promise<void> {
  if (from === into) {
    throw new ThroughlineError('invalid-input', 'a project cannot be merged into itself')
  }
  await projectMerges.transaction(async (merges) => {
    await reindexProject(from, indexing)
    await merges.merge(from, into, clock.now().toISOString())
  })
}
