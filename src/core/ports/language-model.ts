/** Completes text. Never retries, and keeps no accounts. */
import type { TokenUsage } from '../../contract/errors.ts'

export interface LanguageModel {
  /** `anthropic`, `openai-compatible`, `ollama`, `claude-cli`. */
  readonly provider: string
  readonly model: string
  /** Whether a call could succeed. Costs nothing and never throws. */
  probe(
    signal: AbortSignal,
  ): Promise<{ readonly problem: string; readonly hint?: string } | 'ready'>
  /**
   * @throws ThroughlineError `model-unavailable`: retrying may help, after `retryAfterMs` if given;
   *   `model-misconfigured`: a person must change something; `model-rejected-input`: this request is
   *   the cause
   * @throws the signal's reason
   */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>
}

export interface ModelRequest {
  /** For the ledger. */
  readonly purpose: ModelPurpose
  readonly sessionId: string | undefined
  readonly system: string
  readonly prompt: string
  /** The JSON schema of the reply, for providers that support one. */
  readonly schema: object
  readonly mostOutputTokens: number
  /** Whether a reply can be used; one that cannot counts as a failed call. */
  readonly isUsable?: (reply: ModelReply) => boolean
}

export type ModelPurpose = 'extract' | 'repair' | 'introduce' | 'answer'

export interface ModelReply {
  readonly text: string
  /** The text ends at `mostOutputTokens`. */
  readonly isCut: boolean
  /** The model declined; the text says why. */
  readonly isRefusal: boolean
  /** Undefined if the provider does not report it. */
  readonly usage: TokenUsage | undefined
}
