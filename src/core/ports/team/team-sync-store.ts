/** What an organisation shares: states of memories and digests, a log of their changes, and answers to clients. */

import type { Quota } from '../../../contract/team/quotas.ts'
import type {
  Author,
  BucketEntry,
  Mark,
  OperationAnswer,
  SharedDigest,
  SharedMemory,
  SharedProject,
  SharedRemoval,
  SharedText,
} from '../../../contract/team/sync.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import type { Memory } from '../../model/memory.ts'
import type { MemoryPage } from '../memory-store.ts'
import type { SearchReader } from '../search-index.ts'
import type { NewAuditEntry, StoredPolicy } from './people-store.ts'

/** Of a memory or a digest in one project. Once moved, it has a removal in the project before. */
export type StoredState = StoredMemory | StoredDigest | StoredRemoval
export interface StoredMemory extends Omit<SharedMemory, 'origin'>, Creation {}
export interface StoredDigest extends Omit<SharedDigest, 'origin'>, Creation {}
export interface StoredRemoval extends Omit<SharedRemoval, 'origin'>, Creation {}

export const stateKinds = ['memory', 'digest'] as const
/** The memory or digest of a state, even after it was removed. */
export type StateKind = (typeof stateKinds)[number]

export interface Creation {
  /** The id of the person who shared it first, even if others edited it since. */
  readonly creator: string
  readonly sharedAt: string
}

export interface StoredProject extends Omit<SharedProject, 'memories'> {
  /** The only one who sees it, if it is personal. */
  readonly personId?: string | undefined
}

/** A change that lost to another one, kept until a person decides. */
export interface SyncConflict {
  readonly id: string
  readonly project: string
  readonly memoryId: string
  /** The version it would have changed. */
  readonly base: number
  readonly author: Author
  readonly text: SharedText
  readonly at: string
}

/** A former version. */
export interface SyncRevision extends Omit<SharedMemory, 'type' | 'origin'> {
  readonly replacedAt: string
}

/** Former versions and conflicts count as bytes, too, and removals of what was never here as memories. */
export type SharedUsage = Pick<Quota, 'memories' | 'bytes'>

/** Each read sees what is committed at that moment. */
export interface TeamSyncReader {
  /** The last change; sequence 0 before the first. */
  head(): Promise<Mark>
  /** False for a change that was pruned, or that came after the backup this server was set back to. */
  hasChange(mark: Mark): Promise<boolean>
  /** Of the whole team, and the person's own; by creation. */
  visibleProjects(person: string): Promise<SharedProject[]>
  /** Those of these projects that the person may see. */
  visibleAmong(projects: readonly string[], person: string): Promise<string[]>
  /** In the order of their last changes, which are after one sequence number and up to the other. */
  statesBetween(
    wanted: { readonly projects: readonly string[]; readonly kinds: readonly StateKind[] },
    after: number,
    upTo: number,
    limit: number,
  ): Promise<{ readonly state: StoredState; readonly at: Mark }[]>
  /** Those that exist. */
  states(project: string, ids: readonly string[]): Promise<StoredState[]>
  /** As `hashBucket` gives them, for each bucket that is not empty. */
  bucketHashes(project: string, kinds: readonly StateKind[]): Promise<Record<string, string>>
  bucket(project: string, bucket: string, kinds: readonly StateKind[]): Promise<BucketEntry[]>
  /** The organisation's secret, which no client gets. */
  signingKey(): Promise<string>
  /** The last one decided. */
  policy(): Promise<StoredPolicy | undefined>
  /** Ids of people whose first memory reached the team after that time. */
  newcomers(since: string): Promise<string[]>
  /** Oldest first. */
  conflicts(project: string): Promise<SyncConflict[]>
  conflict(id: string): Promise<SyncConflict | undefined>
  /** Oldest first. */
  revisions(project: string, memoryId: string): Promise<SyncRevision[]>
}

/** Of the most frequent outcome, a put that was stored, only what its states do not tell. */
export type KeptAnswer = Omit<OperationAnswer, 'key'>

/** What an operation will ask for. */
export interface ExpectedOperation {
  readonly key: string
  readonly id?: string | undefined
  /** Of the memory that it puts, as its hash. */
  readonly memoryKey?: string | undefined
  readonly contentHash?: string | undefined
}

