/** The operations that merge projects and undo a merge. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ProjectHandlers } from '../../contract/operations/projects.ts'
import { tryReopening } from '../consolidation/undo-consolidation.ts'
import type { ScopePorts } from '../memory/scope.ts'
import { isSameAddress, isValid, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { MemoryStore, MovedMemories } from '../ports/memory-store.ts'
import type { ProjectMerge, ProjectSummary } from '../ports/projects.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Transact } from '../ports/store.ts'
import { matchProject } from '../project/find-project.ts'
import { projectOutput } from '../project/operations.ts'
import { type ObstaclePorts, refuseObstacles } from './obstacles.ts'

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
        throw new ThroughlineError('conflict', `${folder} is already project "${name}"`, {
          hint: 'there is nothing to confirm',
        })
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

export interface MergePorts {
  readonly transaction: Transact
  readonly clock: Clock
}

/** Makes one project part of another. @throws ThroughlineError `invalid-input` */
export async function mergeProjects(
  from: string,
  into: string,
  { transaction, clock }: MergePorts,
): Promise<void> {
  if (from === into) {
    throw new ThroughlineError('invalid-input', 'a project cannot be merged into itself')
  }
  await transaction(({ projectMerges }) =>
    projectMerges.merge(from, into, clock.now().toISOString()),
  )
}

interface UndoneMerge {
  /** Of the restored project. */
  readonly id: string
  readonly left: readonly UnrestoredMemory[]
}

/**
 * Undoes a merge: the project gets its memories back, and later ones stay.
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

interface UnrestoredMemory {
  readonly id: string
  readonly reason: string
}

interface RestoreRequest {
  readonly tx: MemoryStore
  readonly at: string
  readonly moved: MovedMemories
  /** Where they were moved, and when. */
  readonly from: ScopeAddress
  readonly since: string
}

/**
 * Restores memories that were closed in favour of one of the other project.
 * @returns the memories that could not be restored, and why
 */
async function restoreMemories(back: RestoreRequest): Promise<UnrestoredMemory[]> {
  const before = new Map(back.moved.memories.map(({ id, version }) => [id, version]))
  const adjusted = new Set(back.moved.adjusted)
  const left: UnrestoredMemory[] = []
  for (const memory of await back.tx.findMany([...before.keys()])) {
    const version = before.get(memory.id)
    if (memory.version === version) continue
    const revisions = await back.tx.revisions(memory.id)
    const former = revisions.find((revision) => revision.memory.version === version)?.memory
    if (!former || !isValid(former)) continue
    const change = { memory, former, isOfMerge: adjusted.has(memory.id) }
    const reason = (await reopen(back, change)) ?? (await giveKey(back, change))
    if (reason !== undefined) left.push({ id: memory.id, reason })
  }
  for (const { id } of await leftBehind(back, [...before.keys()])) {
    const reason = await tryReopening(back, id)
    if (reason !== undefined) left.push({ id, reason })
  }
  return left
}

/** Memories that stay, but were superseded since by one that left. */
async function leftBehind(
  { tx, from, since }: RestoreRequest,
  gone: readonly string[],
): Promise<Memory[]> {
  return (await tx.supersededBy(gone)).filter(
    (memory) => isSameAddress(memory, from) && (memory.validTo ?? '') >= since,
  )
}

interface Change {
  readonly memory: Memory
  /** As it was before the merge. */
  readonly former: Memory
  readonly isOfMerge: boolean
}

/** Reopens a memory superseded by the merge itself, or since by a memory that stays. */
async function reopen(back: RestoreRequest, { memory, former, isOfMerge }: Change) {
  if (isValid(memory)) return undefined
  const isClosedByMerge = isOfMerge && memory.version === former.version + 1
  const successor =
    memory.supersededBy === undefined ? undefined : await back.tx.find(memory.supersededBy)
  const staysBehind = successor !== undefined && isSameAddress(successor, back.from)
  return isClosedByMerge || staysBehind ? tryReopening(back, memory.id) : undefined
}

async function giveKey({ tx, at }: RestoreRequest, { memory: { id }, former, isOfMerge }: Change) {
  const memory = await tx.find(id)
  const lacksKey = memory && isValid(memory) && memory.key === undefined
  if (!isOfMerge || !lacksKey || former.key === undefined) return undefined
  const owner = await tx.findByKey(memory, former.key)
  if (owner) return `memory "${owner.id}" has its key "${former.key}" by now`
  await tx.update(id, { key: former.key }, at)
  return undefined
}
