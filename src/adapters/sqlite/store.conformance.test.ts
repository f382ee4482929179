import { describeCaptureStore } from '../../../test/conformance/capture-store.ts'
import { describeChangeFeed } from '../../../test/conformance/change-feed.ts'
import { describeConsolidationStore } from '../../../test/conformance/consolidation-store.ts'
import { describeDatabaseSizes } from '../../../test/conformance/database-sizes.ts'
import { describeDigestStore } from '../../../test/conformance/digest-store.ts'
import { describeExtractionStore } from '../../../test/conformance/extraction-store.ts'
import { describeGrowthReader } from '../../../test/conformance/growth-reader.ts'
import { describeHistoryReader } from '../../../test/conformance/history-reader.ts'
import { describeHistorySource } from '../../../test/conformance/history-source.ts'
import { describeInjectionStore } from '../../../test/conformance/injection-store.ts'
import { describeJobQueue } from '../../../test/conformance/job-queue.ts'
import { describeLedger } from '../../../test/conformance/ledger.ts'
import { describeLifecycleFacts } from '../../../test/conformance/lifecycle-facts.ts'
import { describeLifecycleStore } from '../../../test/conformance/lifecycle-store.ts'
import { describeMemoryStore } from '../../../test/conformance/memory-store.ts'
import type { OpenStores } from '../../../test/conformance/open-stores.ts'
import { describeProjectMergeStore } from '../../../test/conformance/project-merge-store.ts'
import { describeProjectStore } from '../../../test/conformance/project-store.ts'
import { describeReviewStore } from '../../../test/conformance/review-store.ts'
import { describeStore } from '../../../test/conformance/store.ts'
import { openMemoryStore } from '../../../test/support/core/memory-store.ts'

const open: OpenStores = openMemoryStore

describeCaptureStore('SQLite', open)
describeChangeFeed('SQLite', open)
describeConsolidationStore('SQLite', open)
describeDatabaseSizes('SQLite', open)
describeDigestStore('SQLite', open)
describeExtractionStore('SQLite', open)
describeGrowthReader('SQLite', open)
describeHistoryReader('SQLite', open)
describeHistorySource('SQLite', open)
describeInjectionStore('SQLite', open)
describeJobQueue('SQLite', open)
describeLedger('SQLite', open)
describeLifecycleFacts('SQLite', open)
describeLifecycleStore('SQLite', open)
describeMemoryStore('SQLite', open)
describeProjectMergeStore('SQLite', open)
describeProjectStore('SQLite', open)
describeReviewStore('SQLite', open)
describeStore('SQLite', open)
