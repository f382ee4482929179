/** Plans which changes promoting makes in a project's documents, and makes them. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Memory } from '../model/memory.ts'
import type { ProjectDocuments } from '../ports/host-files.ts'
import type { PromotionStore } from '../ports/projects.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { refuseIfChanged } from '../setup/settings-text.ts'
import { planFile } from './plan-file.ts'
import { planLines } from './plan-lines.ts'
import {
  documentOf,
  joinPlans,
  obstacleTo,
  type PromotionPlan,
  type PromotionRules,
} from './promotable.ts'
import { findTasks, type PromotionTask } from './tasks.ts'

export interface PromotePorts
  extends Pick<Store, 'memories' | 'promotions' | 'transaction'>,
    Pick<Runtime, 'clock' | 'hash'> {
  readonly documents: ProjectDocuments
}

export interface PromoteRequest extends PromotionRules {
  readonly ids?: readonly string[] | undefined
  readonly withdraw?: string | undefined
}

const mostMemories = 10_000

/** @throws ThroughlineError `invalid-input` for a memory that must not be promoted */
export async function planPromotion(
  request: PromoteRequest,
  ports: PromotePorts,
): Promise<PromotionPlan> {
  const { projectId, ids, withdraw } = request
  const records = await ports.promotions.list(projectId)
  const memories = await readMemories(projectId, records, ports)
  for (const id of ids ?? []) refuse(id, memories, request)
  if (withdraw !== undefined && !records.some(({ memoryId }) => memoryId === withdraw)) {
    throw new ThroughlineError('not-found', `memory "${withdraw}" is in no document`)
  }
  const only = ids && new Set(ids)
  const tasks = findTasks({ memories, records, only, withdraw }, request)
  return planDocuments(tasks, { ...ports, at: ports.clock.now().toISOString(), projectId })
}

async function readMemories(
  projectId: string,
  records: Awaited<ReturnType<PromotionStore['list']>>,
  { memories }: PromotePorts,
): Promise<Memory[]> {
  const addresses = [{ scope: 'project', scopeId: projectId }] as const
  const page = { limit: mostMemories, offset: 0 }
  const valid = (await memories.list({ addresses, standing: 'memory' }, page)).memories
  const known = new Set(valid.map(({ id }) => id))
  const others = records.map(({ memoryId }) => memoryId).filter((id) => !known.has(id))
  return [...valid, ...(await memories.findMany(others))].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function refuse(id: string, memories: readonly Memory[], rules: PromotionRules): void {
  const memory = memories.find((each) => each.id === id)
  const obstacle = memory ? obstacleTo(memory, rules) : 'it is not a memory of this project'
  if (obstacle === undefined) return
  throw new ThroughlineError('invalid-input', `memory "${id}" cannot be promoted: ${obstacle}`, {
    hint: 'throughline promote --dry-run shows what can be',
  })
}

interface DocumentPorts extends PromotePorts {
  readonly at: string
  readonly projectId: string
}

async function planDocuments(
  tasks: readonly PromotionTask[],
  ports: DocumentPorts,
): Promise<PromotionPlan> {
  const isLine = ({ memory, record }: PromotionTask) =>
    record ? record.part === 'line' : memory !== undefined && documentOf(memory) === 'instruction'
  const target = await instructionFile(ports.documents)
  const byFile = Map.groupBy(tasks.filter(isLine), ({ record }) => record?.file ?? target)
  const plans: PromotionPlan[] = []
  for (const [file, ofFile] of byFile) plans.push(await planLines(file, ofFile, ports))
  let decisions = 0
  for (const task of tasks.filter((each) => !isLine(each))) {
    plans.push(await planFile(task, ports, decisions))
    const isNew = task.want === 'present' && !task.record
    if (isNew && documentOf(task.memory) === 'decision') decisions += 1
  }
  return joinPlans(plans)
}

const instructionFiles = ['AGENTS.md', 'CLAUDE.md'] as const

/** The file that the project has, otherwise the one that most agents read. */
async function instructionFile({ list }: ProjectDocuments): Promise<string> {
  const names = await list('.')
  return instructionFiles.find((file) => names.includes(file)) ?? instructionFiles[0]
}

/** @throws ThroughlineError `conflict` if a file changed since it was planned */
export async function applyPromotion(plan: PromotionPlan, ports: PromotePorts): Promise<void> {
  const { documents } = ports
  const changes = plan.changes.map(({ path, before }) => ({ file: path, before }))
  await refuseIfChanged(changes, documents)
  for (const { path, after } of plan.changes) {
    await (after === undefined ? documents.remove(path) : documents.write(path, after))
  }
  await ports.transaction(async ({ promotions }) => {
    for (const id of plan.forgotten) await promotions.remove(id)
    for (const record of plan.records) await promotions.put(record)
  })
}
