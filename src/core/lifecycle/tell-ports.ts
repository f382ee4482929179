import type { HistorySource } from '../ports/history-source.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { LifecycleFacts } from '../ports/lifecycle-facts.ts'
import type { MemoryReader } from '../ports/memory-store.ts'

/** What events are told from. */
export interface TellPorts {
  readonly facts: LifecycleFacts
  readonly injections: Pick<InjectionStore, 'ofSession'>
  readonly memories: Pick<MemoryReader, 'find' | 'revisions' | 'findForgotten'>
  readonly historySource: Pick<HistorySource, 'turnsOf'>
  /** Most tokens that a session is handed at its start. */
  readonly startTokens: () => number
}
