/**
 * The store as the core sees it. Readers see only what is committed. Several writes that belong
 * together go through `transaction`; a method of a port that writes and is called outside of one
 * commits by itself.
 */
import type { CaptureTransaction } from './capture-store.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { IdSource } from './clock.ts'
import type { ConsolidationReader, ConsolidationTransaction } from './consolidation-store.ts'
import type { DigestStore } from './digest-store.ts'
import type { ExtractionReader, ExtractionTransaction } from './extraction-store.ts'
import type { GrowthStore } from './growth-store.ts'
import type { History } from './history.ts'
import type { InjectionStore } from './injection-store.ts'
import type { JobQueue } from './job-queue.ts'
import type { Ledger } from './ledger.ts'
import type { LifecycleStore } from './lifecycle-store.ts'
import type { MemoryReader, MemoryTransaction } from './memory-store.ts'
import type { ProjectMergeReader, ProjectMergeTransaction } from './project-merge-store.ts'
import type { ProjectStore } from './project-store.ts'
import type { ReviewStore, ReviewTransaction } from './review-store.ts'
import type { SearchIndex } from './search-index.ts'

export interface Store extends Omit<StoreTransaction, keyof TransactionOnly>, ReadersOnly {
  readonly ids: IdSource
  readonly transaction: Transact
  /**
   * Removes what deleting leaves in the files: words in the index, text in unused pages and in the
   * log. Takes longer the larger the index is, and yields to the event loop meanwhile.
   */
  eraseDeleted(): Promise<void>
}

/**
 * Runs `work` in one transaction, alone among writers. When the promise resolves, everything written
 * through `tx` is stored and, unless `durable` is false, survives a power cut; when it rejects,
 * nothing was written. Nobody else sees any of it before.
 * @throws when called within another transaction of the same store
 */
export type Transact = <T>(
  work: (tx: StoreTransaction) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>

export interface TransactionOptions {
  /** Where losing the last moments in a power cut does no harm: nothing waits for the disk. */
  readonly durable?: boolean
}

/** Every port as part of one transaction: each reads what the others wrote in it. */
export interface StoreTransaction extends TransactionOnly {
  readonly jobs: JobQueue
  readonly projects: ProjectStore
  readonly digests: DigestStore
  readonly injections: InjectionStore
  readonly lifecycle: LifecycleStore
  readonly ledger: Ledger
  readonly history: History
  readonly growth: GrowthStore
  readonly search: SearchIndex
  readonly changes: ChangeFeed
}

/** Whose writes always belong to others. */
interface TransactionOnly {
  readonly capture: CaptureTransaction
  readonly memories: MemoryTransaction
  readonly projectMerges: ProjectMergeTransaction
  readonly reviews: ReviewTransaction
  readonly consolidations: ConsolidationTransaction
  readonly extractions: ExtractionTransaction
}

interface ReadersOnly {
  readonly memories: MemoryReader
  readonly projectMerges: ProjectMergeReader
  readonly reviews: ReviewStore
  readonly consolidations: ConsolidationReader
  readonly extractions: ExtractionReader
}

/** A store in one file on this machine. */
export interface LocalStore extends Store {
  /** Where a damaged database was moved when this one was opened in its place. */
  readonly movedAside: string | undefined
  /** How many memories of the damaged one were carried over. */
  readonly salvaged: number
  /** What is wrong with the file, in words; empty when it is sound. */
  checkIntegrity(): string[]
  bytes(): number
  /** Whether the file is still the one that was opened, and nobody has upgraded it. */
  isStillOurs(): boolean
  /** Frees cached pages. */
  shrink(): void
  close(): void
}
