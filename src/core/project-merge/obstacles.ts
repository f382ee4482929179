/** Finds changes since a merge that prevent undoing it, each with a way out. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { MovedRows, ProjectMerge } from '../ports/projects.ts'
import type { RecordedAction } from '../ports/review-store.ts'
import type { Store } from '../ports/store.ts'

export type ObstaclePorts = Pick<Store, 'projects' | 'consolidations' | 'reviews'>

export interface Undoing {
  readonly merge: ProjectMerge
  readonly moved: MovedRows
  /** Every merge on record. */
  readonly all: readonly ProjectMerge[]
  readonly memories: Pick<MemoryStore, 'findMany'>
}

/** @throws ThroughlineError `conflict` */
export async function refuseObstacles(undoing: Undoing, ports: ObstaclePorts): Promise<void> {
  const { name } = undoing.merge.project
  const obstacle =
    nextMerge(undoing) ??
    (await takenIdentity(undoing, ports)) ??
    (await mixedMemories(undoing, ports))
  if (!obstacle) return
  const { reason, hint } = obstacle
  throw new ThroughlineError('conflict', `"${name}" cannot be unmerged: ${reason}`, { hint })
}

interface Obstacle {
  readonly reason: string
  readonly hint: string
}

function nextMerge({ merge, all }: Undoing): Obstacle | undefined {
  const next = all.find(({ project }) => project.id === merge.into)?.project
  return (
    next && {
      reason: `"${next.name}" was merged into another project since`,
      hint: `throughline projects unmerge ${next.id}`,
    }
  )
}

async function takenIdentity(
  { merge }: Undoing,
  { projects }: ObstaclePorts,
): Promise<Obstacle | undefined> {
  const { identity } = merge.project
  const owner = await projects.findByIdentity(identity)
  if (owner?.identity !== identity) return undefined
  return {
    reason: `${identity} now identifies project "${owner.name}"`,
    hint: `throughline projects move ${owner.id} IDENTITY`,
  }
}

/** Memories merged from both projects cannot be split. */
async function mixedMemories(
  undoing: Undoing,
  { consolidations, reviews }: ObstaclePorts,
): Promise<Obstacle | undefined> {
  const { at: since, into } = undoing.merge
  const isMixed = createMixed(undoing)
  const runs = await consolidations.list({ projectId: into, isUndone: false, since }, everyOne)
  for (const { id, actions } of runs) {
    if (!(await isMixed(actions))) continue
    const hint = `throughline consolidate undo ${id}`
    return { reason: 'memories of both were consolidated since', hint }
  }
  for (const { key, action } of await reviews.mergesSince(since)) {
    if (!(await isMixed([action]))) continue
    const hint = `throughline review undo ${key}`
    return { reason: 'memories of both were merged in review since', hint }
  }
  return undefined
}

const everyOne = Number.MAX_SAFE_INTEGER

/** Whether a memory of one side replaced one of the other; global memories belong to both. */
function createMixed({ moved, memories }: Undoing) {
  const ids = new Set(moved.memories.memories.map(({ id }) => id))
  const sessions = new Set(moved.sessions)
  const goesBack = ({ id, scope, scopeId }: Memory) =>
    ids.has(id) || (scope === 'session' && sessions.has(scopeId))
  return async (actions: readonly RecordedAction[]): Promise<boolean> => {
    for (const { memory, closed } of actions) {
      const [stands] = await memories.findMany([memory.id])
      if (!stands || stands.scope === 'global') continue
      const others = await memories.findMany(closed.map(({ id }) => id))
      if (others.some((other) => goesBack(other) !== goesBack(stands))) return true
    }
    return false
  }
}
