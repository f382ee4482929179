/**
 * The memory operations as agents call them. What only the user may change becomes a proposal; the
 * rest of a call takes effect.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import type { MemoryHandlers } from '../../contract/operations/memories.ts'
import type { AgentChangeMode } from '../../contract/vocabulary.ts'
import { findById, findMemory, type MemoryReference } from '../memory/find-memory.ts'
import { createMemoryOperations, type MemoryPorts } from '../memory/operations.ts'
import { toOutput } from '../memory/read-operations.ts'
import { addressToWrite, type PlaceInput } from '../memory/scope.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { ConsolidationStore } from '../ports/review-store.ts'
import {
  createAgentGuard,
  NeedsUser,
  type PlannedWrite,
  toChange,
  toPinChange,
} from './agent-proposals.ts'
import { type Proposed, propose } from './propose.ts'

export interface AgentMemoryPorts extends MemoryPorts {
  readonly consolidations: Pick<ConsolidationStore, 'keptInReview'>
  readonly agentChanges: () => AgentChangeMode
}

interface Agent {
  /** Undefined if the client is unknown. */
  readonly host: string | undefined
  /** Its folder, if its server knows it; undefined for a server that many projects share. */
  readonly folder?: string | undefined
}

/** What became of a change that needs the user, and what happens next. */
interface Pending {
  readonly outcome: 'proposed' | 'declined'
  readonly next: string
}

type StoreAnswer =
  | (OutputOf<'storeMemory'> & { readonly next?: string | undefined })
  | (Pending & { readonly memory?: OutputOf<'pinMemory'> | undefined })
type UpdateAnswer = OutputOf<'pinMemory'> &
  (Pending | { readonly outcome: 'updated' | 'unchanged'; readonly next?: string | undefined })
type ForgetAnswer =
  | (OutputOf<'forgetMemory'> & { readonly outcome: 'forgotten' })
  | (Pending & { readonly id: string })

export interface AgentMemoryHandlers {
  storeMemory(input: InputOf<'storeMemory'>, agent: Agent): Promise<StoreAnswer>
  updateMemory(input: InputOf<'updateMemory'>, agent: Agent): Promise<UpdateAnswer>
  forgetMemory(input: InputOf<'forgetMemory'>, agent: Agent): Promise<ForgetAnswer>
}

export function createAgentMemoryOperations(ports: AgentMemoryPorts): AgentMemoryHandlers {
  const mayAll = () => ports.agentChanges() === 'apply'
  const everything = createMemoryOperations({ ...ports, keepsGuards: true })
  return {
    async storeMemory(input, agent) {
      if (mayAll()) return everything.storeMemory(input)
      const { pinned, ...rest } = input
      const isElsewhere = await isOutsideOf(agent, await addressToWrite(input, ports), ports)
      const tried = await attempt(ports, isElsewhere, ({ storeMemory }) => storeMemory(rest))
      if (tried.planned) {
        const { memory, pending } = await keep(tried.planned, { pinned, agent, input, ports })
        return { ...pending, memory: memory && toOutput(memory) }
      }
      const pin = await keepPin(tried.done.memory.id, pinned, { agent, input, ports })
      return { ...tried.done, next: pin?.next }
    },
    async updateMemory(input, agent) {
      if (mayAll()) return everything.updateMemory(input)
      const { pinned, ...rest } = input
      const isElsewhere = await concernsOthers(agent, input, ports)
      const tried = await attempt(ports, isElsewhere, ({ updateMemory }) => updateMemory(rest))
      if (tried.planned) {
        const { pending } = await keep(tried.planned, { pinned, agent, input, ports })
        return { ...toOutput(await findMemory(ports.memories, input, ports)), ...pending }
      }
      const { outcome, ...memory } = tried.done
      const pin = await keepPin(memory.id, pinned, { agent, input, ports })
      const isOnlyPin = outcome === 'unchanged' && pin !== undefined
      return { ...memory, ...(isOnlyPin ? pin : { outcome, next: pin?.next }) }
    },
    async forgetMemory(input, agent) {
      const forget = async ({ forgetMemory }: MemoryHandlers) => ({
        ...(await forgetMemory(input)),
        outcome: 'forgotten' as const,
      })
      if (mayAll()) return forget(everything)
      const tried = await attempt(ports, await concernsOthers(agent, input, ports), forget)
      if (!tried.planned) return tried.done
      const { memory, pending } = await keep(tried.planned, { agent, input, ports })
      return { id: memory?.id ?? '', ...pending }
    },
  }
}

type Tried<T> =
  | { readonly done: T; readonly planned?: undefined }
  | { readonly planned: PlannedWrite }

