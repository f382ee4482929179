/**
 * Consolidation closes contradicted memories, merges duplicates, promotes memories that recur in
 * sessions to their project, and proposes to make those global that recur in projects. It finds the
 * memories first, without blocking others; all changes are one recorded transaction that can be
 * undone.
 */
import type { Config } from '../../contract/config.ts'
import { isLearningOn } from '../../contract/learning-text.ts'
import type { JobHandlers } from '../jobs/runner.ts'
import { normaliseStatement } from '../memory/normalise-statement.ts'
import { confirmRepeated } from '../memory/recurrence.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { ConsolidationStore, RecordedAction } from '../ports/review-store.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { propose, proposeWidening, widenKey } from '../proposals/propose.ts'
import { mergeDuplicates } from './absorb-memories.ts'
import { closeContradicted } from './close-contradicted.ts'
import { findCandidates } from './find-candidates.ts'
import { findRecurring, type Recurring, raiseToGlobal, raiseToProject } from './raise-recurring.ts'
import {
  addressOf,
  type ConsolidationAction,
  type ConsolidationRun,
  compareText,
  isSelected,
  type Said,
} from './run.ts'

export type ConsolidationPorts = Pick<Store, 'consolidations' | 'transaction'> &
  Pick<Runtime, 'clock' | 'ids' | 'hash'>

export interface Consolidated {
  /** Undefined if nothing changed; then nothing is recorded. */
  readonly id: string | undefined
  readonly actions: readonly ConsolidationAction[]
  readonly proposed: readonly Recurring[]
}

const nothing: Consolidated = { id: undefined, actions: [], proposed: [] }

/** A dry run does everything and rolls it back, so it cannot differ from a real run. */
export async function consolidate(
  projectId: string | 'all',
  ports: ConsolidationPorts,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Consolidated> {
  const candidates = await findCandidates(projectId, ports.consolidations)
  if (candidates.size === 0) return nothing
  const at = ports.clock.now().toISOString()
  const work = ports.transaction(async (transaction): Promise<Consolidated> => {
    const { consolidations: account, memories } = transaction
    const spared = await findSpared(account)
    const { tx, said } = await followMemories(memories, candidates)
    const { history } = transaction
    const confirm = (memory: Memory) => confirmRepeated({ memories: tx, history }, memory, at)
    const run = { tx, account, ids: ports.ids, at, spared, said, confirmRepeated: confirm }
    const actions = await settle(run, projectId)
    const proposed = await proposeRecurring(transaction, findRecurring(run, projectId), ports)
    if (dryRun) throw new DryRun({ id: undefined, actions, proposed })
    if (actions.length === 0) return { id: undefined, actions, proposed }
    const id = ports.ids.next()
    await account.insert({
      id,
      projectId: projectId === 'all' ? undefined : projectId,
      at,
      actions: actions.map(toRecord),
      undoneAt: undefined,
    })
    return { id, actions, proposed }
  })
  return work.catch((error: unknown) => {
    if (error instanceof DryRun) return error.found
    throw error
  })
}

/** Thrown to roll back the transaction. */
class DryRun extends Error {
  readonly found: Consolidated

  constructor(found: Consolidated) {
    super('a dry run ends here')
    this.found = found
  }
}

/** @returns the new ones */
async function proposeRecurring(
  tx: StoreTransaction,
  recurring: readonly Recurring[],
  ports: ConsolidationPorts,
): Promise<Recurring[]> {
  const made: Recurring[] = []
  for (const found of recurring) {
    const { memories, reason } = found
    const [first, ...others] = memories
    const proposal = proposeWidening(first, reason, ports.hash, { others })
    const otherKeys = others.map(({ content }) => widenKey(content, ports.hash))
    if ((await propose(tx, proposal, ports, otherKeys)) === 'new') made.push(found)
  }
  return made
}

/** Repeats until nothing is left to do, so a second run finds nothing. */
async function settle(
  run: ConsolidationRun,
  projectId: string | 'all',
): Promise<ConsolidationAction[]> {
  const actions: ConsolidationAction[] = []
  for (;;) {
    const done = await settleOnce(run, projectId)
    if (done.length === 0) return actions
    actions.push(...done)
  }
}

async function settleOnce(
  run: ConsolidationRun,
  projectId: string | 'all',
): Promise<ConsolidationAction[]> {
  const places = (await run.account.places()).filter((place) => isSelected(place, projectId))
  const links = await run.account.contradictions()
  const byAddress = Map.groupBy(run.said.values(), ({ memory }) => addressOf(memory))
  const actions: ConsolidationAction[] = []
  for (const place of places) {
    const said = byAddress.get(addressOf(place))
    if (!said) continue
    const closings = await closeContradicted(run, said, links)
    const left = said.filter(({ memory }) => run.said.has(memory.id))
    actions.push(...closings, ...(await mergeDuplicates(run, left)))
  }
  const sessions = places.filter(({ scope }) => scope === 'session')
  for (const [project, ofProject] of Map.groupBy(sessions, (place) => place.projectId)) {
    if (project !== undefined) actions.push(...(await raiseToProject(run, project, ofProject)))
  }
  return [...actions, ...(await raiseToGlobal(run, projectId))]
}

const mostUndone = 1_000

async function findSpared(account: ConsolidationStore): Promise<ReadonlySet<string>> {
  const undone = await account.list({ isUndone: true }, mostUndone)
  const actions = undone.flatMap((consolidation) => consolidation.actions)
  const takenBack = actions.flatMap(({ memory, closed }) => [
    memory.id,
    ...closed.map(({ id }) => id),
  ])
  return new Set([...takenBack, ...(await account.keptInReview())])
}

export function toRecord({
  kind,
  memory,
  before,
  closed,
}: Omit<ConsolidationAction, 'reason' | 'evidence'>): RecordedAction {
  return {
    kind,
    memory: { id: memory.id, ...(before !== undefined && { before }), after: memory.version },
    closed: closed.map(({ id, version }) => ({ id, version })),
  }
}

/** Keeps memories current while a run changes them, so none is read again. Content never changes. */
async function followMemories(
  tx: MemoryStore,
  ids: Iterable<string>,
): Promise<Pick<ConsolidationRun, 'tx' | 'said'>> {
  const said = new Map<string, Said>()
  const follow = (memory: Memory) => {
    const { statement = normaliseStatement(memory.content) } = said.get(memory.id) ?? {}
    if (isValid(memory)) said.set(memory.id, { memory, statement })
    else said.delete(memory.id)
  }
  const found = await tx.findMany([...ids])
  found.sort((a, b) => compareText(a.id, b.id)).forEach(follow)
  return {
    said,
    tx: {
      ...tx,
      async insert(memory) {
        await tx.insert(memory)
        follow(memory)
      },
      async update(...change) {
        const memory = await tx.update(...change)
        follow(memory)
        return memory
      },
    },
  }
}

interface ConsolidationJobPorts extends ConsolidationPorts {
  readonly projects: Pick<ProjectStore, 'find'>
  readonly settings: () => Config['learning']
}

/**
 * The `consolidate` job of a project. Does nothing if the project is gone or the job switched off.
 */
export function consolidationJobs(ports: ConsolidationJobPorts): JobHandlers {
  return {
    async consolidate({ subject }) {
      const settings = ports.settings()
      const isOn = settings.consolidate && isLearningOn(settings)
      if (!isOn || !(await ports.projects.find(subject))) return
      await consolidate(subject, ports)
    },
  }
}
