/** One kind of thing that retention removes, and how much of it at once. */
import type { Config } from '../../contract/config.ts'
import type { Spool } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'
import type { DeletionPorts } from './delete-history.ts'
import type { WitnessPorts } from './witnessed-days.ts'

export interface RetentionPorts extends DeletionPorts, Omit<WitnessPorts, 'growth'> {
  readonly store: Pick<Store, 'transaction' | 'deletion' | 'eraseDeleted' | 'growth'>
  readonly spool: Spool
  readonly settings: () => Config['retention']
  /** Of the database, without pages that nothing uses. */
  readonly usedBytes: () => number
}

export interface RetentionItem {
  readonly what: string
  readonly count: number
  readonly reason: string
}

export interface RetentionStep extends Omit<RetentionItem, 'count'> {
  /** How many there are to remove. */
  count(): Promise<number>
  /** Of how many. */
  total(): Promise<number>
  /** @returns how many */
  remove(most: number, signal: AbortSignal | undefined): Promise<number>
  /** Whether nothing can restore what it removes. */
  readonly isForGood: boolean
}

const largestShare = 0.2
/** A small store need not wait for days. */
const alwaysAllowed = 50

export async function mostOf({ total }: RetentionStep): Promise<number> {
  return Math.max(alwaysAllowed, Math.floor((await total()) * largestShare))
}
