/** What a store gives to the suites: every port on one fresh database. */
import type { CaptureStore } from '../../src/core/ports/capture-store.ts'
import type { Clock, IdSource } from '../../src/core/ports/clock.ts'
import type { ConsolidationStore } from '../../src/core/ports/consolidation-store.ts'
import type { DatabaseSizes } from '../../src/core/ports/database-sizes.ts'
import type { DigestStore } from '../../src/core/ports/digest-store.ts'
import type { GrowthReader } from '../../src/core/ports/growth-reader.ts'
import type { HistoryReader } from '../../src/core/ports/history-reader.ts'
import type { InjectionStore } from '../../src/core/ports/injection-store.ts'
import type { JobQueue } from '../../src/core/ports/job-queue.ts'
import type { Ledger } from '../../src/core/ports/ledger.ts'
import type { LifecycleFacts } from '../../src/core/ports/lifecycle-facts.ts'
import type { LifecycleStore } from '../../src/core/ports/lifecycle-store.ts'
import type { MemoryStore } from '../../src/core/ports/memory-store.ts'
import type { ProjectMergeStore } from '../../src/core/ports/project-merge-store.ts'
import type { ProjectStore } from '../../src/core/ports/project-store.ts'
import type { ReviewStore } from '../../src/core/ports/review-store.ts'

export interface Stores {
  readonly capture: CaptureStore
  readonly consolidations: ConsolidationStore
  readonly databaseSizes: DatabaseSizes
  readonly digests: DigestStore
  readonly growth: GrowthReader
  readonly history: HistoryReader
  readonly injections: InjectionStore
  readonly jobs: JobQueue
  readonly ledger: Ledger
  readonly lifecycle: LifecycleStore
  readonly lifecycleFacts: LifecycleFacts
  readonly memories: MemoryStore
  readonly projects: ProjectStore
  readonly projectMerges: ProjectMergeStore
  readonly reviews: ReviewStore
  readonly ids: IdSource
  close(): void | Promise<void>
}

export type OpenStores = (clock: Clock) => Promise<Stores>
