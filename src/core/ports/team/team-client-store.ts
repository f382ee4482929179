/**
 * What this machine knows about its team server: the state when both last agreed, changes still to
 * send, and changes that arrived over unsent ones.
 */

import type { ResolveAnswer, ResolveRequest } from '../../../contract/team/conflicts.ts'
import type { DigestText } from '../../../contract/team/digest-text.ts'
import type {
  Author,
  BucketAnswer,
  BucketEntry,
  BucketsAnswer,
  Mark,
  Origin,
  PullAnswer,
  PullRequest,
  PushAnswer,
  PushRequest,
  SharedMemory,
  SharedProject,
  SharedState,
  ShareRequest,
  StatesAnswer,
  SyncOperation,
  TeamPolicy,
  WaitAnswer,
} from '../../../contract/team/sync.ts'
import type { ConnectionState, Role } from '../../../contract/team/vocabulary.ts'
import type { StateKind } from './team-sync-store.ts'

export interface TeamClientStore {
  /** Undefined before the first sign-in. */
  connection(): Promise<TeamConnection | undefined>
  projects(): Promise<JoinedProject[]>
  item(project: string, memoryId: string): Promise<TeamItem | undefined>
  itemsOf(memoryId: string): Promise<TeamItem[]>
  /** Ordered by id, after the given one. */
  itemsIn(project: string, after: string, limit: number): Promise<TeamItem[]>
  /** What the server has in these buckets, as far as known here. */
  entriesIn(project: string): Promise<BucketEntry[]>
  itemsReplacedBy(memoryId: string): Promise<TeamItem[]>
  /** In order; only the first of each memory, and only if due. */
  dueOperations(now: string, limit: number): Promise<QueuedOperation[]>
  /** In order. */
  operationsOf(memoryId: string): Promise<QueuedOperation[]>
  hasOperationsIn(project: string): Promise<boolean>
  parked(limit: number): Promise<QueuedOperation[]>
  /** Waiting operations that have failed, by reason; the most frequent first. */
  delayed(): Promise<DelayedOperations[]>
  counts(): Promise<TeamCounts>
  shadow(project: string, memoryId: string): Promise<SharedState | undefined>
  shadowsOf(memoryId: string): Promise<SharedState[]>
  /** Shadows of the versions known here: edits that wait for a decision. */
  waitingEdits(): Promise<SharedMemory[]>
  conflicts(): Promise<TeamConflict[]>
  person(id: string): Promise<TeamPerson | undefined>
  people(): Promise<TeamPerson[]>
  digest(project: string, id: string): Promise<TeamDigest | undefined>
  /** Latest sessions first. */
  digests(filter: TeamDigestFilter, limit: number, offset: number): Promise<TeamDigest[]>
  countDigests(filter: TeamDigestFilter): Promise<number>

  setConnection(connection: TeamConnection): Promise<void>
  /** Does nothing without a connection. */
  changeConnection(change: Partial<TeamConnection>): Promise<void>
  putProject(project: JoinedProject): Promise<void>
  /** Removes the project and everything known about it. */
  removeProject(id: string): Promise<void>
  putItem(item: TeamItem): Promise<void>
  addOperation(operation: NewOperation): Promise<void>
  /** Fixes what will be sent, before the first attempt. */
  freezeOperation(position: number, payload: SyncOperation, textHash: string): Promise<void>
  /** Records the problem and when to try again; without a time, the operation is parked. */
  failOperation(position: number, problem: string, nextTryAt: string | undefined): Promise<void>
  /** The server accepted nothing. The next attempt reads the state again and is not counted. */
  delayOperation(position: number, problem: string, nextTryAt: string): Promise<void>
  removeOperation(position: number): Promise<void>
  /** Parked operations with `tries` attempts wait again. @returns the number of operations */
  retryParked(tries: number): Promise<number>
  /** Makes delayed operations due now. */
  retryDelayed(): Promise<void>
  putShadow(state: SharedState): Promise<void>
  removeShadow(project: string, memoryId: string): Promise<void>
  /** Keeps edits that wait for a decision. */
  removeShadows(project: string): Promise<void>
  putConflict(conflict: TeamConflict): Promise<void>
  removeConflict(id: string): Promise<void>
  putPerson(person: TeamPerson): Promise<void>
  putDigest(digest: TeamDigest): Promise<void>
  removeDigest(project: string, id: string): Promise<void>
  /** Deletes everything, after leaving. */
  clear(): Promise<void>
}

