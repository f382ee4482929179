/** The consolidation operations of the contract. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ConsolidationHandlers } from '../../contract/operations/consolidation.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { correctMemory, refuseSuperseded } from '../memory/change-memory.ts'
import { findById } from '../memory/find-memory.ts'
import type { DraftPorts } from '../memory/new-memory.ts'
import { toOutput as toMemoryOutput } from '../memory/read-operations.ts'
import { missingFolder, type PlaceInput, type ScopePorts } from '../memory/scope.ts'
import { isSameAddress, type Memory } from '../model/memory.ts'
import type { Consolidation } from '../ports/review-store.ts'
import { joinLabels, keyOf, passSources, supersedeWith } from './absorb-memories.ts'
import { type ConsolidationPorts, consolidate, toRecord } from './consolidate.ts'
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

type HandMergePorts = ConsolidationPorts & DraftPorts

/**
 * Merges two memories by hand, recorded as a consolidation so that it can be undone.
 * @throws ThroughlineError `not-found`, `conflict`, `invalid-input`
 */
export async function mergeByHand(
  { from, into, content }: InputOf<'mergeMemories'>,
  ports: HandMergePorts,
): Promise<{ id: string; memory: Memory }> {
  const at = ports.clock.now().toISOString()
  return ports.transaction(async ({ consolidations: account, memories: tx }) => {
    const [kept, other] = [await findById(tx, into), await findById(tx, from)]
    refuseUnfit(kept, other)
    const writing = { tx, at }
    // Do this first, because the kept memory may take over a key and content.
    const closed = await supersedeWith(writing, kept, [other])
    const correction = {
      content,
      trust: 'user' as const,
      ...joinLabels(kept, [other]),
      newKey: (isSameAddress(kept, other) ? keyOf([kept, other]) : kept.key) ?? '',
      pinned: kept.pinned || other.pinned,
    }
    const memory = await correctMemory(tx, kept, correction, ports, at)
    await passSources(writing, kept, [other])
    await tx.addLink({ from: kept.id, relation: 'supersedes', to: other.id, createdAt: at })
    const id = ports.ids.next()
    await account.insert({
      id,
      projectId: kept.scope === 'project' ? kept.scopeId : undefined,
      at,
      actions: [toRecord({ kind: 'merge', memory, before: kept.version, closed })],
      undoneAt: undefined,
    })
    return { id, memory }
  })
}

/** The kept memory must apply everywhere the other did. */
function refuseUnfit(kept: Memory, other: Memory): void {
  if (kept.id === other.id) {
    throw new ThroughlineError('invalid-input', 'a memory cannot be merged into itself')
  }
  refuseSuperseded(kept)
  refuseSuperseded(other)
  if (kept.scope === 'global' || isSameAddress(kept, other)) return
  throw new ThroughlineError('conflict', 'the memories belong to different scopes', {
    hint: 'move one of them first',
  })
}
