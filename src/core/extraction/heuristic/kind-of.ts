/** Which kind of statement a sentence makes, once it is known to be worth keeping. */
import type { MemoryKind } from '../../../contract/memory.ts'
import { type Grammar, weigh } from './cue.ts'

export interface Kind {
  readonly kind: MemoryKind
  /** How clearly it is said. */
  readonly weight: number
}

/** The kind most said; of equals the one named first. */
export function kindOf(plain: string, grammars: readonly Grammar[], contradiction: number): Kind {
  let best: Kind | undefined
  for (const { kind, cues } of grammars) {
    const weight = weigh(cues, plain) + (kind === 'correction' ? contradiction : 0)
    if (!best || weight > best.weight) best = { kind, weight }
  }
  return best ?? { kind: 'fact', weight: 0 }
}
