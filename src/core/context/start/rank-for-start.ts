/**
 * The order in which memories are given at the start of a session: pinned ones and rules, a few
 * preferences and corrections, then the newest, the most important and those near the work. The
 * order decides alone; nobody knows yet what the session will ask for.
 */
import type { Memory } from '../../model/memory.ts'
import type { ShownCounts } from '../../ports/injection-store.ts'
import { neverUsed, wasUsed } from '../use/usefulness.ts'
import type { Nearness } from './near-work.ts'

export interface KnownForStart {
  readonly near: Nearness
  readonly counts: ShownCounts | undefined
  /** How files that it is about changed. */
  readonly doubt: string | undefined
}

export interface RankedMemory {
  readonly memory: Memory
  readonly section: 'rules' | 'pinned' | Memory['scope']
  /** Why it has its place. */
  readonly reason: string
}

/**
 * How many have a place before the others, best first; more of them compete with the rest. Without a
 * limit, a project with many rules would give nothing else.
 */
const mostRules = 4
const mostWays = 2
const waysOfWorking: ReadonlySet<Memory['kind']> = new Set(['preference', 'correction'])

interface Scored {
  readonly memory: Memory
  readonly known: KnownForStart
  /** 1 for the memory changed last. */
  readonly position: number
  readonly score: number
}

export function rankForStart(
  memories: readonly Memory[],
  knownOf: (memory: Memory) => KnownForStart,
): RankedMemory[] {
  const scored = memories
    .toSorted(newestFirst)
    .map((memory, at) => scoreOne(memory, knownOf(memory), at + 1))
    .sort((one, other) => other.score - one.score || one.position - other.position)
  const pinned = scored.filter(({ memory }) => memory.pinned)
  const others = scored.filter(({ memory }) => !memory.pinned)
  const first = [
    ...pinned,
    ...others
      .filter(({ memory }) => memory.kind === 'rule')
      .sort((one, other) => nearest.indexOf(one.memory.scope) - nearest.indexOf(other.memory.scope))
      .sort((one, other) => Number(isHeard(one.memory)) - Number(isHeard(other.memory)))
      .slice(0, mostRules),
    ...others.filter(({ memory }) => waysOfWorking.has(memory.kind)).slice(0, mostWays),
  ]
  return [...first, ...others.filter((each) => !first.includes(each))].map(explain)
}

/** In the words of one moment; what an agent or reader stored of it says more. */
export const isHeard = ({ source }: Memory) => source === 'heuristic'

const nearest: readonly Memory['scope'][] = ['session', 'project', 'agent', 'global']

const newestFirst = (one: Memory, other: Memory) =>
  one.updatedAt !== other.updatedAt
    ? one.updatedAt < other.updatedAt
      ? 1
      : -1
    : one.id < other.id
      ? 1
      : -1

/**
 * Chosen by hand. Fitting them would fit noise: in trials on real sessions the needs met at starts
 * stayed within a few of a hundred. Importance says something only if a reader judged it; then a
 * weight of 3 meets three more than 2.
 */
const amounts = {
  important: 3,
  branch: 0.8,
  file: 0.2,
  used: 0.2,
  own: 1,
  ignored: -0.3,
  /** Of those that real sessions taught, most were true after their files changed. */
  changed: -0.5,
  heard: -1,
  /** It has a moment of its own, when the same failure comes. */
  fix: -0.3,
}
/** The position from the newest at which recency counts half. */
const halfRecent = 8

function scoreOne(memory: Memory, known: KnownForStart, position: number): Scored {
  const { near, counts, doubt } = known
  const isOwn = memory.scope === 'session' || memory.scope === 'agent'
  const score =
    halfRecent / (halfRecent + position - 1) +
    amounts.important * (memory.importance - 0.5) +
    amounts.branch * near.branch +
    (near.file ? amounts.file : 0) +
    (wasUsed(memory, counts) ? amounts.used : 0) +
    (isOwn ? amounts.own : 0) +
    (neverUsed(memory, counts) === undefined ? 0 : amounts.ignored) +
    (doubt === undefined ? 0 : amounts.changed) +
    (isHeard(memory) ? amounts.heard : 0) +
    (memory.kind === 'fix' ? amounts.fix : 0)
  return { memory, known, position, score }
}

function explain({ memory, known: { near, counts, doubt }, position }: Scored): RankedMemory {
  const { kind, scope, pinned, importance } = memory
  const ignored = neverUsed(memory, counts)
  const reasons = [
    ...(pinned ? ['pinned'] : []),
    ...(kind === 'rule' || waysOfWorking.has(kind) ? [`${kind} for ${placeNames[scope]}`] : []),
    ...(near.about.length > 0 ? [`about ${near.about.slice(0, 4).join(', ')}`] : []),
    position === 1 ? 'the newest' : `${position - 1} newer`,
    ...(importance > 0.6 ? ['important'] : []),
    ...(wasUsed(memory, counts) ? ['used before'] : []),
    ...(ignored === undefined ? [] : [ignored]),
    ...(doubt === undefined ? [] : [doubt]),
  ]
  return {
    memory,
    section: kind === 'rule' ? 'rules' : pinned ? 'pinned' : scope,
    reason: reasons.join('; '),
  }
}

const placeNames: Readonly<Record<Memory['scope'], string>> = {
  session: 'this session',
  project: 'this project',
  global: 'all projects',
  agent: 'this agent',
}
