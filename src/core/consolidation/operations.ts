/** The consolidation operations of the contract. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ConsolidationHandlers } from '../../contract/operations/consolidation.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { toOutput as toMemoryOutput } from '../memory/read-operations.ts'
import { missingFolder, type PlaceInput, type ScopePorts } from '../memory/scope.ts'
import type { Memory } from '../model/memory.ts'
import type { Consolidation } from '../ports/review-store.ts'
import { consolidate } from './consolidate.ts'
import { type HandMergePorts, mergeByHand } from './merge-by-hand.ts'
import type { ConsolidationAction } from './run.ts'
import { undoConsolidation } from './undo-consolidation.ts'

type Ports = HandMergePorts & Pick<ScopePorts, 'findProject' | 'projectOf'>

export function createConsolidationOperations(ports: Ports): ConsolidationHandlers {
  return {
    async consolidateMemories({ all, dryRun, ...place }) {
      const projectId = all ? 'all' : await findProject(ports, place)
      if (projectId === undefined) {
        const message = 'consolidation needs a project, and none is known here'
        throw new ThroughlineError('invalid-input', message, {
          hint: 'name the project, or use all',
        })
      }
      const { id, actions, proposed } = await consolidate(projectId, ports, { dryRun })
      return {
        id,
        dryRun,
        actions: actions.map(toOutput),
        proposed: proposed.map(({ memories: [memory], reason }) => ({
          reason,
          memory: toBrief(memory),
        })),
      }
    },
    async mergeMemories(input) {
      const { id, memory } = await mergeByHand(input, ports)
      return { id, memory: toMemoryOutput(memory) }
    },
    async listConsolidations({ project, limit }) {
      const projectId = await findProject(ports, { project })
      const list = await ports.consolidations.list({ projectId }, limit)
      return { consolidations: list.map(summarise) }
    },
    async undoConsolidation({ id, ...place }) {
      const projectId = await findProject(ports, place)
      const { reopened, takenBack, left, ...undone } = await undoConsolidation(
        { id, projectId },
        ports,
      )
      return { ...undone, reopened: [...reopened], takenBack: [...takenBack], left: [...left] }
    },
  }
}

async function findProject(
  ports: Ports,
  { project, folder }: PlaceInput,
): Promise<string | undefined> {
  if (project !== undefined) return (await ports.findProject(project)).id
  if (folder === undefined) return undefined
  const here = await ports.projectOf(folder, { register: false })
  if (here.kind === 'missing') throw missingFolder({ folder })
  return here.kind === 'project' ? here.id : undefined
}

function toOutput({ kind, reason, memory, evidence, closed }: ConsolidationAction): ActionOutput {
  const isClosed = new Set(closed.map(({ id }) => id))
  return {
    kind,
    reason,
    memory: toBrief(memory),
    evidence: evidence.map((former) => ({
      ...toBrief(former),
      isSuperseded: isClosed.has(former.id),
    })),
  }
}

type ActionOutput = OutputOf<'consolidateMemories'>['actions'][number]

function toBrief({ id, scope, scopeId, kind, content, validFrom }: Memory) {
  return { id, scope, scopeId, kind, content, validFrom }
}

function summarise({ id, projectId, at, undoneAt, actions }: Consolidation) {
  const count = (kind: ConsolidationAction['kind']) =>
    actions.filter((action) => action.kind === kind).length
  return {
    id,
    projectId,
    at,
    undoneAt,
    merged: count('merge'),
    raised: count('raise'),
    closed: count('close'),
  }
}
