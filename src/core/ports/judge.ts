/** Turns a window into memories. The chain of judges asks one after another until one answers. */
import type { ExtractedItem } from '../model/extracted-item.ts'
import type { Window } from '../model/window.ts'

export interface Judge {
  /** The name in configuration and in the ledger. */
  readonly name: string
  /** Whether it would answer now; cheap, and without any call that costs. Never throws. */
  readiness(signal: AbortSignal): Promise<Readiness>
  /**
   * At most `mostItems`, the most important first; none when nothing is worth keeping.
   * @throws ThroughlineError `model-unavailable`, `model-misconfigured`, `model-rejected-input` or
   *   `budget-exhausted`: it could not judge, which is not the same as finding nothing
   */
  judge(window: Window, signal: AbortSignal): Promise<Judgement>
}

export interface Judgement {
  readonly items: readonly ExtractedItem[]
  /** The model that was asked; undefined for one that needs none. */
  readonly model: string | undefined
}

export type Readiness =
  | { readonly isReady: true; readonly detail: string }
  | { readonly isReady: false; readonly reason: string; readonly hint: string | undefined }