export interface TeamConnection {
  readonly server: string
  readonly organisation: { readonly id: string; readonly name: string }
  readonly person: Author
  readonly role: Role | undefined
  readonly state: ConnectionState
  readonly problem: string | undefined
  readonly lastContactAt: string | undefined
  /** The change up to which this machine has everything. */
  readonly cursor: Mark | undefined
  /** The newest change with which a push was answered. */
  readonly witness: Mark | undefined
  /** True until everything was compared with the server. */
  readonly needsResync: boolean
  readonly comparedAt: string | undefined
  /** Whose memories to trust, as the server last said. */
  readonly policy?: TeamPolicy | undefined
}

export interface JoinedProject {
  /** The server's id. */
  readonly id: string
  /** '' for global memories. */
  readonly localId: string
  readonly name: string
  /** `leaving`: our memories are still being withdrawn. */
  readonly state: 'joined' | 'leaving'
  readonly needsCompare: boolean
  /** Whether digests of this machine's sessions are shared. */
  readonly sharesDigests: boolean
}

export interface TeamItem {
  /** The server's id. */
  readonly project: string
  /** The id of the memory, or of the digest's session. */
  readonly memoryId: string
  readonly kind: StateKind
  /** The server's version; 0 if it does not have the item. */
  readonly version: number
  readonly type: SharedState['type']
  /** Hash of the local content when both sides agreed; '' if unknown. */
  readonly textHash: string
  readonly authorId: string | undefined
  /** Who shared it first; undefined if the server did not say. */
  readonly origin: Origin | undefined
  /** `local-only`: kept here although the team removed it. `hidden`: forgotten only here. */
  readonly state: 'synced' | 'local-only' | 'hidden'
  /** The memory that replaces it; it may not have arrived. */
  readonly successor: string | undefined
  /** How many memories of its author had arrived in that hour. */
  readonly hourCount?: number | undefined
}

export interface NewOperation {
  /** The id of the memory, or of the digest's session. */
  readonly memoryId: string
  readonly kind: StateKind
  readonly project: string
  readonly type: 'put' | 'forget' | 'withdraw'
}

export interface QueuedOperation extends NewOperation {
  readonly position: number
  /** Undefined until the first attempt. */
  readonly payload: SyncOperation | undefined
  readonly textHash: string
  /** Whether the server may have received a payload, even if it is gone by now. */
  readonly wasSent: boolean
  readonly state: 'waiting' | 'parked'
  readonly tries: number
  readonly problem: string | undefined
}

export interface DelayedOperations {
  readonly problem: string
  readonly count: number
}

export interface TeamCounts {
  readonly waiting: number
  readonly parked: number
  /** The number of memories in sync. */
  readonly synced: number
  /** The number of digests in sync. */
  readonly digests: number
  readonly localOnly: number
}

export interface TeamConflict {
  /** The server's id. */
  readonly id: string
  readonly project: string
  readonly memoryId: string
  /** The key of the proposal waiting in review. */
  readonly proposalKey: string
}

/** A digest of a session on another machine. */
export interface TeamDigest {
  /** The server's id. */
  readonly project: string
  readonly id: string
  readonly author: Author
  readonly text: DigestText
}

interface TeamDigestFilter {
  /** This machine's id of the project. */
  readonly projectId?: string | undefined
}

export interface TeamPerson extends Author {
  readonly firstSeenAt: string
  readonly approvedAt: string | undefined
  /** Set if the user revoked the approval, whatever the team's policy says. */
  readonly revokedAt?: string | undefined
  /** The last hour in which the person sent something, and how much. */
  readonly hourStartedAt: string
  readonly hourCount: number
}

/**
 * The team server as a client sees it. Every method throws ThroughlineError: `server-unreachable`
 * without a response, `not-signed-in` if the server does not know the key (401), `not-allowed` if
 * the key may not do this (403).
 */
export interface TeamServer {
  projects(): Promise<SharedProject[]>
  /** Registers the project with the team, or finds it by one of its identities. */
  share(request: ShareRequest): Promise<SharedProject>
  /** Call it after withdrawing everything. @throws also `not-found` if the server is too old */
  unshare(project: string): Promise<unknown>
  push(request: PushRequest): Promise<PushAnswer>
  pull(request: PullRequest): Promise<PullAnswer>
  /**
   * Answers when the last change differs from `after`, or after 30 s.
   * @throws also `not-found` if the server is too old, and the reason of an aborted `signal`
   */
  wait(after: number): Promise<WaitAnswer>
  buckets(project: string): Promise<BucketsAnswer>
  bucket(project: string, bucket: string): Promise<BucketAnswer>
  states(project: string, ids: readonly string[]): Promise<StatesAnswer>
  resolve(request: ResolveRequest): Promise<ResolveAnswer>
}

export interface Membership {
  readonly organisation: { readonly id: string; readonly name: string }
  readonly person: Author
  readonly role: Role
}
