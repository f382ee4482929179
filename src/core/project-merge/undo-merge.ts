/** Undoes a merge: the project gets back what it had; what came since stays. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ProjectMerge } from '../ports/projects.ts'
import { matchProject } from '../project/pick-project.ts'
import type { MergePorts } from './merge-projects.ts'
import { type ObstaclePorts, refuseObstacles } from './obstacles.ts'
import { restoreMemories, type UnrestoredMemory } from './restore-memories.ts'

export interface UndoneMerge {
  /** Of the restored project. */
  readonly id: string
  /** Memories that could not be restored. */
  readonly left: readonly UnrestoredMemory[]
}

/**
 * @param reference id, identity or name of the project; without it, the last merge is undone
 * @throws ThroughlineError `not-found`; `conflict` if a later change prevents it
 */
export async function undoMerge(
  reference: string | undefined,
  ports: MergePorts & ObstaclePorts,
): Promise<UndoneMerge> {
  const at = ports.clock.now().toISOString()
  return ports.transaction(async ({ projectMerges: merges, memories }) => {
    const all = await merges.list()
    const merge = pickMerge(all, reference)
    const { id } = merge.project
    const moved = await merges.moved(id)
    await refuseObstacles({ merge, moved, all, memories }, ports)
    await merges.giveBack(id)
    const from = { scope: 'project', scopeId: merge.into } as const
    const back = { tx: memories, at, moved: moved.memories, from, since: merge.at }
    return { id, left: await restoreMemories(back) }
  })
}

function pickMerge(merges: readonly ProjectMerge[], reference: string | undefined): ProjectMerge {
  if (reference === undefined) {
    const [last] = merges
    if (last) return last
    throw new ThroughlineError('not-found', 'there is no merge to undo')
  }
  const projects = merges.map(({ project }) => project)
  const id = matchProject(projects, reference)?.id
  const merge = merges.find(({ project }) => project.id === id)
  if (merge) return merge
  throw new ThroughlineError('not-found', `no project "${reference}" was merged into another`, {
    hint: 'throughline projects show PROJECT lists the projects merged into it',
  })
}
