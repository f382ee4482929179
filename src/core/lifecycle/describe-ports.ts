import type { HistorySource } from '../ports/history-source.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { CapturedEvent, LifecycleFacts } from '../ports/lifecycle-facts.ts'
import type { MemoryReader } from '../ports/memory-store.ts'

/** What events are described from. */
export interface DescribePorts {
  readonly facts: LifecycleFacts
  readonly injections: Pick<InjectionStore, 'ofSession'>
  readonly memories: Pick<MemoryReader, 'find' | 'revisions' | 'findForgotten'>
  readonly historySource: Pick<HistorySource, 'turnsOf'>
  /** Most tokens that a session is given at its start. */
  readonly startTokens: () => number
}

/** A text the host gave with the event, or `unknown`. */
export function textField({ fields }: CapturedEvent, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : 'unknown'
}
