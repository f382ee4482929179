/**
 * Stores memories and their former versions. The rules of writing are in `core/memory`. Searches
 * are bound to addresses: one project, session or agent never finds another's memories.
 */
import type { OutputOf } from '../../contract/operations/index.ts'
import type {
  Confirmation,
  MemoryKind,
  MemoryOrder,
  MemoryScope,
  MemorySourceName,
  MemoryStanding,
} from '../../contract/vocabulary.ts'
import type {
  KnownSource,
  Memory,
  MemoryLink,
  MemorySource,
  ScopeAddress,
} from '../model/memory.ts'

export interface MemoryStore {
  /** Finds superseded memories too. */
  find(id: string): Promise<Memory | undefined>
  /** Skips unknown ids; includes superseded memories, in no particular order. */
  findMany(ids: readonly string[]): Promise<Memory[]>
  /** Ids of all memories after the given id, in order, including superseded ones. */
  idsAfter(id: string, limit: number): Promise<string[]>
  /** By the end of the id; at most two, enough to see whether it is unique. */
  findByEnding(ending: string): Promise<Memory[]>
  /**
   * Valid memories for a session start, without candidates: per address the rules and pinned
   * memories, the most important and the last changed, at most `limit` each. In no particular order.
   */
  foremost(addresses: readonly ScopeAddress[], limit: number): Promise<Memory[]>
  /** The number of valid memories at these addresses, without candidates. */
  countValid(addresses: readonly ScopeAddress[]): Promise<number>
  /**
   * Valid memories at these addresses, without candidates, whose files or text contain a file's
   * name: all that may be about it. In no particular order.
   */
  namingFile(addresses: readonly ScopeAddress[], name: string): Promise<Memory[]>
  /** The valid memory with this key. */
  findByKey(address: ScopeAddress, key: string): Promise<Memory | undefined>
  /** A valid memory with this content, preferably without a key. */
  findByHash(address: ScopeAddress, contentHash: string): Promise<Memory | undefined>
  /** Memories, then candidates; last changed first, then by id. `total` ignores limit and offset. */
  list(filter: MemoryFilter, page: MemoryPage): Promise<{ memories: Memory[]; total: number }>
  count(filter: MemoryFilter): Promise<MemoryCount[]>
  /** Rules and other memories that became valid since, then candidates heard since; newest first. */
  learnedSince(time: string, projectId: string | undefined, limit: number): Promise<Memory[]>
  /** How many `learnedSince` would find without a limit. */
  countLearnedSince(
    time: string,
    projectId?: string,
  ): Promise<Record<'rules' | 'memories' | 'candidates', number>>
  /** Valid memories stored since then and learned from a session of any age. */
  countTaughtSince(time: string): Promise<Record<'memories' | 'candidates', number>>
  /** Memories that one of these superseded, in no particular order. */
  supersededBy(ids: readonly string[]): Promise<Memory[]>
  sources(id: string): Promise<KnownSource[]>
  /** Memories learned from these turns, including superseded ones, in no particular order. */
  learnedFrom(
    turnIds: readonly string[],
  ): Promise<{ readonly turnId: string; readonly memory: Memory }[]>
  /** The host of the first source that has one. */
  hostOf(sources: readonly MemorySource[]): Promise<string | undefined>
  /** Links from and to the memory, oldest first. */
  links(id: string): Promise<MemoryLink[]>
  /** Links from memories at this address, oldest first. */
  linksAt(address: ScopeAddress): Promise<MemoryLink[]>
  /** Former versions, oldest first. */
  revisions(id: string): Promise<MemoryRevision[]>
  /** Its version at that time; undefined if it was not valid then. */
  findAsOf(id: string, time: string): Promise<Memory | undefined>
  findForgotten(id: string): Promise<ForgottenMemory | undefined>
  /** What `forget` archived, newest first; `total` ignores limit and offset. */
  listArchived(
    filter: ArchiveFilter,
    page: MemoryPage,
  ): Promise<{ archived: ArchivedMemory[]; total: number }>

