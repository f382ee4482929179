/**
 * What this machine knows about its team server: the state when both were last the
 * same, changes still to be sent, and changes that arrived over unsent ones.
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
  /** In the order of their ids, after the given one. */
  itemsIn(project: string, after: string, limit: number): Promise<TeamItem[]>
  /** What the server has of these buckets, as far as known here. */
  entriesIn(project: string): Promise<BucketEntry[]>
  /** Those that this memory replaces. */
  itemsReplacedBy(memoryId: string): Promise<TeamItem[]>
  /** In order; of each memory only the first, and only if it is due. */
  dueOperations(now: string, limit: number): Promise<QueuedOperation[]>
  /** In order. */
  operationsOf(memoryId: string): Promise<QueuedOperation[]>
  hasOperationsIn(project: string): Promise<boolean>
  parked(limit: number): Promise<QueuedOperation[]>
  /** Waiting operations that failed so far, by reason; the most frequent first. */
  delayed(): Promise<DelayedOperations[]>
  counts(): Promise<TeamCounts>
  shadow(project: string, memoryId: string): Promise<SharedState | undefined>
  shadowsOf(memoryId: string): Promise<SharedState[]>
  /** Shadows of the versions that are known here: edits that wait for a decision. */
  waitingEdits(): Promise<SharedMemory[]>
  conflicts(): Promise<TeamConflict[]>
  person(id: string): Promise<TeamPerson | undefined>
  people(): Promise<TeamPerson[]>
  digest(project: string, id: string): Promise<TeamDigest | undefined>
  /** The last sessions first. */
  digests(filter: TeamDigestFilter, limit: number, offset: number): Promise<TeamDigest[]>
  countDigests(filter: TeamDigestFilter): Promise<number>

  setConnection(connection: TeamConnection): Promise<void>
  /** Does nothing without a connection. */
  changeConnection(change: Partial<TeamConnection>): Promise<void>
  putProject(project: JoinedProject): Promise<void>
  /** With everything known about it. */
  removeProject(id: string): Promise<void>
  putItem(item: TeamItem): Promise<void>
  /** Behind all others. */
  addOperation(operation: NewOperation): Promise<void>
  /** Sets what will be sent, before the first attempt. */
  freezeOperation(position: number, payload: SyncOperation, textHash: string): Promise<void>
  /** Why it was not taken, and when to try again; without a time it is parked. */
  failOperation(position: number, problem: string, nextTryAt: string | undefined): Promise<void>
  /** The server accepted nothing. The next attempt reads the state again, and this one is not counted. */
  delayOperation(position: number, problem: string, nextTryAt: string): Promise<void>
  removeOperation(position: number): Promise<void>
  /** Parked operations that were tried `tries` times wait again. @returns how many */
  retryParked(tries: number): Promise<number>
  /** What waits for its next try is due at once. */
  retryDelayed(): Promise<void>
  putShadow(state: SharedState): Promise<void>
  removeShadow(project: string, memoryId: string): Promise<void>
  /** Without edits that wait for a decision. */
  removeShadows(project: string): Promise<void>
  putConflict(conflict: TeamConflict): Promise<void>
  removeConflict(id: string): Promise<void>
  putPerson(person: TeamPerson): Promise<void>
  putDigest(digest: TeamDigest): Promise<void>
  removeDigest(project: string, id: string): Promise<void>
  /** Everything, after leaving. */
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
  /** The newest change that a push was answered with. */
  readonly witness: Mark | undefined
  /** Until everything was compared with the server. */
  readonly needsResync: boolean
  readonly comparedAt: string | undefined
  /** Whose memories count, as the server last said. */
  readonly policy?: TeamPolicy | undefined
}

export interface JoinedProject {
  /** The server's. */
  readonly id: string
  /** '' for global memories. */
  readonly localId: string
  readonly name: string
  /** `leaving`: our memories are still being withdrawn. */
  readonly state: 'joined' | 'leaving'
  readonly needsCompare: boolean
  /** Whether digests of this machine's sessions go there. */
  readonly sharesDigests: boolean
}

export interface TeamItem {
  /** The server's. */
  readonly project: string
  /** Of the memory, or of the digest's session. */
  readonly memoryId: string
  readonly kind: StateKind
  /** The server's; 0 if it does not have it. */
  readonly version: number
  readonly type: SharedState['type']
  /** Hash of the local content when both sides were the same; '' if unknown. */
  readonly textHash: string
  readonly authorId: string | undefined
  /** Who shared it first; undefined if the server did not say. */
  readonly origin: Origin | undefined
  /** `local-only`: kept here though the team has removed it. `hidden`: forgotten here alone. */
  readonly state: 'synced' | 'local-only' | 'hidden'
  /** The memory that replaces it, which may not be here yet. */
  readonly successor: string | undefined
  /** How many of its author had arrived in that hour. */
  readonly hourCount?: number | undefined
}

export interface NewOperation {
  /** Of the memory, or of the digest's session. */
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
  /** Whether a payload may have reached the server, even if it is gone by now. */
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
  /** Memories. */
  readonly synced: number
  /** Digests, in sync. */
  readonly digests: number
  readonly localOnly: number
}

export interface TeamConflict {
  /** The server's. */
  readonly id: string
  readonly project: string
  readonly memoryId: string
  /** Of the proposal that waits in review. */
  readonly proposalKey: string
}

/** Of a session that is not on this machine. */
export interface TeamDigest {
  /** The server's. */
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
  /** The user does not want them approved, whatever the team's policy says. */
  readonly revokedAt?: string | undefined
  /** The last hour in which they sent something, and how much. */
  readonly hourStartedAt: string
  readonly hourCount: number
}

/**
 * The team server as a client sees it. Every method throws ThroughlineError: `server-unreachable` if there is no answer, `not-signed-in` if
 * the server does not know the key (401), `not-allowed` if it may not do this (403).
 */
export interface TeamServer {
  projects(): Promise<SharedProject[]>
  /** Registers the project with the team, or finds it by one of its identities. */
  share(request: ShareRequest): Promise<SharedProject>
  /** After everything is taken back. @throws also `not-found` if the server is too old for it */
  unshare(project: string): Promise<unknown>
  push(request: PushRequest): Promise<PushAnswer>
  pull(request: PullRequest): Promise<PullAnswer>
  /**
   * Answers once the last change is not `after` any more, or after half a minute.
   * @throws also `not-found` if the server is too old for it, and what `signal` aborts with
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
