/** Completes text. Never retries and records nothing. */
import type { TokenUsage } from '../../contract/errors.ts'
import type { DayBounds } from '../model/days.ts'

export interface LanguageModel {
  /** `anthropic`, `openai-compatible`, `ollama`, `claude-cli`. */
  readonly provider: string
  readonly model: string
  /** Whether a call could succeed. Free, and never throws. */
  probe(
    signal: AbortSignal,
  ): Promise<{ readonly problem: string; readonly hint?: string } | 'ready'>
  /**
   * @throws ThroughlineError `model-unavailable`: retry, after `retryAfterMs` if given;
   * `model-misconfigured`: a person must change something; `model-rejected-input`: this request is
   * the cause
   * @throws the signal's reason
   */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>
}

export interface ModelRequest {
  readonly purpose: ModelPurpose
  readonly sessionId: string | undefined
  readonly system: string
  readonly prompt: string
  /** The JSON schema of the reply, for providers that support one. */
  readonly schema: object
  readonly mostOutputTokens: number
  /** Whether the reply is usable; an unusable one counts as a failed call. */
  readonly isUsable?: (reply: ModelReply) => boolean
}

export type ModelPurpose = 'read' | 'repair' | 'introduce' | 'answer'

export interface ModelReply {
  readonly text: string
  /** The text was cut at `mostOutputTokens`. */
  readonly isCut: boolean
  /** The model refused; the text says why. */
  readonly isRefusal: boolean
  /** Undefined if the provider does not report it. */
  readonly usage: TokenUsage | undefined
}

/** Turns texts into vectors. Never retries. */
export interface Embedder {
  /** Provider and model. Vectors of different models cannot be compared. */
  readonly model: string
  readonly dimensions: number
  /**
   * One vector of length 1 per text, in order. Sends many texts in consecutive batches.
   * @throws ThroughlineError `model-unavailable`: retrying may help; `model-misconfigured`: a
   * person must change something; `model-rejected-input`: one of the texts is the cause
   * @throws the signal's reason
   */
  embed(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal,
  ): Promise<Float32Array[]>
}

/** Many models embed questions and documents differently. */
export type EmbeddingPurpose = 'document' | 'query'

/**
 * What models cost. Each call is reserved before it is made and settled afterwards. Reserving
 * checks the limits in the same transaction, so two calls cannot exceed them together.
 */
export interface Ledger {
  /** A reservation counts in full until it is settled, even if its process died. */
  reserve(call: PlannedCall, limits: BudgetLimits): Promise<Reservation>
  /** Idempotent: the first settlement counts. */
  settle(id: string, settlement: Settlement): Promise<void>
  /** Sums by group; days newest first, other groups dearest first. */
  totals(by: CostGrouping, filter: CostFilter): Promise<CostTotal[]>
  spent(day: DayBounds, sessionId: string | undefined): Promise<Spending>
  /** The maximum cost of the day's last call that the limits blocked. */
  lastRefused(day: DayBounds): Promise<Pick<PlannedCall, 'tokens' | 'costUsd'> | undefined>
  /** The failed calls of a model since its last success, up to ten. */
  failuresInRow(provider: string, model: string): Promise<FailuresInRow>
}

interface FailuresInRow {
  readonly count: number
  readonly lastAt: string | undefined
}

export interface PlannedCall {
  readonly provider: string
  readonly model: string
  readonly purpose: ModelPurpose
  readonly sessionId: string | undefined
  /** The maximum number of tokens. */
  readonly tokens: number
  readonly costUsd: number
}

/** Undefined means no limit. The day is local, not UTC. */
export interface BudgetLimits extends Readonly<Record<LimitName, number | undefined>> {
  readonly day: DayBounds
}

type Reservation =
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
  readonly utcOffsetMinutes: number
}

export interface CostTotal {
  /** A date, a session id or empty, `provider/model`, or a purpose. */
  readonly group: string
  readonly calls: number
  readonly failed: number
  /** Calls in progress, or of a killed process; they count at their maximum. */
  readonly unsettled: number
  /** Calls that the limits blocked; not in the other numbers. */
  readonly refused: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Input and output of settled calls, and the maximum of the others. */
  readonly tokens: number
  readonly costUsd: number
}

/** What counts against the limits. */
export type Spending = Readonly<Record<LimitName, number>>