/** Makes the change if the agent may; otherwise writes nothing. */
async function attempt<T>(
  ports: AgentMemoryPorts,
  isElsewhere: boolean,
  work: (handlers: MemoryHandlers) => Promise<T>,
): Promise<Tried<T>> {
  const kept = new Set(await ports.consolidations.keptInReview())
  const guard = createAgentGuard(kept, isElsewhere)
  try {
    return { done: await work(createMemoryOperations({ ...ports, guard, keepsGuards: true })) }
  } catch (error) {
    if (error instanceof NeedsUser) return { planned: error.planned }
    throw error
  }
}

async function concernsOthers(
  agent: Agent,
  reference: MemoryReference,
  ports: AgentMemoryPorts,
): Promise<boolean> {
  const isNamed = reference.id !== undefined || reference.key !== undefined
  // The operation itself reports what cannot be found.
  const memory =
    isNamed && (await findMemory(ports.memories, reference, ports).catch(() => undefined))
  return memory ? isOutsideOf(agent, memory, ports) : false
}

/**
 * Whether an address belongs to a project in which the agent does not work. A call may name any
 * folder or project, so only the agent's server or its sessions are believed. A client without hooks
 * on a shared server is unknown, so it is taken at its word.
 */
async function isOutsideOf(
  agent: Agent,
  { scope, scopeId }: ScopeAddress,
  ports: AgentMemoryPorts,
): Promise<boolean> {
  if (scope !== 'project' && scope !== 'session') return false
  const { history } = ports
  // As a write finds it: while several processes meet a new project, a look-up may differ.
  const here = await ports.projectOf(agent.folder, { register: true })
  const own = here.kind === 'project' ? [here.id] : await openProjects(agent, ports)
  if (own.length === 0) return false
  if (scope === 'project') return !own.includes(scopeId)
  const [session] = await history.sessions({ ids: [scopeId], limit: 1, offset: 0 })
  return session !== undefined && !own.includes(session.project?.id ?? '')
}

const dayMs = 24 * 60 * 60_000

async function openProjects(
  { host }: Agent,
  { history, clock }: AgentMemoryPorts,
): Promise<string[]> {
  if (host === undefined) return []
  const recent = await history.sessions({ host, status: 'active', limit: 50, offset: 0 })
  const since = new Date(clock.now().getTime() - dayMs).toISOString()
  return recent.flatMap(({ lastEventAt, project }) =>
    project && lastEventAt >= since ? [project.id] : [],
  )
}

interface Call {
  readonly agent: Agent
  readonly input: PlaceInput
  readonly ports: AgentMemoryPorts
}

async function keep(
  planned: PlannedWrite,
  call: Call & { readonly pinned?: boolean | undefined },
): Promise<{ memory: Memory | undefined; pending: Pending }> {
  const change = toChange(planned, call.pinned, call.ports.hash)
  return { memory: change.memory, pending: await keepChange(change, call) }
}

/** @returns undefined if the pin already is as wanted */
async function keepPin(
  id: string,
  pinned: boolean | undefined,
  call: Call,
): Promise<Pending | undefined> {
  const memory = await findById(call.ports.memories, id)
  if (pinned === undefined || memory.pinned === pinned) return undefined
  const change = toPinChange(memory, pinned, call.ports.hash)
  return keepChange(change, call, pinned ? 'Pinning is kept' : 'Unpinning is kept')
}

/** More than any user would read. */
const mostWaiting = 200

const whoDecides = 'The user decides in `throughline review`.'
const sentences: Record<Proposed, (kept: string) => string> = {
  new: (kept) => `${kept} as a proposal. ${whoDecides}`,
  waiting: (kept) => `${kept} as a proposal already. ${whoDecides}`,
  decided: () => 'The user has decided on this before, so nothing was changed.',
}

async function keepChange(
  { memory, ...change }: ReturnType<typeof toChange>,
  { agent, input, ports }: Call,
  kept = 'Kept',
): Promise<Pending> {
  const projectId = await projectOfCall(memory, input, ports)
  const proposed = await ports.transaction(async (tx) => {
    const waiting = await tx.proposals.waiting()
    if (waiting.length >= mostWaiting && !waiting.some(({ key }) => key === change.key)) {
      throw new ThroughlineError('conflict', `${waiting.length} proposals wait for the user`, {
        hint: 'ask the user to decide on them in `throughline review`',
      })
    }
    const about = { memoryId: memory?.id, memoryVersion: memory?.version, evidence: [], projectId }
    const proposer = { kind: 'agent', host: agent.host, reason: undefined } as const
    return propose(tx, { ...change, ...about, proposer }, ports)
  })
  const outcome = proposed === 'decided' ? 'declined' : 'proposed'
  return { outcome, next: sentences[proposed](kept) }
}

async function projectOfCall(
  memory: Memory | undefined,
  { project, folder }: PlaceInput,
  ports: AgentMemoryPorts,
): Promise<string | undefined> {
  if (memory?.scope === 'project') return memory.scopeId
  if (project !== undefined) return (await ports.findProject(project)).id
  const here = await ports.projectOf(folder, { register: false })
  return here.kind === 'project' ? here.id : undefined
}
