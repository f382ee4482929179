/**
 * The store as the core sees it. Readers see only committed data. Writes that belong together go
 * through `transaction`; a write outside a transaction commits by itself.
 */

import type { CaptureStore } from './capture-store.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { CommitStore } from './commit-store.ts'
import type { HistoryDeletion, TextPurge } from './deletion.ts'
import type { ExtractionStore, OriginStore } from './extraction-store.ts'
import type { FailureStore } from './failure-store.ts'
import type { GrowthStore } from './growth-store.ts'
import type { GuardStore } from './guard-store.ts'
import type { DigestStore, History } from './history.ts'
import type { AskStore, InjectionStore } from './injection-store.ts'
import type { JobQueue } from './job-queue.ts'
import type { LifecycleStore } from './lifecycle.ts'
import type { MemoryStore } from './memory-store.ts'
import type { Ledger } from './models.ts'
import type { ProjectMergeStore, ProjectStore, PromotionStore } from './projects.ts'
import type { ProofStore } from './proof-store.ts'
import type { ConsolidationStore, ProposalStore, ReviewStore } from './review-store.ts'
import type { IdSource } from './runtime.ts'
import type { SearchIndex } from './search-index.ts'
import type { TeamClientStore } from './team/team-client-store.ts'
import type { BundleStore, ImportStore, SyncStore } from './transfer.ts'

export interface Store extends StoreTransaction {
  readonly ids: IdSource
  readonly transaction: Transact
  /**
   * Erases deleted text from the files: from the index, unused pages and the log. Takes longer with
   * a larger index; yields to the event loop. `rewrite` also rewrites the whole file, so that no
   * stray copy remains; other writers wait meanwhile.
   */
  eraseDeleted(options?: { readonly rewrite?: boolean }): Promise<void>
}

/**
 * Runs `work` in one transaction, as the only writer. If the promise resolves, everything written
 * through `tx` is stored and, unless `durable` is false, survives a power cut; if it rejects,
 * nothing was written. Nobody else sees uncommitted writes.
 * @throws inside another transaction of the same store
 */
export type Transact = <T>(
  work: (tx: StoreTransaction) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>

interface TransactionOptions {
  /** False does not wait for the disk: a power cut may lose recent writes. */
  readonly durable?: boolean
}

/** Every topic of the store. In one transaction, each sees the writes of the others. */
export interface StoreTransaction {
  readonly asks: AskStore
  readonly bundles: BundleStore
  readonly capture: CaptureStore
  readonly changes: ChangeFeed
  readonly commits: CommitStore
  readonly consolidations: ConsolidationStore
  readonly deletion: HistoryDeletion
  readonly digests: DigestStore
  readonly extractions: ExtractionStore
  readonly failures: FailureStore
  readonly growth: GrowthStore
  readonly guards: GuardStore
  readonly history: History
  readonly imports: ImportStore
  readonly injections: InjectionStore
  readonly jobs: JobQueue
  readonly ledger: Ledger
  readonly lifecycle: LifecycleStore
  readonly memories: MemoryStore
  readonly origins: OriginStore
  readonly projectMerges: ProjectMergeStore
  readonly projects: ProjectStore
  readonly promotions: PromotionStore
  readonly proofs: ProofStore
  readonly proposals: ProposalStore
  readonly reviews: ReviewStore
  readonly search: SearchIndex
  readonly sync: SyncStore
  readonly team: TeamClientStore
  readonly textPurge: TextPurge
}

export interface LocalStore extends Store {
  readonly movedAside: string | undefined
  readonly salvaged: number
  /** Describes problems of the file; empty if it is intact. */
  checkIntegrity(): string[]
  bytes(): number
  /** Excludes unused pages. */
  usedBytes(): number
  /** Whether the file is still the opened one, at the same schema version. */
  isStillOurs(): boolean
  /** Frees cached pages. */
  shrink(): void
  close(): void
}
