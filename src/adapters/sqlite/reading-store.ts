/** The ports that commands read from, on a read-only connection. Loads nothing that only writes. */
import type { Clock, IdSource } from '../../core/ports/runtime.ts'
import type { Store } from '../../core/ports/store.ts'
import type { Database } from './connection/database.ts'
import { createChangeFeed, createChangeRecorder } from './history/change-feed.ts'
import { createDigestStore } from './history/digest-store.ts'
import { createEventReader, createIdReader } from './history/events.ts'
import { createFailureStore } from './history/failure-store.ts'
import { createGrowthStore } from './history/growth-store.ts'
import { createProjectStore } from './history/project-store.ts'
import { createSessionReader } from './history/sessions.ts'
import { createTurnReader } from './history/turns.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { createLedger } from './jobs/ledger.ts'
import { createLifecycleStore } from './jobs/lifecycle-store.ts'
import { createConsolidationStore } from './memory/consolidation-store.ts'
import { createInjectionStore } from './memory/injection-store.ts'
import {
  createExtractionStore,
  createOriginStore,
  createPromotionStore,
} from './memory/learning-store.ts'
import { createMemoryReader } from './memory/memory-reader.ts'
import { createProposalStore, createReviewStore } from './memory/review-store.ts'
import { createSearchIndex } from './search/search-index.ts'
import { createTeamClientStore } from './team/team-client-store.ts'

interface Tools {
  readonly clock: Clock
  readonly ids: IdSource
}

export function createReadingStore(database: Database, tools: Tools) {
  const recorder = createChangeRecorder(database, tools.clock)
  return {
    changes: createChangeFeed(database),
    jobs: createJobQueue(database, tools),
    projects: createProjectStore(database, tools, recorder),
    history: {
      ...createSessionReader(database),
      ...createTurnReader(database),
      ...createEventReader(database),
      ...createIdReader(database),
    },
    memories: createMemoryReader(database),
    digests: createDigestStore(database, recorder),
    extractions: createExtractionStore(database),
    consolidations: createConsolidationStore(database),
    injections: createInjectionStore(database),
    promotions: createPromotionStore(database),
    proposals: createProposalStore(database, recorder),
    reviews: createReviewStore(database),
    ledger: createLedger(database, tools),
    failures: createFailureStore(database),
    origins: createOriginStore(database),
    growth: createGrowthStore(database),
    lifecycle: createLifecycleStore(database, tools),
    search: createSearchIndex(database),
    team: createTeamClientStore(database),
  } satisfies Partial<Store>
}
