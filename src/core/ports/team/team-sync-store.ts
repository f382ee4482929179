/**
 * An organisation's shared states of memories and digests, log of changes, and answers to clients.
 */

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

/** A memory or digest in one project. After a move, the former project has a removal. */
export type StoredState = StoredMemory | StoredDigest | StoredRemoval
export interface StoredMemory extends Omit<SharedMemory, 'origin'>, Creation {}
export interface StoredDigest extends Omit<SharedDigest, 'origin'>, Creation {}
export interface StoredRemoval extends Omit<SharedRemoval, 'origin'>, Creation {}

export const stateKinds = ['memory', 'digest'] as const
/** The memory or digest of a state, even after it was removed. */
export type StateKind = (typeof stateKinds)[number]

export interface Creation {
  /** The id of the person who shared it first, even if others edited it. */
  readonly creator: string
  readonly sharedAt: string
}

export interface StoredProject extends Omit<SharedProject, 'memories'> {
  /** The only person who sees it, if personal. */
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

export interface SyncRevision extends Omit<SharedMemory, 'type' | 'origin'> {
  readonly replacedAt: string
}

/** Former versions and conflicts count as bytes, removals of unknown ids as memories. */
export type SharedUsage = Pick<Quota, 'memories' | 'bytes'>

/** Each read sees what is committed at that moment. */
export interface TeamSyncReader {
  /** The last change; sequence 0 before the first. */
  head(): Promise<Mark>
  /** False if the change was pruned, or came after the backup from which this server was restored. */
  hasChange(mark: Mark): Promise<boolean>
  /** Of the whole team, and the person's own; ordered by creation. */
  visibleProjects(person: string): Promise<SharedProject[]>
  /** Those of these projects that the person may see. */
  visibleAmong(projects: readonly string[], person: string): Promise<string[]>
  /** Ordered by their last change, which is after one sequence number and at most the other. */
  statesBetween(
    wanted: { readonly projects: readonly string[]; readonly kinds: readonly StateKind[] },
    after: number,
    upTo: number,
    limit: number,
  ): Promise<{ readonly state: StoredState; readonly at: Mark }[]>
  /** Skips unknown ids. */
  states(project: string, ids: readonly string[]): Promise<StoredState[]>
  /** From `hashBucket`, for each bucket that is not empty. */
  bucketHashes(project: string, kinds: readonly StateKind[]): Promise<Record<string, string>>
  bucket(project: string, bucket: string, kinds: readonly StateKind[]): Promise<BucketEntry[]>
  /** The organisation's secret, which clients never get. */
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

/** For a stored put, the most frequent outcome: only what its states do not contain. */
export type KeptAnswer = Omit<OperationAnswer, 'key'>

/** What an operation will need. */
export interface ExpectedOperation {
  readonly key: string
  readonly id?: string | undefined
  /** The hash of the key of the memory it puts. */
  readonly memoryKey?: string | undefined
  readonly contentHash?: string | undefined
}

/** Runs as the organisation's only writer. */
export interface TeamSyncTransaction extends TeamSyncReader {
  /** Reads together what these operations will need. */
  expect(person: string, operations: readonly ExpectedOperation[]): Promise<void>
  /** The earlier answer to this operation. */
  answer(person: string, key: string): Promise<KeptAnswer | undefined>
  keepAnswer(person: string, key: string, answer: KeptAnswer, at: string): Promise<void>
  /** In every project. */
  statesOf(id: string): Promise<StoredState[]>
  countDigests(project: string, person: string): Promise<number>
  /** Another valid memory of the project with this key. */
  withKey(project: string, key: string, except: string): Promise<StoredMemory | undefined>
  /** Another valid memory with this content, preferably without a key. */
  withContent(project: string, hash: string, except: string): Promise<StoredMemory | undefined>
  /** Replaces the state of this memory or digest in this project. @returns the new change */
  write(state: StoredState, at: string): Promise<Mark>
  /** Records when a person's first memory reached the team. Later calls change nothing. */
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
  /** Ids and projects of what the person shared first and is not removed. */
  createdBy(person: string): Promise<{ readonly project: string; readonly id: string }[]>
  /** The quota as far as it is set, and its use. */
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
   * Runs `work` in one transaction as the organisation's only writer, across all processes.
   * @throws `not-found` if the organisation does not exist
   */
  writing<T>(organisation: string, work: (tx: TeamSyncTransaction) => Promise<T>): Promise<T>
}

export type VisibleProject = Omit<SharedProject, 'memories'>

export interface SharedMemoryFilter {
  /** Project ids. */
  readonly projects: readonly string[]
  readonly kind?: MemoryKind | undefined
  readonly tag?: string | undefined
  readonly includeSuperseded?: boolean | undefined
}

/**
 * What an organisation shares, for callers without their own machine, as one person sees it: the
 * team's projects and their personal one.
 */
export interface SharedMemoryReader {
  /** Ordered by creation. */
  projects(): Promise<VisibleProject[]>
  /** Skips ids not in a visible project; includes superseded memories, in no particular order. */
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
   * Never behind the memories. Searches everything shared, so the filter must name the scopes.
   * @param options.personal whether to include the words of the person's own project
   */
  search(options: { readonly personal: boolean }): SearchReader
}

export interface SharedMemoryStore {
  /** All reads in `work` see what was committed when it started. */
  read<T>(
    organisation: string,
    person: string,
    work: (reader: SharedMemoryReader) => Promise<T>,
  ): Promise<T>
  /**
   * Indexes what is missing, and removes what is no longer shared. Does nothing if the index is
   * correct. May be interrupted at any time, and continues where it stopped.
   */
  repairIndex(organisation: string): Promise<IndexRepair>
}

export interface IndexRepair {
  readonly added: number
  readonly removed: number
}
