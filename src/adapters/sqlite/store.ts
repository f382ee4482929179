/** The local store: the ports of the core on one SQLite file. */
import { ThroughlineError } from '../../contract/errors.ts'
import { catchUpIndex, indexMemories } from '../../core/indexing/index-changes.ts'
import type { Clock, Runtime } from '../../core/ports/runtime.ts'
import type { LocalStore, StoreTransaction, Transact } from '../../core/ports/store.ts'
import { createIdSource } from '../ids.ts'
import { createBundleStore } from './bundle/bundle-store.ts'
import { createImportStore, createSyncStore } from './bundle/transfer-store.ts'
import { Database } from './connection/database.ts'
import { eraseDeleted } from './connection/erase-deleted.ts'
import { checkIntegrity, databaseBytes, freeBytes } from './connection/integrity.ts'
import { schemaVersion } from './connection/migrate.ts'
import { type OpeningOptions, openDatabase } from './connection/open-database.ts'
import { withOwnTransactions } from './connection/own-transactions.ts'
import { createHistoryDeletion } from './deletion/history-deletion.ts'
import { createTextPurge } from './deletion/text-purge.ts'
import { createCaptureStore } from './history/capture-store.ts'
import { createChangeFeed, createChangeRecorder } from './history/change-feed.ts'
import { createCommitStore } from './history/commit-store.ts'
import { createDigestStore } from './history/digest-store.ts'
import { createEventReader } from './history/events.ts'
import { createFailureStore } from './history/failure-store.ts'
import { createGrowthStore } from './history/growth-store.ts'
import {
  createProjectMergeStore,
  createProjectStore,
  createPromotionStore,
} from './history/project-store.ts'
import { createSessionReader } from './history/sessions.ts'
import { createTurnReader } from './history/turns.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { createLedger } from './jobs/ledger.ts'
import { createLifecycleStore } from './jobs/lifecycle-store.ts'
import { createAskStore } from './memory/ask-store.ts'
import { createConsolidationStore } from './memory/consolidation-store.ts'
import { createExtractionStore, createOriginStore } from './memory/extraction-store.ts'
import { createGuardStore } from './memory/guard-store.ts'
import { createInjectionStore } from './memory/injection-store.ts'
import { createMemoryStore } from './memory/memory-store.ts'
import { createProofStore } from './memory/proof-store.ts'
import { createProposalStore, createReviewStore } from './memory/review-store.ts'
import { createSearchIndex } from './search/search-index.ts'
import { createTeamClientStore } from './team/team-client-store.ts'

export interface StoreOptions extends Omit<OpeningOptions, 'now'> {
  readonly clock: Clock
}

export async function openStore(options: StoreOptions): Promise<LocalStore> {
  const { clock, file, patienceMs } = options
  const opened = await openDatabase({ ...options, now: clock.now() })
  const reader = opened.database
  let writer: Database | undefined
  let isClosed = false
  const close = () => {
    isClosed = true
    writer?.close()
    reader.close()
  }
  try {
    reader.exec('PRAGMA query_only = ON')
    const ids = createIdSource(clock)
    const followNewest = (database: Database) => {
      const [newest] = database.texts('SELECT id FROM events ORDER BY id DESC LIMIT 1')
      if (newest) ids.follow(newest)
    }
    followNewest(reader)
    const tools = { clock, ids }
    const schema = schemaVersion(reader)
    /** Opened by the first transaction, because most commands only read. */
    const open = () => {
      if (isClosed) throw new ThroughlineError('database-unwritable', 'the database is closed')
      writer ??= new Database(file, {
        mustExist: true,
        ...(patienceMs !== undefined && { patienceMs }),
      })
      return writer
    }
    const transaction: Transact = async (work, { durable = true } = {}) =>
      open().transaction(
        () => {
          // Another process may have stored events while its clock was ahead.
          followNewest(open())
          return runTransaction(open(), tools, work)
        },
        { durable },
      )
    const ports = withOwnTransactions(portsOn(reader, tools), (topic, method, values) =>
      transaction((tx) => Reflect.get(Reflect.get(tx, topic), method)(...values), {
        durable: !losable.has(topic),
      }),
    )
    return {
      ...ports,
      ids,
      transaction,
      async eraseDeleted({ rewrite = false } = {}) {
        // A lagging index may still contain deleted text.
        await catchUpIndex({ ...ports, transaction })
        await eraseDeleted(open(), { rewrite: rewrite ? file : undefined })
      },
      movedAside: opened.movedAside,
      salvaged: opened.salvaged ?? 0,
      checkIntegrity: () => checkIntegrity(reader),
      bytes: () => databaseBytes(reader),
      usedBytes: () => databaseBytes(reader) - freeBytes(reader),
      isStillOurs: () => reader.isInPlace() && schemaVersion(reader) === schema,
      shrink() {
        for (const each of [reader, writer]) each?.exec('PRAGMA shrink_memory')
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

type Tools = Pick<Runtime, 'clock' | 'ids'>

async function runTransaction<T>(
  database: Database,
  tools: Tools,
  work: (tx: StoreTransaction) => Promise<T>,
): Promise<T> {
  const recorder = createChangeRecorder(database, tools.clock)
  const tx = portsOn(database, tools, recorder)
  const result = await work(tx)
  // The next write searches the index for duplicates.
  if (recorder.hasRecordedMemory()) await indexMemories(tx)
  return result
}

/** Opens every port on one connection; none starts a transaction. */
function portsOn(
  database: Database,
  tools: Tools,
  recorder = createChangeRecorder(database, tools.clock),
): StoreTransaction {
  const memories = createMemoryStore(database, recorder)
  return {
    changes: createChangeFeed(database),
    capture: createCaptureStore(database, recorder),
    commits: createCommitStore(database, recorder),
    jobs: createJobQueue(database, tools),
    projects: createProjectStore(database, tools, recorder),
    projectMerges: createProjectMergeStore(database, memories, recorder),
    history: {
      ...createSessionReader(database),
      ...createTurnReader(database),
      ...createEventReader(database),
    },
    memories,
    digests: createDigestStore(database, recorder),
    extractions: createExtractionStore(database),
    consolidations: createConsolidationStore(database),
    bundles: createBundleStore(database, recorder),
    imports: createImportStore(database),
    promotions: createPromotionStore(database),
    injections: createInjectionStore(database),
    asks: createAskStore(database),
    proofs: createProofStore(database),
    proposals: createProposalStore(database, recorder),
    reviews: createReviewStore(database),
    ledger: createLedger(database, tools),
    failures: createFailureStore(database),
    origins: createOriginStore(database),
    growth: createGrowthStore(database),
    guards: createGuardStore(database),
    lifecycle: createLifecycleStore(database, tools),
    search: createSearchIndex(database),
    deletion: createHistoryDeletion(database, recorder),
    textPurge: createTextPurge(database, recorder),
    sync: createSyncStore(database),
    team: createTeamClientStore(database),
  }
}

/** Topics that may lose their last writes in a power cut: derived, repeated or detected again. */
const losable: ReadonlySet<string> = new Set<keyof StoreTransaction>([
  'asks',
  'changes',
  'commits',
  'deletion',
  'digests',
  'growth',
  'injections',
  'jobs',
  'lifecycle',
  'projects',
  'proofs',
  'reviews',
  'search',
  'textPurge',
])
