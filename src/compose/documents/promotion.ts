/** Promotes memories of a folder's project into its documents. */
import { openProjectDocuments } from '../../adapters/filesystem/instruction-files.ts'
import { sha256 } from '../../adapters/ids.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import type { CaptureLocation } from '../../core/model/host-event.ts'
import type { Redactor } from '../../core/ports/redactor.ts'
import type { Store } from '../../core/ports/store.ts'
import { isProjectFolder } from '../../core/project/project-folder.ts'
import type { PromotionPlan } from '../../core/promotion/promotable.ts'
import { applyPromotion, type PromotePorts, planPromotion } from '../../core/promotion/promote.ts'
import { projectSurroundings, systemClock } from '../surroundings.ts'
import { openAgentMemory, type UserPlace } from './agent-memory.ts'

interface PlannedChange {
  readonly plan: PromotionPlan
  apply(): Promise<void>
}

interface PromotionWish {
  readonly ids?: readonly string[] | undefined
  /** The memory to take out again; its id, or the end of it. */
  readonly withdraw?: string | undefined
  /** The agent's memory to write into, instead of the project's documents. */
  readonly to?: string | undefined
}

/** Changes nothing until it is applied. @throws ThroughlineError */
export type Promote = (folder: string, wish: PromotionWish) => Promise<PlannedChange>

interface PromotionParts extends UserPlace {
  readonly store: Store
  readonly redactor: Redactor
  readonly lookUp: (folder: string) => Promise<CaptureLocation>
  readonly operations: Pick<OperationHandlers, 'listReview'>
}

export function createPromote(parts: PromotionParts): Promote {
  const { store, redactor, lookUp, operations } = parts
  return async (folder, { ids, withdraw, to }) => {
    const { projectId, root } = await findProject(folder, parts, lookUp)
    const documents = openProjectDocuments(root, [
      openAgentMemory(root, await otherFolders(projectId, store), parts),
    ])
    const ports: PromotePorts = { ...store, documents, clock: systemClock, hash: sha256 }
    const { items } = await operations.listReview({
      ...{ project: projectId, kind: 'contradiction', limit: 1_000, offset: 0 },
    })
    const disputed = new Set(items.flatMap(({ memories }) => memories.map(({ id }) => id)))
    const { redact } = redactor
    const whole = withdraw && (await findRecorded(withdraw, projectId, store))
    const request = { projectId, ids, withdraw: whole, to, disputed, redact }
    const plan = await planPromotion(request, ports)
    return { plan, apply: () => applyPromotion(plan, ports) }
  }
}

async function otherFolders(projectId: string, { projects }: Store): Promise<string[]> {
  const known = await projects.list()
  return known.flatMap(({ id, root }) => (id === projectId || root === undefined ? [] : [root]))
}

/** Only in a folder that proves its project: a clone may claim to be another. */
async function findProject(
  folder: string,
  { userHome }: PromotionParts,
  lookUp: PromotionParts['lookUp'],
): Promise<{ projectId: string; root: string }> {
  const place = await lookUp(folder)
  const { projectId, root } = place.kind === 'enabled' ? place : {}
  const isProject = root !== undefined && isProjectFolder(root, projectSurroundings(userHome))
  if (projectId !== undefined && root !== undefined && isProject) return { projectId, root }
  throw new ThroughlineError('invalid-input', `${folder} belongs to no project`, {
    hint: 'run it in the folder of a project that Throughline knows',
  })
}

/** The memory may be gone, so search the memories recorded in documents. */
async function findRecorded(id: string, projectId: string, { promotions }: Store): Promise<string> {
  const records = await promotions.list(projectId)
  return records.find(({ memoryId }) => memoryId.endsWith(id.toLowerCase()))?.memoryId ?? id
}