  /** @throws if a valid memory has its id, its key or, without a key, its content */
  insert(memory: Memory): Promise<void>
  /**
   * Changes the given members, keeps the former version as a revision and increments the version.
   * @throws like `insert`; `not-found` if the memory does not exist
   */
  update(id: string, change: MemoryChange, at: string): Promise<Memory>
  /**
   * Makes a superseded memory valid again, as a new version, and drops the links to its successors.
   * Leaves a valid memory unchanged.
   * @throws ThroughlineError `not-found`; `conflict` if a valid memory has its key or, without a
   * key, its content
   */
  reopen(id: string, at: string): Promise<Memory>
  addSources(id: string, sources: readonly MemorySource[]): Promise<void>
  removeSources(id: string, sources: readonly MemorySource[]): Promise<void>
  /** @returns false if the link already exists */
  addLink(link: MemoryLink): Promise<boolean>
  /** Counts one use of each, without a new version. */
  countUse(ids: readonly string[], at: string): Promise<void>
  /** Sets when it was last used, without counting a use; undefined means never. */
  setLastUse(id: string, at: string | undefined): Promise<void>
  /**
   * Removes the memory with its sources, links and revisions, and leaves a tombstone. Memories it
   * superseded stay superseded, except those in `along`, which are archived with it, each after its
   * successor. Its guard stays, without the text, unless the user forgets it.
   * @returns false if the memory does not exist
   */
  forget(
    id: string,
    at: string,
    options: { archive: boolean; along?: readonly string[]; dropsGuard?: boolean },
  ): Promise<boolean>
  /** Undoes `forget`. @returns undefined if the archive lacks the memory */
  restore(id: string): Promise<Memory | undefined>
  /** @returns false if the archive lacks it */
  dropArchived(id: string): Promise<boolean>
  /** Drops memories forgotten before that time. @returns the number dropped */
  dropArchivedBefore(time: string): Promise<number>
  /**
   * Moves everything at `from`, including archived memories and former versions. A moved memory
   * loses its key if `to` has that key, and is superseded if `to` has the same content.
   */
  moveAll(from: ScopeAddress, to: ScopeAddress, at: string): Promise<MovedMemories>
  /**
   * Moves back those still at `from`, with their versions since. Memories in `adjusted` keep their
   * change.
   */
  moveBack(moved: MovedMemories, from: ScopeAddress, to: ScopeAddress): Promise<void>
  /** The current address: its project may have been merged into another. */
  presentAddress(address: ScopeAddress): Promise<ScopeAddress>
}

export interface MovedMemories {
  /** Archived memories have version 0. */
  readonly memories: readonly MovedVersion[]
  readonly revisions: readonly MovedVersion[]
  /** Ids of memories that lost their key or were superseded. */
  readonly adjusted: readonly string[]
}

export interface MovedVersion {
  readonly id: string
  readonly version: number
}

export interface MemoryFilter {
  /** Matches any of these; `'all'` is for callers that may see everything. */
  readonly addresses: readonly ScopeAddress[] | 'all'
  readonly scope?: MemoryScope | undefined
  readonly kind?: MemoryKind | undefined
  readonly tag?: string | undefined
  readonly key?: string | undefined
  readonly source?: MemorySourceName | undefined
  readonly standing?: MemoryStanding | undefined
  readonly pinned?: boolean | undefined
  /** In the content, ignoring the case of ASCII letters. */
  readonly text?: string | undefined
  /** Memories valid at this time, in their version at that time. */
  readonly asOf?: string | undefined
  readonly includeSuperseded?: boolean | undefined
}

export interface MemoryPage {
  /** Default: changed. Candidates come last in any order. */
  readonly order?: MemoryOrder | undefined
  readonly limit: number
  readonly offset: number
}

type MemoryCount = OutputOf<'countMemories'>['counts'][number]

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
  /** Forgotten at exactly this time. */
  readonly forgottenAt?: string | undefined
  /** The end of the id. */
  readonly ending?: string | undefined
}

interface ArchivedMemory {
  readonly memory: Memory
  readonly forgottenAt: string
}

/** Null clears a member. */
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
  readonly author?: Memory['author'] | null
  readonly standing?: Memory['standing']
  /** Also sets or clears `confirmedAt`. */
  readonly confirmation?: Confirmation | null
  readonly host?: string | null
  readonly pinned?: boolean
  readonly supersededBy?: string
  readonly files?: readonly string[]
  readonly commit?: string | null
}
