import { describeAskStore } from '../../../test/conformance/ask-store.ts'
import { describeCaptureStore } from '../../../test/conformance/capture-store.ts'
import { describeCapturedChanges } from '../../../test/conformance/captured-changes.ts'
import { describeChangeFeed } from '../../../test/conformance/change-feed.ts'
import { describeCommitStore } from '../../../test/conformance/commit-store.ts'
import { describeConsolidationStore } from '../../../test/conformance/consolidation-store.ts'
import { describeDigestStore } from '../../../test/conformance/digest-store.ts'
import { describeEventReader } from '../../../test/conformance/event-reader.ts'
import { describeExtractionStore } from '../../../test/conformance/extraction-store.ts'
import { describeFailureStore } from '../../../test/conformance/failure-store.ts'
import { describeGrowthStore } from '../../../test/conformance/growth-store.ts'
import { describeHistoryDeletion } from '../../../test/conformance/history-deletion.ts'
import { describeImportStore } from '../../../test/conformance/import-store.ts'
import { describeInjectionStore } from '../../../test/conformance/injection-store.ts'
import { describeJobQueue } from '../../../test/conformance/job-queue.ts'
import { describeLedger } from '../../../test/conformance/ledger.ts'
import { describeLifecycleStore } from '../../../test/conformance/lifecycle-store.ts'
import { describeLocalProjectMerges } from '../../../test/conformance/local-project-merges.ts'
import { describeMemoryStore } from '../../../test/conformance/memory-store.ts'
import type { OpenStores } from '../../../test/conformance/open-stores.ts'
import { describeProjectMergeStore } from '../../../test/conformance/project-merge-store.ts'
import { describeProjectStore } from '../../../test/conformance/project-store.ts'
import { describePromotionStore } from '../../../test/conformance/promotion-store.ts'
import { describeProposalStore } from '../../../test/conformance/proposal-store.ts'
import { describeReviewStore } from '../../../test/conformance/review-store.ts'
import { describeSessionReader } from '../../../test/conformance/session-reader.ts'
import { describeStore } from '../../../test/conformance/store.ts'
import { describeTurnReader } from '../../../test/conformance/turn-reader.ts'
import { openMemoryStore } from '../../../test/support/core/memory-store.ts'

const open: OpenStores = openMemoryStore

describeAskStore('SQLite', open)
describeFailureStore('SQLite', open)
describeCaptureStore('SQLite', open)
describeCapturedChanges('SQLite', open)
describeChangeFeed('SQLite', open)
describeCommitStore('SQLite', open)
describeConsolidationStore('SQLite', open)
describeDigestStore('SQLite', open)
describeEventReader('SQLite', open)
describeExtractionStore('SQLite', open)
describeGrowthStore('SQLite', open)
describeHistoryDeletion('SQLite', open)
describeImportStore('SQLite', open)
describeInjectionStore('SQLite', open)
describeJobQueue('SQLite', open)
describeLedger('SQLite', open)
describeLifecycleStore('SQLite', open)
describeLocalProjectMerges('SQLite', open)
describeMemoryStore('SQLite', open)
describeProjectMergeStore('SQLite', open)
describeProjectStore('SQLite', open)
describePromotionStore('SQLite', open)
describeProposalStore('SQLite', open)
describeReviewStore('SQLite', open)
describeSessionReader('SQLite', open)
describeStore('SQLite', open)
describeTurnReader('SQLite', open)