/** As the organisation's only writer. */
export interface TeamSyncTransaction extends TeamSyncReader {
  /** Reads in one go what these operations will ask for. */
  expect(person: string, operations: readonly ExpectedOperation[]): Promise<void>
  /** What the operation was answered before. */
  answer(person: string, key: string): Promise<KeptAnswer | undefined>
  keepAnswer(person: string, key: string, answer: KeptAnswer, at: string): Promise<void>
  /** In every project. */
  statesOf(id: string): Promise<StoredState[]>
  countDigests(project: string, person: string): Promise<number>
  /** A valid memory of the project, other than this one, by its key. */
  withKey(project: string, key: string, except: string): Promise<StoredMemory | undefined>
  /** The same by its content; preferably without a key. */
  withContent(project: string, hash: string, except: string): Promise<StoredMemory | undefined>
  /** Replaces the state of this memory or digest in this project. @returns the change, which is the next one */
  write(state: StoredState, at: string): Promise<Mark>
  /** Of a person: when their first memory reached the team. Later ones change nothing. */
  noteFirstShare(person: string, at: string): Promise<void>
  keepRevision(former: StoredMemory, at: string): Promise<void>
  keepConflict(conflict: SyncConflict): Promise<void>
  removeConflict(id: string): Promise<void>
  /** Removes former versions and conflicts of a memory. */
  erase(project: string, memoryId: string): Promise<void>
  /** The oldest team project with one of these identities, as its own or as an alias. */
  projectWith(identities: readonly string[]): Promise<StoredProject | undefined>
  personalProject(person: string): Promise<StoredProject | undefined>
  addProject(project: StoredProject, at: string): Promise<void>
  addAliases(project: string, aliases: readonly string[]): Promise<void>
  /** The ids of what the person shared first and is not removed, with their projects. */
  createdBy(person: string): Promise<{ readonly project: string; readonly id: string }[]>
  /** What the organisation may share, as far as it is set, and what it does. */
  quota(person: string): Promise<{
    readonly quota: Partial<Quota>
    readonly used: SharedUsage
    /** What the person shared first, and how often they removed what was never here. */
    readonly own: { readonly memories: number; readonly removals: number }
  }>
  audit(entry: NewAuditEntry): Promise<void>
  /** Forgets marks of changes, and answers, from before these times. */
  prune(before: { readonly changes: string; readonly answers: string }): Promise<void>
}

export interface TeamSyncStore {
  reading(organisation: string): TeamSyncReader
  /**
   * Runs `work` in one transaction as the only writer of the organisation, in all processes.
   * @throws `not-found` if there is no such organisation
   */
  writing<T>(organisation: string, work: (tx: TeamSyncTransaction) => Promise<T>): Promise<T>
}

export type VisibleProject = Omit<SharedProject, 'memories'>

export interface SharedMemoryFilter {
  /** Their ids. */
  readonly projects: readonly string[]
  readonly kind?: MemoryKind | undefined
  readonly tag?: string | undefined
  readonly includeSuperseded?: boolean | undefined
}

/**
 * What an organisation shares, for callers without a machine of their own. As one person sees
 * it: the team's projects, and the one that is theirs alone.
 */
export interface SharedMemoryReader {
  /** By creation. */
  projects(): Promise<VisibleProject[]>
  /** Those that exist in a visible project, superseded ones too, in no particular order. */
  findMany(ids: readonly string[]): Promise<Memory[]>
  /** The valid memory of a visible project with this key. */
  findByKey(project: string, key: string): Promise<Memory | undefined>
  /** Last changed first. `total` ignores limit and offset. */
  list(
    filter: SharedMemoryFilter,
    page: MemoryPage,
  ): Promise<{ readonly memories: Memory[]; readonly total: number }>
  /** By kind. */
  count(
    filter: SharedMemoryFilter,
  ): Promise<{ readonly kind: MemoryKind; readonly count: number }[]>
  /**
   * Never behind the memories. Searches everything that is shared: the filter has to name the scopes.
   * @param options.personal whether it knows the words of the person's own project, too
   */
  search(options: { readonly personal: boolean }): SearchReader
}

export interface SharedMemoryStore {
  /** All reads of `work` see what was committed when it began. */
  read<T>(
    organisation: string,
    person: string,
    work: (reader: SharedMemoryReader) => Promise<T>,
  ): Promise<T>
  /**
   * Indexes what is not indexed, and removes what is indexed but no longer shared. Does nothing if all
   * is well. May be stopped at any time, and continues where it was.
   */
  repairIndex(organisation: string): Promise<IndexRepair>
}

export interface IndexRepair {
  readonly added: number
  readonly removed: number
}
