/** The local store: the ports of the core on one SQLite file. */
import { ThroughlineError } from '../../contract/errors.ts'
import { catchUpIndex, indexMemories } from '../../core/indexing/index-changes.ts'
import type { Clock, IdSource } from '../../core/ports/runtime.ts'
import type { LocalStore, Store, StoreTransaction, Transact } from '../../core/ports/store.ts'
import { createIdSource } from '../ids.ts'
import { createBundleStore } from './bundle/bundle-store.ts'
import { createImportStore, createSyncStore } from './bundle/transfer-store.ts'
import { Database } from './connection/database.ts'
import { eraseDeleted } from './connection/erase-deleted.ts'
import { checkIntegrity, databaseBytes, freeBytes } from './connection/integrity.ts'
import { schemaVersion } from './connection/migrate.ts'
import { type OpeningOptions, openDatabase } from './connection/open-database.ts'
import { createHistoryDeletion } from './deletion/history-deletion.ts'
import { createTextPurge } from './deletion/text-purge.ts'
import { createCaptureStore } from './history/capture-store.ts'
import { createChangeFeed, createChangeRecorder } from './history/change-feed.ts'
import { createDigestStore } from './history/digest-store.ts'
import { createEventReader, createIdReader } from './history/events.ts'
import { createFailureStore } from './history/failure-store.ts'
import { createGrowthStore } from './history/growth-store.ts'
import { createProjectMergeStore, createProjectStore } from './history/project-store.ts'
import { createSessionReader } from './history/sessions.ts'
import { createTurnReader } from './history/turns.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { createLedger } from './jobs/ledger.ts'
import { createLifecycleStore } from './jobs/lifecycle-store.ts'
import { createAskStore } from './memory/ask-store.ts'
import { createConsolidationStore } from './memory/consolidation-store.ts'
import { createInjectionStore } from './memory/injection-store.ts'
import {
  createExtractionStore,
  createOriginStore,
  createPromotionStore,
} from './memory/learning-store.ts'
import { createMemoryStore } from './memory/memory-store.ts'
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
    /** Opened by the first transaction: most commands only read. */
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
          // Another process may have stored events by a clock that was ahead.
          followNewest(open())
          return runTransaction(open(), tools, work)
        },
        { durable },
      )
    const ports = storeOn(portsOn(reader, tools), transaction)
    return {
      ...ports,
      ids,
      async eraseDeleted({ rewrite = false } = {}) {
        // An index that lags may still hold deleted text.
        await catchUpIndex(ports)
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

interface Tools {
  readonly clock: Clock
  readonly ids: IdSource
}

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

/** Every port on one connection; none begins a transaction. */
function portsOn(
  database: Database,
  tools: Tools,
  recorder = createChangeRecorder(database, tools.clock),
): StoreTransaction {
  const memories = createMemoryStore(database, recorder)
  return {
    changes: createChangeFeed(database),
    capture: createCaptureStore(database, recorder),
    jobs: createJobQueue(database, tools),
    projects: createProjectStore(database, tools, recorder),
    projectMerges: createProjectMergeStore(database, memories, recorder),
    history: {
      ...createSessionReader(database),
      ...createTurnReader(database),
      ...createEventReader(database),
      ...createIdReader(database),
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
    proposals: createProposalStore(database, recorder),
    reviews: createReviewStore(database),
    ledger: createLedger(database, tools),
    failures: createFailureStore(database),
    origins: createOriginStore(database),
    growth: createGrowthStore(database),
    lifecycle: createLifecycleStore(database, tools),
    search: createSearchIndex(database),
    deletion: createHistoryDeletion(database, recorder),
    textPurge: createTextPurge(database, recorder),
    sync: createSyncStore(database),
    team: createTeamClientStore(database),
  }
}

/** Reads from one connection; runs each write in its own transaction. */
function storeOn(
  readers: StoreTransaction,
  transaction: Transact,
): Omit<Store, 'ids' | 'eraseDeleted'> {
  const alone = <Name extends keyof StoreTransaction>(
    name: Name,
    writes: readonly (keyof StoreTransaction[Name])[],
    options = { durable: false },
  ): StoreTransaction[Name] => {
    type Method = (...values: unknown[]) => Promise<unknown>
    const methods = writes.map((method) => [
      method,
      (...values: unknown[]) =>
        transaction((tx) => (tx[name][method] as Method)(...values), options),
    ])
    return { ...readers[name], ...Object.fromEntries(methods) }
  }
  return {
    ...readers,
    transaction,
    jobs: alone('jobs', [
      'enqueue',
      'claim',
      'renew',
      'complete',
      'giveBack',
      'fail',
      'retry',
      'deleteDone',
    ]),
    projects: alone('projects', ['insert', 'changeIdentity', 'addAliases', 'rename', 'addCommit']),
    digests: alone('digests', ['put', 'clear']),
    imports: alone('imports', ['markImported'], { durable: true }),
    injections: alone('injections', ['record', 'markUsed']),
    asks: alone('asks', ['countPrompt', 'record', 'markAnswered', 'keepWaiting', 'takeWaiting']),
    reviews: alone('reviews', ['noteChecks', 'storeNearPairs']),
    // A power cut must not lose what a provider was asked.
    ledger: alone('ledger', ['reserve', 'settle'], { durable: true }),
    growth: alone('growth', ['noteSize', 'claimRetention']),
    lifecycle: alone('lifecycle', ['add', 'complete', 'fail', 'retry', 'deleteBefore']),
    search: alone('search', ['put', 'remove', 'removeSession', 'clear', 'optimise', 'check']),
    changes: alone('changes', ['advance', 'prune']),
    deletion: alone('deletion', ['begin', 'deleteSlice', 'markLeaving', 'keep']),
    textPurge: alone('textPurge', ['replace']),
    sync: alone('sync', ['setMachine', 'setPosition', 'accept', 'setReceived', 'dropTombstone'], {
      durable: true,
    }),
  }
}
