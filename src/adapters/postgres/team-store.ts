/** The store of one organisation: the ports of the core on the team's PostgreSQL. */
import { indexMemories } from '../../core/indexing/index-changes.ts'
import type { Clock, IdSource } from '../../core/ports/clock.ts'
import type { TeamStore, TeamTransact, TeamTransaction } from '../../core/ports/team/team-store.ts'
import { createIdSource } from '../ids.ts'
import type { Queries } from './connection/queries.ts'
import type { TeamDatabase } from './connection/team-database.ts'
import { createChangeFeed } from './feed/change-feed.ts'
import { type ChangeRecorder, createChangeRecorder, noRecorder } from './feed/change-recorder.ts'
import type { Sequence } from './feed/sequence.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { createWorkerQueue } from './jobs/worker-queue.ts'
import { createMemoryStore } from './memory/memory-store.ts'
import { noExtractions, noHistory, noInjections } from './no-history.ts'
import { createProjectMergeStore } from './projects/project-merge-store.ts'
import { createProjectStore } from './projects/project-store.ts'
import { createConsolidationStore } from './review/consolidation-store.ts'
import { createProposalStore } from './review/proposal-store.ts'
import { createReviewStore } from './review/review-store.ts'
import { createSearchIndex } from './search/search-index.ts'

export interface TeamStoreOptions {
  readonly database: TeamDatabase
  readonly organisation: string
  readonly clock: Clock
}

export function openTeamStore({ database, organisation, clock }: TeamStoreOptions): TeamStore {
  const tools = { clock, ids: createIdSource(clock) }
  const transaction: TeamTransact = (work, { durable = true } = {}) =>
    database.writing(
      organisation,
      (queries, sequence) => runTransaction(queries, sequence, tools, work),
      { durable },
    )
  const readers = portsOn(database.reading(organisation), tools, noRecorder)
  /** Each write of a port in its own transaction. */
  const alone = <Name extends keyof TeamTransaction>(
    name: Name,
    writes: readonly (keyof TeamTransaction[Name])[],
  ): TeamTransaction[Name] => {
    type Method = (...values: unknown[]) => Promise<unknown>
    const methods = writes.map((method) => [
      method,
      (...values: unknown[]) =>
        transaction((tx) => (tx[name][method] as Method)(...values), { durable: false }),
    ])
    return { ...readers[name], ...Object.fromEntries(methods) }
  }
  return {
    ...readers,
    ids: tools.ids,
    transaction,
    injections: noInjections,
    // What is deleted leaves PostgreSQL's files with its next vacuum.
    eraseDeleted: async () => undefined,
    jobs: createWorkerQueue(database, organisation, tools),
    projects: alone('projects', ['insert', 'changeIdentity', 'addAliases', 'rename', 'addCommit']),
    reviews: alone('reviews', ['noteChecks', 'storeNearPairs']),
    search: alone('search', ['put', 'remove', 'removeSession', 'clear', 'optimise']),
    changes: alone('changes', ['advance', 'prune']),
  }
}

interface Tools {
  readonly clock: Clock
  readonly ids: IdSource
}

async function runTransaction<T>(
  queries: Queries,
  sequence: Sequence,
  tools: Tools,
  work: (tx: TeamTransaction) => Promise<T>,
): Promise<T> {
  const recorder = createChangeRecorder(queries, tools.clock, sequence)
  const tx = portsOn(queries, tools, recorder, async () => sequence.last)
  const result = await work(tx)
  // The next write searches the index for duplicates.
  if (recorder.hasRecordedMemory()) await indexMemories(tx)
  return result
}

/** Every port on one connection; none begins a transaction. */
function portsOn(
  queries: Queries,
  tools: Tools,
  recorder: ChangeRecorder,
  headOf?: () => Promise<number>,
): TeamTransaction {
  const memories = createMemoryStore(queries, recorder)
  return {
    memories,
    changes: createChangeFeed(queries, headOf),
    consolidations: createConsolidationStore(queries),
    extractions: noExtractions,
    history: noHistory,
    jobs: createJobQueue(queries, tools),
    projectMerges: createProjectMergeStore(queries, memories, recorder),
    projects: createProjectStore(queries, tools, recorder),
    proposals: createProposalStore(queries, recorder),
    reviews: createReviewStore(queries),
    search: createSearchIndex(queries),
  }
}
