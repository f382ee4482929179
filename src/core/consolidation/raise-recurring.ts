/** Raises memories that recur across sessions to their project; finds those that recur across projects. */
import type { MemoryKind } from '../../contract/memory.ts'
import type { Memory } from '../model/memory.ts'
import type { Place } from '../ports/review-store.ts'
import { compareWorth } from './compare-worth.ts'
import { groupAgreed, raise } from './raise.ts'
import {
  type ConsolidationAction,
  type ConsolidationRun,
  isAt,
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
 * Closes memories of projects that a global one repeats.
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

/** `src/a`, `C:\a`, `~`, `a@b`, `a.b` (a file, a host), `1.2.3` and `:8080`. */
const pathLike = /[\\/~@]|[\p{L}\d_-]\.\p{L}|\d\.\d+\.\d|:\d/u

/** Shortest first: the others contain all of its words. */
function compareLength(a: Said, b: Said): number {
  return a.statement.words.length - b.statement.words.length || compareWorth(a, b)
}

function countPlaces(memories: readonly Memory[]): number {
  return new Set(memories.map(({ scopeId }) => scopeId)).size
}
