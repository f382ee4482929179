/**
 * Age for retention: days on which Throughline ran, as the recorded database sizes show. A clock set
 * to another year adds one such day, so nothing grows old by it, and data stored under a wrong clock
 * ages no faster. Nor does data on a machine that was off for months.
 */

import type { Config } from '../../contract/config.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { dateOf } from '../model/days.ts'
import type { GrowthStore } from '../ports/growth-store.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Spool } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'
import type { DeletionPorts } from './delete-history.ts'

export interface WitnessPorts {
  readonly growth: Pick<GrowthStore, 'sizesSince'>
  readonly clock: Clock
  /** Minutes east of UTC. */
  readonly utcOffsetMinutes: (time: Date) => number
}

export interface WitnessedDays {
  readonly today: string
  /** Why the clock may be wrong; then nothing is old. */
  readonly doubt: string | undefined
  /**
   * Everything before this time is older than that many days. Undefined if in doubt, or if
   * Throughline ran on fewer days.
   */
  ago(days: number): string | undefined
}

/** How many recent days, including today, Throughline must have run before the clock is trusted. */
const daysToTrust = 3
const lately = 30
const dayMs = 86_400_000

export async function readWitnessedDays(ports: WitnessPorts): Promise<WitnessedDays> {
  const now = ports.clock.now()
  const today = dateOf(now, ports.utcOffsetMinutes(now))
  const noted = (await ports.growth.sizesSince('')).map(({ day }) => day)
  const all = [...new Set([...noted, today])].sort()
  // A clock that was ahead recorded days after today.
  const past = all.filter((day) => day <= today).reverse()
  const since = new Date(Date.parse(today) - lately * dayMs).toISOString().slice(0, 10)
  const recent = past.filter((day) => day > since)
  const isDoubtful = recent.length < daysToTrust && recent.length < all.length
  const lastBefore = past[recent.length] ?? all.at(-1)
  return {
    today,
    doubt: isDoubtful ? `the clock says ${today}, and Throughline ran on ${lastBefore}` : undefined,
    ago(days) {
      const day = isDoubtful ? undefined : past[days]
      return day && `${day}T00:00:00.000Z`
    },
  }
}

/** What to do if in doubt. */
export const howToResume = `if the date is right, it resumes by itself once Throughline has run on ${daysToTrust} days; if not, set the clock`

export const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)

export interface RetentionPorts extends DeletionPorts, Omit<WitnessPorts, 'growth'> {
  readonly store: Pick<Store, 'transaction' | 'deletion' | 'eraseDeleted' | 'growth'>
  readonly spool: Spool
  readonly settings: () => Config['retention']
  /** Size of the database without unused pages. */
  readonly usedBytes: () => number
}

export type RetentionItem = OutputOf<'prune'>['items'][number]

export interface RetentionStep extends Omit<RetentionItem, 'count'> {
  count(): Promise<number>
  total(): Promise<number>
  /** @returns the number removed */
  remove(most: number, signal: AbortSignal | undefined): Promise<number>
  readonly isForGood: boolean
}

const largestShare = 0.2
/** A small store need not wait several days. */
const alwaysAllowed = 50

export async function mostOf({ total }: RetentionStep): Promise<number> {
  return Math.max(alwaysAllowed, Math.floor((await total()) * largestShare))
}
