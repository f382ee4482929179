/**
 * What models cost. A call is reserved before it is made and settled after; the limits are checked
 * in the transaction that reserves, so no two calls pass them together.
 */
import type { DayBounds } from '../model/days.ts'
import type { ModelPurpose } from './language-model.ts'

export interface Ledger {
  /** A reservation counts in full until it is settled, even when its process died. */
  reserve(call: PlannedCall, limits: BudgetLimits): Promise<Reservation>
  /** Idempotent: the first settlement counts. */
  settle(id: string, settlement: Settlement): Promise<void>
  /** Sums by group; days newest first, other groups dearest first. */
  totals(by: CostGrouping, filter: CostFilter): Promise<CostTotal[]>
  /** What counts against the limits now. */
  spent(day: DayBounds, sessionId: string | undefined): Promise<Spending>
  /** The last call of the day that the limits stopped: the most it might have taken. */
  lastRefused(day: DayBounds): Promise<Pick<PlannedCall, 'tokens' | 'costUsd'> | undefined>
}

export interface PlannedCall {
  readonly provider: string
  readonly model: string
  readonly purpose: ModelPurpose
  readonly sessionId: string | undefined
  /** The most it may take, since nobody knows before. */
  readonly tokens: number
  readonly costUsd: number
}

/** Undefined is no limit. A day is the user's, not that of Greenwich. */
export interface BudgetLimits {
  readonly day: DayBounds
  readonly dailyTokens: number | undefined
  readonly dailyUsd: number | undefined
  readonly sessionTokens: number | undefined
  readonly sessionUsd: number | undefined
}

export type Reservation =
  | { readonly kind: 'reserved'; readonly id: string }
  | { readonly kind: 'exhausted'; readonly limit: LimitName }

export type LimitName = 'dailyTokens' | 'dailyUsd' | 'sessionTokens' | 'sessionUsd'

export interface Settlement {
  readonly outcome: 'done' | 'failed'
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number
  readonly durationMs: number
}

export type CostGrouping = 'day' | 'session' | 'model' | 'purpose'

export interface CostFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly projectId?: string | undefined
  readonly sessionId?: string | undefined
  /** Minutes east of Greenwich, for days. */
  readonly utcOffsetMinutes: number
}

export interface CostTotal {
  /** A date, the id of a session or nothing, `provider/model`, a purpose. */
  readonly group: string
  readonly calls: number
  readonly failed: number
  /** Calls under way, or of a process that died; they count with the most they may take. */
  readonly unsettled: number
  /** Calls the limits stopped; they are in no other number. */
  readonly refused: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** What counts: input and output of what is settled, and the most of what is not. */
  readonly tokens: number
  readonly costUsd: number
}

export interface Spending {
  readonly dailyTokens: number
  readonly dailyUsd: number
  readonly sessionTokens: number
  readonly sessionUsd: number
}
