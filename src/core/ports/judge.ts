/** Turns a window into memories. The chain of judges asks one after another until one answers. */
import type { ExtractedItem } from '../model/extracted-item.ts'
import type { Window } from '../model/window.ts'

export interface Judge {
  /** The name in configuration and in the ledger. */
  readonly name: string
  /** Whether it can answer now. Costs nothing and never throws. */
  readiness(signal: AbortSignal): Promise<Readiness>
  /**
   * At most `mostItems`, most important first; none if nothing is worth keeping.
   * @throws ThroughlineError `model-unavailable`, `model-misconfigured`, `model-rejected-input` or
   *   `budget-exhausted` if it could not judge
   */
  judge(window: Window, signal: AbortSignal): Promise<Judgement>
}

export interface Judgement {
  readonly items: readonly ExtractedItem[]
  /** The model asked, if any. */
  readonly model: string | undefined
}

type Readiness =
  | { readonly isReady: true; readonly detail: string }
  | { readonly isReady: false; readonly reason: string; readonly hint: string | undefined }
