/** What an operation came to, before it is numbered. */
import type { Mark, OperationAnswer } from '../../../contract/team/sync.ts'
import type { Hash } from '../../model/content-key.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { TeamSyncTransaction } from '../../ports/team/team-sync-store.ts'
import type { Caller } from '../caller.ts'
import type { OriginSigner } from './origin.ts'
import type { Room } from './room.ts'
import type { RandomBelow } from './version-after.ts'

/** `at` is absent if nothing changed. */
export type Outcome = Omit<OperationAnswer, 'key' | 'at'> & { readonly at?: Mark }

export interface SyncServerPorts {
  readonly redactor: Redactor
  readonly hash: Hash
  readonly clock: Clock
  /** A new random UUID. */
  readonly newId: () => string
  readonly randomBelow: RandomBelow
}

/** One operation being applied. */
export interface Applying extends Pick<SyncServerPorts, 'randomBelow' | 'hash'> {
  readonly tx: TeamSyncTransaction
  readonly origins: OriginSigner
  /** Absent for what needs none. */
  readonly room?: Room | undefined
  readonly caller: Caller
  /** Now. */
  readonly at: string
}
