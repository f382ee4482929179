/** Promotes memories that recur across sessions; finds those that recur across projects. */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import { joinTrust } from '../memory/merge.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { Place } from '../ports/review-store.ts'
import {
  joinLabels,
  keyOf,
  passSources,
  sharedLabels,
  supersedeWith,
  updateIfChanged,
} from './absorb-memories.ts'
import { findOpposites, groupSame } from './group-statements.ts'
import {
  type ConsolidationAction,
  type ConsolidationRun,
  compareWorth,
  isAt,
  mayClose,
  type Said,
  selectSaid,
} from './run.ts'

const enoughSessions = 2

/** @param sessions the addresses of this project's sessions */
export async function raiseToProject(
  run: ConsolidationRun,
  projectId: string,
  sessions: readonly Place[],
): Promise<ConsolidationAction[]> {
  const ids = new Set(sessions.map(({ scopeId }) => scopeId))
  const isOfSession = ({ scope, scopeId }: Memory) => scope === 'session' && ids.has(scopeId)
  return raise(run, {
    to: { scope: 'project', scopeId: projectId },
    candidates: selectSaid(run, isOfSession).sort(compareWorth),
    labels: 'all',
    findReason(formers, isKnown) {
      if (isKnown) return 'the project already knows it'
      const count = countPlaces(formers)
      return count >= enoughSessions ? `said in ${count} sessions of the project` : undefined
    },
  })
}

/** How many projects must share a statement before it is proposed as global. */
export const enoughProjects: ReadonlyMap<MemoryKind, number> = new Map([
  ['preference', 2],
  ['rule', 3],
])

/**
 * Closes project memories that a global one repeats.
 * @param projectId a project that must be involved, or `all`
 */
export async function raiseToGlobal(
  run: ConsolidationRun,
  projectId: string | 'all',
): Promise<ConsolidationAction[]> {
  const actions: ConsolidationAction[] = []
  for (const [kind] of enoughProjects) {
    const raised = await raise(run, {
      to: everywhere,
      candidates: findRising(run, kind),
      labels: 'shared',
      findReason: (formers, isKnown) =>
        isKnown && isInvolved(formers, projectId) ? 'it is already global' : undefined,
    })
    actions.push(...raised)
  }
  return actions
}

export interface Recurring {
  /** The shortest wording first. */
  readonly memories: readonly [Memory, ...Memory[]]
  readonly reason: string
}

/** Statements that enough projects share to be global; a person decides. */
export function findRecurring(run: ConsolidationRun, projectId: string | 'all'): Recurring[] {
  return [...enoughProjects].flatMap(([kind, enough]) => {
    const known = selectSaid(run, isAt(everywhere)).sort(compareWorth)
    return groupAgreed(run, [...known, ...findRising(run, kind)]).flatMap((memories) => {
      const [first, ...others] = memories
      const count = countPlaces(memories)
      if (!first || memories.some(isAt(everywhere)) || count < enough) return []
      if (!isInvolved(memories, projectId)) return []
      const reason = `the same ${kind} in ${count} projects`
      return [{ memories: [first, ...others], reason } satisfies Recurring]
    })
  })
}

const everywhere = { scope: 'global', scopeId: '' } as const

function findRising(run: ConsolidationRun, kind: MemoryKind): Said[] {
  const mayRise = (memory: Memory) =>
    memory.scope === 'project' && memory.kind === kind && isAboutPerson(memory)
  return selectSaid(run, mayRise).sort(compareLength)
}

function isInvolved(memories: readonly Memory[], projectId: string | 'all'): boolean {
  return memories.some(({ scopeId }) => [scopeId, 'all'].includes(projectId))
}

/** One project's details must not leak into another: only user statements without paths or hosts. */
function isAboutPerson({ trust, files, key = '', content }: Memory): boolean {
  return trust === 'user' && files.length === 0 && !pathLike.test(`${key} ${content}`)
}

/** `src/a`, `C:\a`, `~`, `a@b`, `a.b` (a file or a host), `1.2.3` and `:8080`. */
const pathLike = /[\\/~@]|[\p{L}\d_-]\.\p{L}|\d\.\d+\.\d|:\d/u

