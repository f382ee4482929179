/**
 * Where memories are kept. The rules of writing live in `core/memory`; a store keeps rows, and what
 * they said before, and finds them again. Every search is bound to addresses: a memory of one
 * project, session or agent is never found from another.
 */
import type { MemoryKind, MemoryScope, MemorySourceName } from '../../contract/memory.ts'
import type {
  KnownSource,
  Memory,
  MemoryLink,
  MemorySource,
  ScopeAddress,
} from '../model/memory.ts'

export interface MemoryReader {
  /** Superseded ones too. */
  find(id: string): Promise<Memory | undefined>
  /** Those that are there, superseded ones too, in no particular order. */
  findMany(ids: readonly string[]): Promise<Memory[]>
  /** Every one, superseded ones too: the ids after the given one, in their order. */
  idsAfter(id: string, limit: number): Promise<string[]>
  /** Those whose id ends so, at most two: enough to know whether one is meant. */
  findByEnding(ending: string): Promise<Memory[]>
  /**
   * Valid ones to tell unasked: of each address rules and pinned ones, the most important and those
   * changed last, at most `limit` each. In no particular order.
   */
  foremost(addresses: readonly ScopeAddress[], limit: number): Promise<Memory[]>
  /** The valid memory with this key. */
  findByKey(address: ScopeAddress, key: string): Promise<Memory | undefined>
  /** A valid memory with this content; one without a key before one with. */
  findByHash(address: ScopeAddress, contentHash: string): Promise<Memory | undefined>
  /** Those changed last first, then by id; `total` counts without limit and offset. */
  list(filter: MemoryFilter, page: MemoryPage): Promise<{ memories: Memory[]; total: number }>
  count(filter: MemoryFilter): Promise<MemoryCount[]>
  /** Those that one of these took the place of, in no particular order. */
  supersededBy(ids: readonly string[]): Promise<Memory[]>
  sources(id: string): Promise<KnownSource[]>
  /** The agent of the first of these that is of one. */
  hostOf(sources: readonly MemorySource[]): Promise<string | undefined>
  /** Links from and to it, oldest first. */
  links(id: string): Promise<MemoryLink[]>
  /** What it said before its present version, oldest first. */
  revisions(id: string): Promise<MemoryRevision[]>
  /** As it was at that time; undefined when it was not valid then. */
  findAsOf(id: string, time: string): Promise<Memory | undefined>
  findForgotten(id: string): Promise<ForgottenMemory | undefined>
  /** What `forget` archived, the last first; `total` counts without limit and offset. */
  listArchived(
    filter: ArchiveFilter,
    page: MemoryPage,
  ): Promise<{ archived: ArchivedMemory[]; total: number }>
}

export interface MemoryTransaction extends MemoryReader {
  /** @throws when its id, its key, or without a key its content, is taken among valid memories */
  insert(memory: Memory): Promise<void>
  /**
   * Changes what is told, keeps the former state as a revision and counts the version up.
   * @throws as `insert` does; `not-found` when there is no such memory
   */
  update(id: string, change: MemoryChange, at: string): Promise<Memory>
  /**
   * Makes a superseded memory valid again, as a new version; links that say it was superseded go.
   * One that is valid stays as it is.
   * @throws ThroughlineError `not-found`; `conflict` when its key, or without a key its content, is
   *   taken among valid memories
   */
  reopen(id: string, at: string): Promise<Memory>
  /** Adds those it does not have yet. */
  addSources(id: string, sources: readonly MemorySource[]): Promise<void>
  removeSources(id: string, sources: readonly MemorySource[]): Promise<void>
  /** @returns false when the link is there already */
  addLink(link: MemoryLink): Promise<boolean>
  /** Counts one use of each; no new version. */
  countUse(ids: readonly string[], at: string): Promise<void>
  /**
   * Removes the memory with its sources, links and revisions and leaves a tombstone. What it had
   * superseded stays superseded, but for those that go `along`: they are archived as part of it,
   * each after the one that took its place. @returns false when there is no such memory
   */
  forget(
    id: string,
    at: string,
    options: { archive: boolean; along?: readonly string[] },
  ): Promise<boolean>
  /** Brings back all that `forget` archived. @returns undefined when the archive lacks it */
  restore(id: string): Promise<Memory | undefined>
  /** @returns false when the archive lacks it */
  dropArchived(id: string): Promise<boolean>
  /** @returns how many were forgotten before that time */
  dropArchivedBefore(time: string): Promise<number>
  /**
   * Changes the address of all that `from` has, forgotten ones and former states included. Where
   * `to` has the key already, the moved memory loses its own; where `to` says the same, it is
   * superseded.
   */
  moveAll(from: ScopeAddress, to: ScopeAddress, at: string): Promise<MovedMemories>
  /**
   * Gives those of them that are still at `from`, and what became of them since, their address
   * again. What gave way stays as it is.
   */
  moveBack(moved: MovedMemories, from: ScopeAddress, to: ScopeAddress): Promise<void>
  /** Where what is meant for this address belongs: its project may be part of another by now. */
  presentAddress(address: ScopeAddress): Promise<ScopeAddress>
}

/** What had an address before it was moved, by ids and versions. */
export interface MovedMemories {
  /** Forgotten ones too, as version 0. */
  readonly memories: readonly MovedVersion[]
  readonly revisions: readonly MovedVersion[]
  /** Ids of those that lost their key or were superseded. */
  readonly gaveWay: readonly string[]
}

export interface MovedVersion {
  readonly id: string
  readonly version: number
}

export interface MemoryFilter {
  /** Any of these; `'all'` is for whoever may see everything. */
  readonly addresses: readonly ScopeAddress[] | 'all'
  readonly scope?: MemoryScope | undefined
  readonly kind?: MemoryKind | undefined
  readonly tag?: string | undefined
  readonly key?: string | undefined
  readonly source?: MemorySourceName | undefined
  readonly pinned?: boolean | undefined
  /** What was valid at this time, as it was then. */
  readonly asOf?: string | undefined
  readonly includeSuperseded?: boolean | undefined
}

export interface MemoryPage {
  readonly limit: number
  readonly offset: number
}

export interface MemoryCount {
  readonly scope: MemoryScope
  readonly kind: MemoryKind
  readonly count: number
}

export interface MemoryRevision {
  readonly validFrom: string
  readonly validTo: string
  readonly memory: Memory
}

export interface ForgottenMemory extends ScopeAddress {
  readonly id: string
  readonly forgottenAt: string
  readonly isArchived: boolean
}

export interface ArchiveFilter {
  readonly addresses: MemoryFilter['addresses']
  /** Only what was forgotten at this very time. */
  readonly forgottenAt?: string | undefined
  /** Only those whose id ends so. */
  readonly ending?: string | undefined
}

export interface ArchivedMemory {
  readonly memory: Memory
  readonly forgottenAt: string
}

/** Null clears. */
export interface MemoryChange extends Partial<ScopeAddress> {
  readonly key?: string | null
  readonly kind?: Memory['kind']
  readonly content?: string
  readonly contentHash?: string
  readonly tags?: readonly string[]
  readonly keywords?: readonly string[]
  readonly importance?: number
  readonly source?: Memory['source']
  readonly trust?: Memory['trust']
  readonly host?: string | null
  readonly pinned?: boolean
  /** Ends its validity. */
  readonly supersededBy?: string
  readonly files?: readonly string[]
  readonly commit?: string | null
}
