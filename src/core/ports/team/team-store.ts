/**
 * The store of one organisation on a team's server: memories and what belongs to them, and nothing of
 * what was said in sessions. A local store has these ports too, so the rules of writing, recall, review
 * and consolidation ask for no more than this.
 */
import type { ExtractionTransaction } from '../extraction-store.ts'
import type { History } from '../history.ts'
import type { InjectionStore } from '../injection-store.ts'
import type { Store, StoreTransaction, TransactionOptions } from '../store.ts'

type Shared =
  | 'memories'
  | 'search'
  | 'jobs'
  | 'projects'
  | 'projectMerges'
  | 'changes'
  | 'reviews'
  | 'consolidations'
  | 'proposals'

export interface TeamStore extends Pick<Store, Shared | 'ids' | 'eraseDeleted'> {
  readonly history: TeamHistory
  readonly injections: Pick<InjectionStore, 'shownCounts'>
  readonly transaction: TeamTransact
}

/** Runs `work` as the organisation's only writer; see `Transact`. */
export type TeamTransact = <T>(
  work: (tx: TeamTransaction) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>

export interface TeamTransaction extends Pick<StoreTransaction, Shared> {
  readonly history: TeamHistory
  readonly extractions: Pick<ExtractionTransaction, 'dropped' | 'addDropped' | 'removeDropped'>
}

/** What others ask of history; a server answers that it knows nothing. */
export type TeamHistory = Pick<
  History,
  | 'turns'
  | 'toolEvents'
  | 'sessionSources'
  | 'sessions'
  | 'session'
  | 'sessionId'
  | 'sessionPlace'
  | 'sessionOfMemory'
  | 'spoken'
  | 'spokenTurns'
  | 'foreignOutputs'
>
