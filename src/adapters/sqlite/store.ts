/** Opens the local store: the ports of the core on one SQLite file. */
import { memoryDocument } from '../../core/indexing/documents.ts'
import type { CaptureStore } from '../../core/ports/capture-store.ts'
import type { Clock, IdSource } from '../../core/ports/clock.ts'
import type { ConsolidationStore } from '../../core/ports/consolidation-store.ts'
import type { DatabaseSizes } from '../../core/ports/database-sizes.ts'
import type { DigestStore } from '../../core/ports/digest-store.ts'
import type { ExtractionStore } from '../../core/ports/extraction-store.ts'
import type { GrowthReader } from '../../core/ports/growth-reader.ts'
import type { HistoryReader } from '../../core/ports/history-reader.ts'
import type { HistorySource } from '../../core/ports/history-source.ts'
import type { IndexQueue } from '../../core/ports/index-queue.ts'
import type { InjectionStore } from '../../core/ports/injection-store.ts'
import type { JobQueue } from '../../core/ports/job-queue.ts'
import type { Ledger } from '../../core/ports/ledger.ts'
import type { LifecycleFacts } from '../../core/ports/lifecycle-facts.ts'
import type { LifecycleStore } from '../../core/ports/lifecycle-store.ts'
import type { MemoryStore } from '../../core/ports/memory-store.ts'
import type { ProjectMergeStore } from '../../core/ports/project-merge-store.ts'
import type { ProjectStore } from '../../core/ports/project-store.ts'
import type { ReviewStore } from '../../core/ports/review-store.ts'
import type { SearchIndex } from '../../core/ports/search-index.ts'
import { createIdSource } from '../ids.ts'
import type { Database } from './connection/database.ts'
import { checkIntegrity, databaseBytes } from './connection/integrity.ts'
import { schemaVersion } from './connection/migrate.ts'
import { type OpeningOptions, openDatabase } from './connection/open-database.ts'
import { createCaptureStore } from './history/capture-store.ts'
import { createDatabaseSizes } from './history/database-sizes.ts'
import { createDigestStore } from './history/digest-store.ts'
import { createGrowthReader } from './history/growth-reader.ts'
import { createHistoryReader } from './history/history-reader.ts'
import { createHistorySource } from './history/history-source.ts'
import { createLifecycleFacts } from './history/lifecycle-facts.ts'
import { createProjectMergeStore } from './history/project-merge-store.ts'
import { createProjectStore } from './history/project-store.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { createLedger } from './jobs/ledger.ts'
import { createLifecycleStore } from './jobs/lifecycle-store.ts'
import { createConsolidationStore } from './memory/consolidation-store.ts'
import { createExtractionStore } from './memory/extraction-store.ts'
import { createInjectionStore } from './memory/injection-store.ts'
import { createMemoryStore, type MemoryHooks } from './memory/memory-store.ts'
import { createReviewStore } from './memory/review-store.ts'
import { createIndexQueue } from './search/index-queue.ts'
import { createSearchIndex } from './search/search-index.ts'

export interface Store {
  readonly capture: CaptureStore
  readonly jobs: JobQueue
  readonly projects: ProjectStore
  readonly projectMerges: ProjectMergeStore
  readonly history: HistoryReader
  readonly memories: MemoryStore
  readonly digests: DigestStore
  readonly extractions: ExtractionStore
  readonly consolidations: ConsolidationStore
  readonly injections: InjectionStore
  readonly reviews: ReviewStore
  readonly ledger: Ledger
  readonly growth: GrowthReader
  readonly databaseSizes: DatabaseSizes
  readonly lifecycle: LifecycleStore
  readonly lifecycleFacts: LifecycleFacts
  readonly search: SearchIndex
  readonly historySource: HistorySource
  readonly indexQueue: IndexQueue
  readonly ids: IdSource
  /** Where a damaged database was moved when this one was opened in its place. */
  readonly movedAside: string | undefined
  /** How many memories of that one were carried over. */
  readonly salvaged: number
  /** SQLite's own findings; empty when the file is sound. */
  checkIntegrity(): string[]
  bytes(): number
  /** Whether the file is still the one that was opened, and nobody has upgraded it. */
  isStillOurs(): boolean
  /** Gives back what was cached. */
  shrink(): void
  close(): void
}

export interface StoreOptions extends Omit<OpeningOptions, 'now'> {
  readonly clock: Clock
  /** Told within the transaction that writes them. */
  readonly onMemoriesWritten?: MemoryHooks['onCommit']
}

export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock } = options
  const { database, movedAside, salvaged } = await openDatabase({ ...options, now: clock.now() })
  try {
    const newest = database.get('SELECT max(id) AS id FROM events')?.id
    const ids = createIdSource(clock, typeof newest === 'string' ? newest : undefined)
    return portsOn(database, clock, ids, { ...options, movedAside, salvaged })
  } catch (error) {
    database.close()
    throw error
  }
}

export function portsOn(
  database: Database,
  clock: Clock,
  ids: IdSource,
  options: Pick<StoreOptions, 'onMemoriesWritten'> & {
    movedAside?: string | undefined
    salvaged?: number | undefined
  } = {},
): Store {
  const schema = schemaVersion(database)
  const search = createSearchIndex(database)
  const memories = createMemoryStore(database, {
    onWritten: (memory) => search.put([memoryDocument(memory)]),
    onForgotten: (id) => search.remove([{ type: 'memory', id }]),
    ...(options.onMemoriesWritten && { onCommit: options.onMemoriesWritten }),
  })
  return {
    capture: createCaptureStore(database, { clock, ids }),
    jobs: createJobQueue(database, { clock, ids }),
    projects: createProjectStore(database, { clock, ids }),
    projectMerges: createProjectMergeStore(database, memories),
    history: createHistoryReader(database),
    memories,
    digests: createDigestStore(database),
    extractions: createExtractionStore(database, memories),
    consolidations: createConsolidationStore(database, memories),
    injections: createInjectionStore(database, memories),
    reviews: createReviewStore(database, memories),
    ledger: createLedger(database, { clock, ids }),
    growth: createGrowthReader(database),
    databaseSizes: createDatabaseSizes(database),
    lifecycle: createLifecycleStore(database, { clock }),
    lifecycleFacts: createLifecycleFacts(database),
    search,
    historySource: createHistorySource(database),
    indexQueue: createIndexQueue(database),
    ids,
    movedAside: options.movedAside,
    salvaged: options.salvaged ?? 0,
    checkIntegrity: () => checkIntegrity(database),
    bytes: () => databaseBytes(database),
    isStillOurs: () => database.isInPlace() && schemaVersion(database) === schema,
    shrink: () => database.exec('PRAGMA shrink_memory'),
    close: () => database.close(),
  }
}
