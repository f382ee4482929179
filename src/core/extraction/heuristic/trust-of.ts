import type { TrustLevel } from '../../../contract/memory.ts'
import type { Exchange } from '../../model/window.ts'

/** An agent is trusted no more than the pages it read. */
export function trustOf({ actions }: Pick<Exchange, 'actions'>): TrustLevel {
  return actions.some(({ kind }) => kind === 'web') ? 'tool' : 'agent'
}