/** Shortest first, because the others contain all of its words. */
function compareLength(a: Said, b: Said): number {
  return a.statement.words.length - b.statement.words.length || compareWorth(a, b)
}

function countPlaces(memories: readonly Memory[]): number {
  return new Set(memories.map(({ scopeId }) => scopeId)).size
}

interface Rise {
  readonly to: ScopeAddress
  /** If several say the same, the first is promoted. */
  readonly candidates: readonly Said[]
  /** Whether to combine the tags, keywords and files of all, or only shared ones. */
  readonly labels: 'all' | 'shared'
  /** Why these justify the promotion; undefined if they do not. */
  findReason(formers: readonly Memory[], isKnown: boolean): string | undefined
}

/** Promotes statements that recur in narrow scopes to a wider one. */
async function raise(run: ConsolidationRun, rise: Rise): Promise<ConsolidationAction[]> {
  const { to, candidates } = rise
  if (candidates.length === 0) return []
  const isThere = isAt(to)
  const known = selectSaid(run, isThere).sort(compareWorth)
  const actions: ConsolidationAction[] = []
  for (const group of groupAgreed(run, [...known, ...candidates])) {
    const target = group.find(isThere)
    const formers = group.filter((memory) => !isThere(memory))
    const [first, ...others] = formers
    const reason = rise.findReason(formers, target !== undefined)
    const closing = formers.filter((memory) => mayClose(run, memory))
    if (first === undefined || reason === undefined || closing.length === 0) continue
    if (await isTaken(run, to, group, target)) continue
    const memory = await (target
      ? complete(run, rise, target, formers)
      : insertRaised(run, rise, first, others))
    const closed = await supersedeWith(run, memory, closing)
    await passSources(run, memory, formers)
    for (const { id } of formers) {
      await run.tx.addLink({ from: memory.id, relation: 'derived-from', to: id, createdAt: run.at })
    }
    const before = target?.version
    actions.push({ kind: 'raise', reason, memory, before, evidence: formers, closed })
  }
  return actions
}

/** Groups memories that say the same, unless another one denies it or a person undid a merge. */
function groupAgreed({ spared }: ConsolidationRun, pool: readonly Said[]): Memory[][] {
  const denied = new Set(findOpposites(pool).flatMap((pair) => pair.map(({ memory }) => memory.id)))
  return groupSame(pool).filter(
    (group) => !group.some(({ id }) => denied.has(id) || spared.has(id)),
  )
}

/** Whether another memory there has the key, or the same content. */
async function isTaken(
  { tx }: ConsolidationRun,
  to: ScopeAddress,
  group: readonly Memory[],
  target: Memory | undefined,
): Promise<boolean> {
  const key = keyOf(group)
  if (key !== undefined) {
    const named = await tx.findByKey(to, key)
    return named !== undefined && named.id !== target?.id
  }
  const twin = group[0] && (await tx.findByHash(to, group[0].contentHash))
  return target === undefined && twin !== undefined
}

/** The wider scope already has the memory, so it only takes over labels, key and trust. */
function complete(
  run: ConsolidationRun,
  { labels }: Rise,
  target: Memory,
  formers: readonly Memory[],
): Promise<Memory> {
  const group = [target, ...formers]
  return updateIfChanged(run, target, {
    ...(labels === 'all' && joinLabels(target, formers)),
    key: keyOf(group) ?? null,
    trust: joinTrust(group.map(({ trust }) => trust)),
  })
}

async function insertRaised(
  { tx, ids, at }: ConsolidationRun,
  { to, labels }: Rise,
  first: Memory,
  others: readonly Memory[],
): Promise<Memory> {
  const memory: Memory = {
    ...first,
    ...to,
    ...(labels === 'all' ? joinLabels(first, others) : sharedLabels(first, others)),
    id: ids.next(),
    key: keyOf([first, ...others]),
    pinned: false,
    validFrom: at,
    useCount: 0,
    lastUsedAt: undefined,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
  await tx.insert(memory)
  return memory
}
