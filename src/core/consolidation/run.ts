/** What the steps of one consolidation share, and which of several equal memories to keep. */
import { compareTrust } from '../memory/merge.ts'
import type { NormalisedStatement } from '../memory/normalise-statement.ts'
import { isSameAddress, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { ConsolidationStore, Place, RecordedAction } from '../ports/review-store.ts'
import type { IdSource } from '../ports/runtime.ts'

export interface ConsolidationRun {
  readonly tx: MemoryStore
  readonly account: ConsolidationStore
  readonly ids: IdSource
  readonly at: string
  /** Ids of memories whose consolidation a person undid, or that they kept in review. */
  readonly spared: ReadonlySet<string>
  /** The relevant memories by id, always current. */
  readonly said: ReadonlyMap<string, Said>
  /** Makes a candidate a memory if two sessions state it. */
  readonly confirmRepeated: (memory: Memory) => Promise<Memory>
}

export interface ConsolidationAction {
  readonly kind: RecordedAction['kind']
  readonly reason: string
  readonly memory: Memory
  /** Its version before; undefined if it is new. */
  readonly before: number | undefined
  readonly evidence: readonly Memory[]
  /** The superseded ones, in their new version. */
  readonly closed: readonly Memory[]
}

export interface Said {
  readonly memory: Memory
  readonly statement: NormalisedStatement
}

/** Without candidates, which are not promoted and close nothing. */
export function selectSaid(
  { said }: ConsolidationRun,
  isWanted: (memory: Memory) => boolean,
): Said[] {
  return [...said.values()].filter(({ memory }) => !isCandidate(memory) && isWanted(memory))
}

export function isCandidate({ standing }: Memory): boolean {
  return standing === 'candidate'
}

/** Memories that a person pinned or decided to keep stay. */
export function mayClose({ spared }: ConsolidationRun, { id, pinned }: Memory): boolean {
  return !pinned && !spared.has(id)
}

export function isAt(address: ScopeAddress): (memory: Memory) => boolean {
  return (memory) => isSameAddress(memory, address)
}

/** Global memories belong to every project. */
export function isSelected(place: Place, projectId: string | 'all'): boolean {
  return projectId === 'all' || place.scope === 'global' || place.projectId === projectId
}

export function addressOf({ scope, scopeId }: ScopeAddress): string {
  return `${scope} ${scopeId}`
}

/** Best first: memories before candidates, then trust, stored by hand, pinned, uses, length, age. */
export function compareWorth(a: Said, b: Said): number {
  const [one, other] = [a.memory, b.memory]
  return (
    Number(other.standing === 'memory') - Number(one.standing === 'memory') ||
    compareTrust(other.trust, one.trust) ||
    Number(other.source === 'manual') - Number(one.source === 'manual') ||
    Number(other.pinned) - Number(one.pinned) ||
    other.useCount - one.useCount ||
    b.statement.words.length - a.statement.words.length ||
    compareText(one.createdAt, other.createdAt) ||
    compareText(one.id, other.id)
  )
}

/** By code units, independent of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
