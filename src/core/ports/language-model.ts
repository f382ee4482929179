/** A model that completes text. It tries nothing twice and keeps no accounts; others do. */

export interface LanguageModel {
  /** `anthropic`, `openai-compatible`, `ollama`, `claude-cli`. */
  readonly provider: string
  readonly model: string
  /** Whether a call could succeed, told without one that costs. Never throws. */
  probe(
    signal: AbortSignal,
  ): Promise<{ readonly problem: string; readonly hint?: string } | 'ready'>
  /**
   * @throws ThroughlineError `model-unavailable`: trying later may help, after `retryAfterMs` if it says so;
   *   `model-misconfigured`: nothing helps until a person changes something;
   *   `model-rejected-input`: it is about this request
   * @throws the reason of the signal
   */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>
}

export interface ModelRequest {
  /** What the call is for, in the ledger. */
  readonly purpose: ModelPurpose
  readonly sessionId: string | undefined
  readonly system: string
  readonly prompt: string
  /** The reply is to be JSON of this form, where the provider can be told so. */
  readonly schema: object
  readonly mostOutputTokens: number
}

export type ModelPurpose = 'extract' | 'repair'

export interface ModelReply {
  readonly text: string
  /** It stopped at the bound, so the text is cut. */
  readonly isCut: boolean
  /** It would not answer; the text says why. */
  readonly isRefusal: boolean
  /** Undefined when the provider does not tell. */
  readonly usage: ModelUsage | undefined
}

export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** What the provider itself says it cost. */
  readonly costUsd?: number
}
