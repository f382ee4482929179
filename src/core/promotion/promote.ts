/** Plans which changes promoting makes in a project's documents or an agent's memory, and makes them. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseStatement } from '../memory/normalise-statement.ts'
import type { Memory } from '../model/memory.ts'
import type { ProjectDocuments } from '../ports/host-files.ts'
import type { Promotion, PromotionStore } from '../ports/projects.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { refuseIfChanged } from '../setup/settings-text.ts'
import { planFile } from './plan-file.ts'
import { planLines } from './plan-lines.ts'
import {
  type AgentStatements,
  documentOf,
  joinPlans,
  obstacleTo,
  type PromotionPlan,
  type PromotionRules,
} from './promotable.ts'
import { findTasks, type PromotionTask, type TaskRequest } from './tasks.ts'

export interface PromotePorts
  extends Pick<Store, 'memories' | 'promotions' | 'transaction'>,
    Pick<Runtime, 'clock' | 'hash'> {
  readonly documents: ProjectDocuments
}

export interface PromoteRequest extends Omit<PromotionRules, 'ofAgents'> {
  readonly ids?: readonly string[] | undefined
  readonly withdraw?: string | undefined
  /** The agent's memory to write into, instead of the project's documents. */
  readonly to?: string | undefined
}

const mostMemories = 10_000

/** @throws ThroughlineError `invalid-input` for a memory that must not be promoted */
export async function planPromotion(
  request: PromoteRequest,
  ports: PromotePorts,
): Promise<PromotionPlan> {
  const { projectId, ids, withdraw, to } = request
  if (to !== undefined) await requireAgentMemory(to, ports.documents)
  const records = await ports.promotions.list(projectId)
  const memories = await readMemories(projectId, records, ports)
  const rules = { ...request, ofAgents: await readAgents(to, records, ports.documents) }
  for (const id of ids ?? []) refuse(id, { memories, records, to }, rules)
  if (withdraw !== undefined && !records.some(({ memoryId }) => memoryId === withdraw)) {
    throw new ThroughlineError('not-found', `memory "${withdraw}" is in no document`)
  }
  const only = ids && new Set(ids)
  const tasks = findTasks({ memories, records, only, withdraw, to }, rules)
  return planDocuments(tasks, to, { ...ports, at: ports.clock.now().toISOString(), projectId })
}

/** @throws ThroughlineError `invalid-input` */
async function requireAgentMemory(name: string, { agentMemories }: ProjectDocuments) {
  const memory = agentMemories.find((each) => each.name === name)
  if (memory) return memory.requireRead()
  const known = agentMemories.map((each) => each.name).join(', ')
  throw new ThroughlineError('invalid-input', `no agent's memory is called "${name}"`, {
    hint: `one of: ${known}`,
  })
}

async function readAgents(
  to: string | undefined,
  records: readonly Promotion[],
  { agentMemories }: ProjectDocuments,
): Promise<AgentStatements> {
  const wanted = agentMemories.filter(
    ({ name }) => name === to || records.some(({ file }) => file === name),
  )
  return new Map(
    await Promise.all(
      wanted.map(async ({ name, statements }) => {
        return [name, (await statements()).map(normaliseStatement)] as const
      }),
    ),
  )
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

function refuse(
  id: string,
  { memories, records, to }: Pick<TaskRequest, 'memories' | 'records' | 'to'>,
  rules: PromotionRules,
): void {
  const memory = memories.find((each) => each.id === id)
  const record = records.find(({ memoryId, state }) => memoryId === id && state !== 'withdrawn')
  const isElsewhere = to !== undefined && record !== undefined && record.file !== to
  const obstacle = isElsewhere
    ? `it is in ${record.file} already`
    : memory
      ? obstacleTo(memory, rules, to ?? record?.file)
      : 'it is not a memory of this project'
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
  to: string | undefined,
  ports: DocumentPorts,
): Promise<PromotionPlan> {
  const isLine = ({ memory, record }: PromotionTask) =>
    record
      ? record.part === 'line'
      : to !== undefined || (memory !== undefined && documentOf(memory) === 'instruction')
  const target = to ?? (await instructionFile(ports.documents))
  const byFile = Map.groupBy(tasks.filter(isLine), ({ record }) => record?.file ?? target)
  const plans: PromotionPlan[] = []
  for (const [file, ofFile] of byFile) {
    plans.push(await planLinesIn(file, ofFile, { ...ports, isRenewed: file === to }))
  }
  let decisions = 0
  for (const task of tasks.filter((each) => !isLine(each))) {
    plans.push(await planFile(task, ports, decisions))
    const isNew = task.want === 'present' && !task.record
    if (isNew && documentOf(task.memory) === 'decision') decisions += 1
  }
  return joinPlans(plans)
}

/** Where the agent has no memory any more, the rest is planned all the same. */
async function planLinesIn(
  file: string,
  tasks: readonly PromotionTask[],
  ports: DocumentPorts & { readonly isRenewed: boolean },
): Promise<PromotionPlan> {
  try {
    return await planLines(file, tasks, ports)
  } catch (error) {
    const isAgents = ports.documents.agentMemories.some(({ name }) => name === file)
    if (!isAgents || ports.isRenewed || !(error instanceof ThroughlineError)) throw error
    const { message: reason } = error
    const left = tasks.flatMap(({ want, memory, record }) =>
      record && (want === 'absent' || memory.contentHash !== record.contentHash)
        ? [{ memoryId: record.memoryId, file, reason }]
        : [],
    )
    return { ...joinPlans([]), left }
  }
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
