/**
 * The store as the core sees it. Readers see only committed data. Writes that belong together go
 * through `transaction`; a write outside of one commits by itself.
 */

import type { CaptureTransaction } from './capture-store.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { GrowthStore, HistoryDeletion, TextPurge } from './deletion.ts'
import type { DigestStore, History } from './history.ts'
import type { AskStore, InjectionStore } from './injection-store.ts'
import type { JobQueue } from './job-queue.ts'
import type {
  ExtractionReader,
  ExtractionTransaction,
  FailureReader,
  FailureStore,
  OriginReader,
  OriginStore,
  PromotionReader,
  PromotionTransaction,
} from './learning.ts'
import type { LifecycleStore } from './lifecycle.ts'
import type { MemoryReader, MemoryTransaction } from './memory-store.ts'
import type { Ledger } from './models.ts'
import type { ProjectMergeReader, ProjectMergeTransaction, ProjectStore } from './projects.ts'
import type {
  ConsolidationReader,
  ConsolidationTransaction,
  ProposalReader,
  ProposalTransaction,
  ReviewStore,
  ReviewTransaction,
} from './review-store.ts'
import type { IdSource } from './runtime.ts'
import type { SearchIndex } from './search-index.ts'
import type { TeamClientReader, TeamClientStore } from './team/team-client-store.ts'
import type { BundleTransaction, ImportStore, SyncStore } from './transfer.ts'

export interface Store extends Omit<StoreTransaction, keyof TransactionOnly>, ReadersOnly {
  readonly ids: IdSource
  readonly transaction: Transact
  /**
   * Erases deleted text from the files: from the index, unused pages and the log. Takes longer with a
   * larger index; yields to the event loop. `rewrite` also writes the whole file anew, so that no stray
   * copy is left; other writers wait meanwhile.
   */
  eraseDeleted(options?: { readonly rewrite?: boolean }): Promise<void>
}

/**
 * Runs `work` in one transaction, as the only writer. Once the promise resolves, everything written
 * through `tx` is stored and, unless `durable` is false, survives a power cut; if it rejects, nothing
 * was written. Nobody else sees anything before.
 * @throws inside another transaction of the same store
 */
export type Transact = <T>(
  work: (tx: StoreTransaction) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>

interface TransactionOptions {
  /** False does not wait for the disk: a power cut may lose the last moments. */
  readonly durable?: boolean
}

/** Every port in one transaction: each reads what the others wrote. */
export interface StoreTransaction extends TransactionOnly {
  readonly jobs: JobQueue
  readonly projects: ProjectStore
  readonly digests: DigestStore
  readonly imports: ImportStore
  readonly injections: InjectionStore
  readonly asks: AskStore
  readonly lifecycle: LifecycleStore
  readonly ledger: Ledger
  readonly history: History
  readonly growth: GrowthStore
  readonly search: SearchIndex
  readonly changes: ChangeFeed
  readonly deletion: HistoryDeletion
  readonly textPurge: TextPurge
  readonly sync: SyncStore
}

/** Ports that write only inside transactions. */
interface TransactionOnly {
  readonly bundles: BundleTransaction
  readonly capture: CaptureTransaction
  readonly memories: MemoryTransaction
  readonly projectMerges: ProjectMergeTransaction
  readonly promotions: PromotionTransaction
  readonly proposals: ProposalTransaction
  readonly reviews: ReviewTransaction
  readonly consolidations: ConsolidationTransaction
  readonly extractions: ExtractionTransaction
  readonly failures: FailureStore
  readonly origins: OriginStore
  readonly team: TeamClientStore
}

interface ReadersOnly {
  readonly memories: MemoryReader
  readonly projectMerges: ProjectMergeReader
  readonly promotions: PromotionReader
  readonly proposals: ProposalReader
  readonly reviews: ReviewStore
  readonly consolidations: ConsolidationReader
  readonly extractions: ExtractionReader
  readonly failures: FailureReader
  readonly origins: OriginReader
  readonly team: TeamClientReader
}

/** A store in one file on this machine. */
export interface LocalStore extends Store {
  /** Where the damaged database was moved that this one replaces. */
  readonly movedAside: string | undefined
  /** How many of its memories were saved. */
  readonly salvaged: number
  /** Problems of the file, in words; empty if it is sound. */
  checkIntegrity(): string[]
  bytes(): number
  /** Without unused pages. */
  usedBytes(): number
  /** Whether the file is still the one that was opened, at the same schema version. */
  isStillOurs(): boolean
  /** Frees cached pages. */
  shrink(): void
  close(): void
}
